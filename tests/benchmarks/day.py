"""A day of 600 tables as records: the cost of an order and of a table's records at its desk, and of a restart from the
store.

`KIOSK_DAY` sets how many records each table has.
"""

import asyncio
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import process_time
from typing import Any

import msgspec

from engine import actions as at_table
from engine.game.game import Game
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from engine.terms import Blinds
from engine.tournament.actions import AddEntry
from engine.tournament.proposals.proposals import proposals
from engine.tournament.state import Tournament
from kiosk.clock.store.port import Append, Batch, Snapshot
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.streams import SITTING, sitting_stream, tournament_stream
from kiosk.clock.store.writer import Writer
from kiosk.clock.tables.snapshot import pack, program
from kiosk.clock.times import Times
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.records.named import NamedForm
from kiosk.protocol.codec import encode_event
from kiosk.storage.chain import START, Mark, Record, chain
from tests.benchmarks.tournament import begun
from tests.kit.desks import begun as running
from tests.kit.desks import opened
from tests.kit.randomplay import Habits, ask, next_action
from tests.kit.sizes import size
from tests.kit.small_room import CREATE, TDA

SIZES, DAY = (10, 100, 600, 1200), 600
RECORDS = size("KIOSK_DAY", 1_500)
"""Records at each table of the day: two hours of play."""
BEFORE = 200
"""Records at each table when the cost of one event is measured."""
AT_ONCE = 12
"""Records that a table sends together: half a hand."""
SINCE_SNAPSHOT = 50
"""Records, in the middle of the 100 from one snapshot to the next."""
SEATS, LARGE, RUNS = 9, 400, 9
CALM = Habits(kill=0, undo=0, move=0)
TIMES = Times(lambda: 10_000, lambda: 1_000_000, "boot")


def measure() -> dict[str, Any]:
    """CPU time, each figure next to the time to read the same bytes."""
    return {
        "a day": _day(DAY, RECORDS),  # first, for the peak of memory
        "one event": {f"{tables} tables": asyncio.run(_one_event(tables)) for tables in SIZES},
    }


async def _one_event(tables: int) -> dict[str, Any]:
    """Milliseconds, and each as a multiple of decoding the records that a table sends together."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder, "clock.db"))
        room = fill(store, tables, BEFORE)
        writer = Writer(store, lambda *_: None)
        desk = running(store, writer, TIMES)
        after = records_of(room, 1, BEFORE + AT_ONCE * RUNS)[BEFORE:]
        sent = [after[first : first + AT_ONCE] for first in range(0, len(after), AT_ONCE)]
        floor = median([_ms(partial(_decode, one)) for one in sent])
        taken = median([_ms(partial(desk.audited.taken, 1, one)) for one in sent])
        orders = [await _order_ms(desk, AddEntry(f"late{number}", f"Late {number}")) for number in range(RUNS)]
        context = desk.context()
        if context is None or desk.audited.tables[1].halted or desk.audited.tables[1].seq != BEFORE + AT_ONCE * RUNS:
            raise RuntimeError("the records of table 1 were not taken")
        looks = [_ms(lambda: proposals(desk.state, context)) for _ in range(RUNS)]
        desk.close()
        writer.close()
    times = {"a table's records taken": taken, "an order done": median(orders), "proposals": median(looks)}
    return {
        "decode_ms": round(floor, 3),
        **{name: {"ms": round(ms, 2), "ratio": round(ms / floor, 1)} for name, ms in times.items()},
    }


async def _order_ms(desk: Desk, action: AddEntry) -> float:
    began = process_time()
    await desk.order(action)
    return (process_time() - began) * 1000


def _day(tables: int, records: int) -> dict[str, Any]:
    """Seconds until the desk knows every table, compared with reading the store and decoding every body."""
    with tempfile.TemporaryDirectory() as folder, closing(SqliteStore(Path(folder, "clock.db"))) as store:
        room = fill(store, tables, records - SINCE_SNAPSHOT)
        snapshots = _snapshots(store, room)
        for number in room.sittings:
            _send(store, room, number, records_of(room, number, records)[-SINCE_SNAPSHOT:])
        decoded = _ms(lambda: _decode_all(store)) / 1000
        whole = _ms(lambda: _restart(store, records)) / 1000
        for stream, snapshot in snapshots.items():
            store.keep_snapshot(stream, snapshot)
        resumed = _ms(lambda: _restart(store, records)) / 1000
    read = tables * records
    return {
        "tables": tables,
        "records": read,
        "seconds": {
            "read and decoded": round(decoded, 1),
            "restart from snapshots": round(resumed, 1),
            "restart from all records": round(whole, 1),
        },
        "records a second": {"from snapshots": round(read / resumed), "from all records": round(read / whole)},
        "ratio_from_snapshots": round(resumed / decoded, 1),
        "ratio_from_all_records": round(whole / decoded, 1),
        "peak_memory_mb": round(getrusage(RUSAGE_SELF).ru_maxrss / 1024),
    }


def fill(store: SqliteStore, tables: int, records: int) -> Tournament:
    """A tournament that has begun, and this many records of each of its tables."""
    room, events = begun(tables)
    form, its_id = NamedForm(store.names), room.id
    stream = tournament_stream(its_id)
    store.append(Append(stream, START, chain(START, store.open_stream(stream), 0, map(form.encode, events))))
    for number in room.sittings:
        _send(store, room, number, records_of(room, number, records))
    return room


def _send(store: SqliteStore, room: Tournament, number: int, records: list[Record]) -> None:
    (taken,) = store.commit([Batch(sitting_stream(room.id, number), 1, records)])
    if not isinstance(taken, Mark):
        raise taken


def records_of(room: Tournament, number: int, count: int) -> list[Record]:
    """The records of a sitting's table, with the players who were drawn there."""
    sits = [
        (seat.seat, entry, room.entries[entry].name) for seat, entry in room.occupied.items() if seat.sitting == number
    ]
    return recorded(number, sits, count)


