"""The recipe in `deploy/postgres/` works on a real server, as it is written there."""

import os
import re
import subprocess
from pathlib import Path

import psycopg
import pytest

from kiosk.clock.store.port import Append
from kiosk.clock.store.postgres.health import health_of
from kiosk.clock.store.postgres.store import PostgresStore
from kiosk.clock.store.streams import tournament_stream
from kiosk.storage.chain import START, chain
from kiosk.times import wall_ms
from tests.kit.docs import ROOT
from tests.kit.postgres import Server, new_server, programs

pytestmark = pytest.mark.slow
RECIPE = ROOT / "deploy" / "postgres"
OWN = tournament_stream("0a")


def run(server: Server, program: str, *words: str) -> None:
    """Run a program of PostgreSQL as the server's superuser."""
    found = programs()
    assert found
    there = {**os.environ, "PGHOST": str(server.folder), "PGUSER": "kiosk", "PGDATABASE": "postgres"}
    command = [str(found / program), *words]
    done = subprocess.run(command, capture_output=True, text=True, env=there, check=False)
    assert done.returncode == 0, done.stderr


def settings_in(path: Path) -> dict[str, str]:
    """The settings in a file for `postgresql.conf`."""
    lines = re.findall(r"^(\w+) = (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return {name: value.strip("'") for name, value in lines}


def test_the_clocks_role_creates_the_room_and_writes_and_may_do_nothing_else(tmp_path):
    settings = settings_in(RECIPE / "postgresql.conf")
    assert len(settings) >= 10
    own = {name: value for name, value in settings.items() if name not in {"ssl", "listen_addresses"}}
    with new_server() as server:
        server.create()
        server.start(own)
        # The tests' superuser has the name of the role that the recipe creates.
        recipe = (RECIPE / "room.sql").read_text("utf-8").replace("kiosk", "clock_role")
        (tmp_path / "room.sql").write_text(recipe, "utf-8")
        run(server, "createdb", "--encoding=UTF8", "--template=template0", "--locale=C", "room")
        for _ in range(2):
            run(server, "psql", "--set=ON_ERROR_STOP=1", "--dbname=room", f"--file={tmp_path / 'room.sql'}")
        url = server.url("room").replace("kiosk@", "clock_role@")

        store = PostgresStore(url, tmp_path / "clock", "clock-a")
        store.append(Append(OWN, START, chain(START, 1, 7, [b"one"])))
        store.close()
        store = PostgresStore(url, tmp_path / "clock", "clock-a")
        assert store.copy(OWN).head().seq == 1
        store.close()

        health = health_of(url, wall_ms)
        assert health.has_checksums
        assert not health.is_hidden
        with psycopg.connect(url, autocommit=True) as db:
            for refused in ("CREATE DATABASE other", "CREATE ROLE other", "CREATE TABLE public.other (one int)"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    db.execute(refused)


def test_every_setting_of_the_recipe_has_a_reason():
    """A comment before it, or before the group that it is in."""
    for block in (RECIPE / "postgresql.conf").read_text("utf-8").strip().split("\n\n"):
        assert block.startswith("#"), block
