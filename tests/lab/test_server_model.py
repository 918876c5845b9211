"""The fault simulation's model of a PostgreSQL server answers as a real server does.

The same random calls are made to both, by two clocks that write, wait and follow. `KIOSK_FUZZ_EXAMPLES` says how many
sequences of calls are tried.
"""

import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.clock.store.history_choices import HistoryChoice
from kiosk.clock.store.pictures import id_of
from kiosk.clock.store.port import Alive, Append, Batch, Outdated, Snapshot
from kiosk.clock.store.postgres.followed import FollowedStore
from kiosk.clock.store.postgres.lease import LeaseWait
from kiosk.clock.store.postgres.store import PostgresStore
from kiosk.clock.store.remembered import MemoryEntry
from kiosk.clock.store.streams import sitting_stream, tournament_stream
from kiosk.faults import Fault
from kiosk.protocol.sync import Forked
from kiosk.storage.chain import START, chain, mark_of
from tests.kit.patience import PATIENCE_S
from tests.kit.postgres import Server, postgres
from tests.kit.sizes import size
from tests.lab.faults.servers import URL, SimulatedServers

__all__ = ["postgres"]

OWN, TABLE = tournament_stream("0a"), sitting_stream("0a", 1)
PNG = b"\x89PNG\r\n\x1a\n"
OPENINGS = ("one", "two", None)
LEFT_S = (-1, 3, 1_800)
"""How much of a lease is left: none, as much as a clock has to wait for if the session of the other has not ended, or
more than any test takes."""
PLACES = {"path", "error", "kept", "file"}
"""The parts of an error that depend on the server or on the folder."""
TABLES = {
    "lease": "SELECT epoch, owner, process, boot, mono_ms, wall_ms, until = '-infinity', beat_at IS NULL",
    "stream": "SELECT *",
    "record": "SELECT *",
    "aside": "SELECT *",
    "snapshot": "SELECT *",
    "access": "SELECT *",
    "changed": "SELECT changes",
    "name": "SELECT *",
    "picture": "SELECT id, body",
}


class RealServer:
    """One database of a real server, seen by its administrator."""

    def __init__(self, server: Server, closed: ExitStack) -> None:
        self.url = server.database()
        self._db = closed.enter_context(closing(psycopg.connect(self.url, autocommit=True)))

    def set_left(self, seconds: int) -> None:
        """So much of the lease is left."""
        with suppress(psycopg.errors.UndefinedTable):
            self._db.execute("UPDATE kiosk.lease SET until = clock_timestamp() + %s * interval '1 s'", (seconds,))

    def settle(self, sessions: int) -> None:
        """Wait until no more than these sessions are left. A server notices a little later that one has ended."""
        query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        deadline = time.monotonic() + PATIENCE_S
        while (self._db.execute(query).fetchone() or (0,))[0] > sessions:
            assert time.monotonic() < deadline
            time.sleep(0.002)

    def content(self) -> dict[str, list[Any]]:
        """All rows."""
        if self._db.execute("SELECT to_regnamespace('kiosk')").fetchone() == (None,):
            return {}
        return {
            table: sorted(self._db.execute(f"{query} FROM kiosk.{table}".encode()).fetchall())
            for table, query in TABLES.items()
        }


class ModelServer:
    """The model, seen in the same way."""

    url = URL

    def __init__(self, closed: ExitStack) -> None:
        servers = SimulatedServers(lambda: 1_000 * time.monotonic())
        closed.enter_context(servers.between())
        self._servers, self._database = servers, servers.primary.database

    def set_left(self, seconds: int) -> None:
        """So much of the lease is left."""
        for key, lease in self._database.leases.items():
            self._database.leases[key] = lease._replace(until_ms=self._servers.now_ms() + 1_000 * seconds)

    def settle(self, _: int) -> None:
        """A session ends at once."""

    def content(self) -> dict[str, list[Any]]:
        """All rows."""
        db = self._database
        if not db.forms:
            return {}
        epoch, owner, process, until_ms, boot, mono_ms, wall_ms, beat_ms = db.lease
        return {
            "lease": [(epoch, owner, process, boot, mono_ms, wall_ms, until_ms == float("-inf"), beat_ms is None)],
            "stream": sorted((stream, *row) for stream, row in db.streams.items()),
            "record": sorted((stream, seq, *row) for stream, rows in db.records.items() for seq, row in rows.items()),
            "aside": sorted(db.aside.values()),
            "snapshot": sorted((stream, *row) for stream, row in db.snapshots.items()),
            "access": sorted((*key, body) for key, body in db.access.items()),
            "changed": [(db.changes[""],)],
            "name": sorted(db.names.items()),
            "picture": sorted((its_id, body) for its_id, (_, body) in db.pictures.items()),
        }


