"""`kiosk doctor` for a clock whose database is on a server: it says what a failure would lose."""

import psycopg
import pytest

from engine.message import Message
from kiosk.clock.store.postgres.store import PostgresStore
from kiosk.commands.doctor.server import check_server
from kiosk.faults import Fault
from kiosk.times import wall_ms
from tests.kit.postgres import new_server, postgres

from .test_command import doctor

__all__ = ["postgres"]


def found(url, now_ms=wall_ms):
    """The code of each finding, and whether it passed."""
    checks = list(check_server(url, now_ms))
    details = [one.detail.message if isinstance(one.detail, Fault) else one.detail for one in checks]
    codes = [said.code for said in details if isinstance(said, Message)]
    passed = [one.ok or not (one.fix or isinstance(one.detail, Fault)) for one in checks]
    return dict(zip(codes, passed, strict=True))


def test_a_server_without_a_replica_passes_with_advice(postgres, tmp_path):
    url = postgres.database()
    assert found(url) == {"doctor-server": True, "doctor-one-machine": True}

    store = PostgresStore(url, tmp_path / "clock", "clock-a")

    assert found(url) == {"doctor-server-owned": True, "doctor-one-machine": True}
    store.close()
    assert "doctor-server" in found(url)


def test_the_doctor_of_a_clock_looks_at_the_server_in_its_settings(postgres, tmp_path, free_port):
    settings = tmp_path / "clock.toml"
    settings.write_text(f'director_key = "the-key"\nport = {free_port}\ndatabase = "{postgres.database()}"\n')

    code, checks = doctor("--settings", str(settings))

    assert code == 0
    assert "no replica" in checks["server"].detail


def test_another_time_on_the_server_is_reported(postgres):
    assert found(postgres.database(), lambda: wall_ms() - 3_600_000)["doctor-clock-skew"] is False


def test_no_server_is_a_problem(free_port):
    assert found(f"postgresql://kiosk@127.0.0.1:{free_port}/room") == {"server-away": False}


@pytest.mark.slow
def test_an_asynchronous_replica_and_missing_checksums_are_problems():
    with new_server() as server, new_server() as replica:
        server.create()
        server.without_checksums()
        server.start()
        url = server.database()
        replica.follow(server)
        replica.start({"hot_standby": "on"})
        server.wait_for_replica()
        assert found(url) == {"doctor-server": True, "doctor-no-checksums": False, "doctor-asynchronous": False}

        with psycopg.connect(url, autocommit=True) as db:
            db.execute("CREATE ROLE clock LOGIN")
        assert found(url.replace("kiosk@", "clock@"))["doctor-replicas-hidden"] is False

        with psycopg.connect(url, autocommit=True) as db:
            db.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            db.execute("SELECT pg_reload_conf()")
        server.wait_for_replica("sync")
        assert found(url)["doctor-synchronous"] is True
        assert found(replica.url("postgres")) == {"server-away": False}