def recorded(table: int, sits: Iterable[tuple[int, int, str]], count: int) -> list[Record]:
    """The records of a physical table with the entry, and its name, at each taken seat."""
    held = sorted(sits)
    bodies = _played(tuple(seat for seat, _, _ in held), count)
    begin, rest = bodies[: len(held) + 10], bodies[len(held) + 10 :]
    opened = tuple(one.replace(b'"table":1,', b'"table":%d,' % table) for one in begin[:2])  # request and result
    begin = (*opened, *begin[2:])
    for seat, entry, name in held:
        begin = tuple(
            one.replace(b"<%d>" % seat, b"%d" % entry).replace(b"[%d]" % seat, name.encode()) for one in begin
        )
    return chain(START, 1, 0, [*begin, *rest])


@cache
def _played(seats: tuple[int, ...], count: int) -> tuple[bytes, ...]:
    """The same hands for all tables where these seats are taken."""
    return tuple(islice(_bodies(Random(1), seats), count))


def _bodies(dice: Random, seats: tuple[int, ...]) -> Iterator[bytes]:
    """Play without large bets, so that nobody busts."""
    stack = CREATE.structure.starting_stack
    opening = [
        OpenTable(1, CREATE.name, TDA, SEATS),
        *(TakeSeat(seat, f"<{seat}>", f"[{seat}]", stack) for seat in seats),
        SetLevel(Blinds(1, 25, 50, 0, "none", 25)),
        PlaceButton(seats[0]),
    ]
    game = Game()
    while True:
        action = opening.pop(0) if opening else next_action(game, dice, CALM)
        if isinstance(action, at_table.Bet | at_table.RaiseTo) and action.to > LARGE:
            continue
        step = ask(game, action)
        game = step.after
        yield from map(encode_event, step.record)


def _restart(store: SqliteStore, records: int) -> None:
    found = {(table.seq, table.halted) for table in opened(store, TIMES).audited.tables.values()}
    if found != {(records, False)}:
        raise RuntimeError("a table is not where its records end")


def _snapshots(store: SqliteStore, room: Tournament) -> dict[str, Snapshot]:
    """The snapshots that a running clock would store."""
    tables = opened(store, TIMES).audited.tables
    streams = {sitting_stream(room.id, key): table for key, table in tables.items()}
    return {name: Snapshot(store.copy(name).head(), program(), pack(table)) for name, table in streams.items()}


def _decode_all(store: SqliteStore) -> None:
    for stream in store.streams(SITTING):
        _decode(store.copy(stream).walk())


def _decode(records: Iterable[Record]) -> None:
    for record in records:
        msgspec.json.decode(record.body)


def _ms(what: Callable[[], object]) -> float:
    began = process_time()
    what()
    return (process_time() - began) * 1000