class Clocks:
    """Two clocks that use one database."""

    def __init__(self, server: RealServer | ModelServer, folder: Path) -> None:
        self._server = server
        self._folder = folder
        self.stores: dict[str, PostgresStore] = {}
        self._followed: FollowedStore | None = None
        self._news: list[object] = []

    def close(self) -> None:
        """Close everything."""
        for name in list(self.stores):
            self.kill(name, 0)
        if self._followed:
            self._followed.close()

    def _set_left(self, number: int) -> None:
        """All sessions that have ended are gone, and so much of the lease is left."""
        self._server.settle(sum(not store._db.closed for store in self.stores.values()) + bool(self._followed))
        self._server.set_left(LEFT_S[number % 3])

    def open(self, name: str, number: int) -> object:
        """Take the lease, if it is free."""
        if name in self.stores:
            self.shut(name, number)
        self._set_left(number)
        folder = self._folder / name
        folder.mkdir(exist_ok=True)
        self.stores[name] = store = PostgresStore(self._server.url, folder / "clock", name, name)
        away = None if store.away_ms is None else store.away_ms // 60_000
        return away, store.took_over, store.restored, store.brought, [short[:3] for short in store.shortfalls]

    def shut(self, name: str, _: int) -> None:
        """Give the lease back."""
        store = self.stores.pop(name)
        store.close()

    def kill(self, name: str, _: int) -> None:
        """End a clock in the middle."""
        store = self.stores.pop(name)
        store._second.close()
        store._db.close()

    def cut(self, name: str, _: int) -> None:
        """Lose a clock's connection."""
        self.stores[name]._db.close()

    def send(self, name: str, number: int) -> object:
        """A table sends records, few or many, again or not, in one of several epochs."""
        store = self.stores[name]
        head = store.copy(TABLE).head()
        after = START if number == 3 else head
        records = chain(after, 1 + number // 3, 7, [b"%d" % one for one in range(150 if number == 5 else number)])
        return store.commit([Batch(TABLE, 1 + number // 3, records, OPENINGS[number % 3])])

    def decide(self, name: str, number: int) -> object:
        """The clock writes decisions with a new name, perhaps not after the last ones."""
        store = self.stores[name]
        head = START if number == 7 else store.copy(OWN).head()
        store.names.number_of(f"Player {number}")
        store.append(Append(OWN, head, chain(head, store.copy(OWN).epoch(), 5, [b'"Player 3"'] * (1 + number // 4))))
        return store.copy(OWN).standing()

    def grant(self, name: str, number: int) -> object:
        """Let a kiosk write."""
        return self.stores[name].grant(TABLE, OPENINGS[number % 2] or "")

    def open_stream(self, name: str, _: int) -> object:
        """Begin a new epoch of a stream."""
        return self.stores[name].open_stream(OWN)

    def set_aside(self, name: str, number: int) -> object:
        """Set records aside."""
        self.stores[name].set_aside(TABLE, number)
        return self.read(name, number)

    def choose(self, name: str, number: int) -> object:
        """Choose another history."""
        store = self.stores[name]
        held = [*store.copy(TABLE).walk()][:number]
        after = mark_of(held[-1]) if held else START
        rest = chain(after, 2, 9, [b"dos"] * (number // 2))
        note = store.choose(HistoryChoice(TABLE, 1, "Flo", 7, after, rest, 4, "nobody's"))
        return note and (note.after, note.aside, note.end, note.epoch)

    def keep(self, name: str, number: int) -> object:
        """Remember something, or forget it."""
        store, body = self.stores[name], None if number % 3 == 0 else b"%d" % number
        store.keep(MemoryEntry("staff", f"{number % 2}", body), MemoryEntry("device", "x", b"1"))
        return sorted(store.kept("staff").items())

    def keep_picture(self, name: str, number: int) -> object:
        """Store a picture, or delete it."""
        pictures, picture = self.stores[name].pictures, PNG + bytes([number // 2])
        if number % 2:
            pictures.remove(id_of(picture))
        else:
            pictures.keep(picture)
        return [(its_id, pictures.read(its_id)) for its_id in pictures.listed()]

    def be_alive(self, name: str, number: int) -> object:
        """Renew the lease."""
        self.stores[name].say_alive(Alive(name, number, 1_000 + number))
        return self.stores[name].last_alive()

    def keep_snapshot(self, name: str, number: int) -> object:
        """Keep a snapshot."""
        store = self.stores[name]
        store.keep_snapshot(TABLE, Snapshot(store.copy(TABLE).head(), b"program", b"%d" % number))
        return store.copy(TABLE).snapshot(b"program")

    def erase(self, name: str, number: int) -> object:
        """Erase a name."""
        return self.stores[name].erase([f"Player {number}"], [f"Player {number}"])

    def hold(self, name: str, _: int) -> object:
        """Keep the lease."""
        self.stores[name].hold(1_800)
        return None

    def read(self, name: str, number: int) -> object:
        """Read a stream in several ways."""
        copy = self.stores[name].copy(TABLE)
        walked = [[*copy.walk()], [*copy.walk(copy.head())]]
        found = copy.standing(), copy.begun_ms(), copy.held(number), copy.read(number, 2), copy.found()
        return walked, found, self.stores[name].streams("")

    def wait(self, name: str, number: int) -> object:
        """Look whether the lease may be taken."""
        self._set_left(number)
        with closing(LeaseWait(self._server.url, name, name, self._folder / name / "clock")) as waiting:
            why = waiting.look()
        return why and answer_of(why)

    def follow(self, _: str, number: int) -> object:
        """Read what is new without writing."""
        if self._followed is None or number == 0:
            if self._followed:
                self._followed.close()
            self._followed = FollowedStore(self._server.url, "c", lambda: 0)
            for stream in (OWN, TABLE):
                self._followed.tell(stream, self._news.append)
            self._followed.tell_tables(lambda stream, records: self._news.append((stream, records)))
            self._followed.tell_kept("staff", lambda kept: self._news.append(sorted(kept.items())))
        try:
            for tell in self._followed.look():
                tell()
        except (Outdated, Fault):
            self._followed.close()
            self._followed = None
            raise
        return [*self._news], self._followed.names.text_of(1), self._followed.pictures.listed()


CALLS: dict[str, Callable[[Clocks, str, int], object]] = {
    name: call for name, call in vars(Clocks).items() if not name.startswith("_") and name not in {"close", "stores"}
}
WITHOUT_A_STORE = {"open", "wait", "follow"}


def answer_of(fault: Exception) -> object:
    if not isinstance(fault, Fault):
        return type(fault).__name__
    fields = {name: value for name, value in fault.message.fields.items() if name not in PLACES}
    return type(fault).__name__, fault.message.code, fields


def answers(clocks: Clocks, calls: list[tuple[str, str, int]]) -> list[object]:
    """The answer to each call."""
    found: list[object] = []
    for call, name, number in calls:
        if name not in clocks.stores and call not in WITHOUT_A_STORE:
            continue
        try:
            found.append((call, name, CALLS[call](clocks, name, number)))
        except (Fault, Outdated) as fault:
            found.append((call, name, answer_of(fault)))
    return [*found]


def plain(answer: object) -> object:
    """Errors in an answer as values, and the rest as it is."""
    if isinstance(answer, Fault | Forked):
        return answer_of(answer)
    if type(answer) in {list, tuple}:
        assert isinstance(answer, list | tuple)
        return [plain(one) for one in answer]
    return answer


steps = st.tuples(st.sampled_from(sorted(CALLS)), st.sampled_from("ab"), st.integers(0, 7))


@pytest.mark.slow
@settings(max_examples=size("KIOSK_FUZZ_EXAMPLES", 25))
@given(calls=st.lists(steps, min_size=5, max_size=40))
def test_the_model_answers_as_a_real_server_does(postgres, tmp_path_factory, calls):
    said = []
    for make in (lambda closed: RealServer(postgres, closed), ModelServer):
        with ExitStack() as closed:
            server = make(closed)
            clocks = Clocks(server, tmp_path_factory.mktemp("clocks"))
            with closing(clocks):
                found = plain(answers(clocks, [("open", "a", 0), *calls]))
                said.append((found, server.content()))

    real, model = said
    assert model == real
