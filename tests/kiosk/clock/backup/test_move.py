"""`kiosk move-clock`: the whole room moves to a server and back, and no clock starts in the place that it left."""

from contextlib import closing

import pytest

from kiosk.cli import main
from kiosk.clock.backup.move_command import move, take_back
from kiosk.clock.store.pictures import PictureFolder
from kiosk.clock.store.place import StorePlace, mark_moved, open_store
from kiosk.clock.store.port import EPOCHS_AHEAD, Append, Batch
from kiosk.clock.store.sqlite.store import SqliteStore, lock_database
from kiosk.clock.store.streams import sitting_stream, tournament_stream
from kiosk.faults import Fault
from kiosk.storage.chain import START, chain
from tests.kit.postgres import postgres

__all__ = ["postgres"]

OWN, TABLE = tournament_stream("0a"), sitting_stream("0a", 1)
PNG = b"\x89PNG\r\n\x1a\n"
RECORDS = chain(START, 1, 7, [b"one", b"two", b"three"])


@pytest.fixture
def file(tmp_path):
    with closing(SqliteStore(tmp_path / "clock.db")) as store:
        store.open_stream(OWN)
        store.names.number_of("Ana")
        store.commit([Batch(TABLE, 1, RECORDS, "one")], [Append(OWN, START, RECORDS)])
        store.pictures.keep(PNG)
    return StorePlace(tmp_path / "clock.db")


@pytest.fixture
def server(tmp_path, postgres):
    return StorePlace(tmp_path / "clock", postgres.database())


def settings(tmp_path, name, place):
    path = tmp_path / name
    where = f'database = "{place.server}"\nstate = "{place.state}"' if place.server else f'database = "{place.state}"'
    path.write_text(f'director_key = "the-key"\n{where}\n')
    return str(path)


def test_a_room_moves_to_a_server_and_back(file, server, tmp_path, capsys):
    back = StorePlace(tmp_path / "back.db")
    one, two, three = (settings(tmp_path, f"{place.state.name}.toml", place) for place in (file, server, back))

    assert main(["move-clock", one, two]) == 0
    assert "6 records" in capsys.readouterr().out
    with pytest.raises(Fault, match="room-moved"):
        open_store(file)
    assert main(["move-clock", two, three]) == 0
    with pytest.raises(Fault, match="room-moved"):
        open_store(server)

    with closing(open_store(back)) as store:
        assert [*store.copy(TABLE).walk()] == [*store.copy(OWN).walk()] == RECORDS
        assert store.copy(OWN).epoch() == 1 + 2 * EPOCHS_AHEAD
        assert store.names.find("Ana")
        assert [store.pictures.read(its_id) for its_id in store.pictures.listed()] == [PNG]
    assert not PictureFolder(server.state).path.exists()


def test_a_move_is_taken_back_while_no_clock_has_run_in_the_new_place(file, server, tmp_path, capsys):
    one, two = (settings(tmp_path, f"{place.state.name}.toml", place) for place in (file, server))
    assert main(["move-clock", "--take-back", one, two]) == 2
    assert "was not moved" in capsys.readouterr().err
    assert main(["move-clock", one, two]) == 0

    assert main(["move-clock", "--take-back", one, two]) == 0
    assert "is at" in capsys.readouterr().out
    with pytest.raises(Fault, match="room-moved"):
        open_store(server)
    with closing(open_store(file)) as store:
        assert [*store.copy(TABLE).walk()] == RECORDS


def test_a_move_is_not_taken_back_once_a_clock_has_run_in_the_new_place(file, server):
    move(file, server)
    with closing(open_store(server)) as store:
        store.open_stream(OWN)

    with pytest.raises(Fault, match="room-in-use-there"):
        take_back(file, server)

    with pytest.raises(Fault, match="room-moved"):
        open_store(file)
    with closing(open_store(server)):
        pass  # it still runs there


def test_a_move_that_was_half_taken_back_is_taken_back_by_the_same_command(file, server):
    move(file, server)
    with closing(open_store(server)) as store:
        mark_moved(store, file)

    take_back(file, server)

    with closing(open_store(file)) as store:
        assert [*store.copy(OWN).walk()] == RECORDS


def test_a_room_that_a_clock_runs_does_not_move(file, server):
    with lock_database(file.state), pytest.raises(Fault, match="database-in-use"):
        move(file, server)

    with closing(open_store(file)) as store:
        assert [*store.copy(OWN).walk()] == RECORDS


def test_a_room_moves_neither_over_another_one_nor_if_it_is_damaged(file, server, tmp_path):
    other = StorePlace(tmp_path / "other.db")
    with closing(SqliteStore(other.state)) as store:
        store.commit([Batch(TABLE, 1, RECORDS, "one")])
    move(other, server)

    with pytest.raises(Fault, match="room-not-empty"):
        move(file, server)
    with pytest.raises(Fault, match="room-not-empty"):
        move(server, file)
    with pytest.raises(Fault, match="database-not-there"):
        move(StorePlace(tmp_path / "none.db"), server)
    with closing(open_store(file)) as store:
        assert [*store.copy(OWN).walk()] == RECORDS
