"""A player's story in a tournament: the stack hand by hand, the big pots, seats, moves and penalties, read from the
records of the tables where they sat."""

import asyncio
from collections.abc import Iterable
from operator import attrgetter

import msgspec

from engine.history.stack_line import HandResult, Happened, StackLine, StackPoint, biggest, stack_line
from engine.tournament.field.entries import of_player
from engine.tournament.levels.structure import blinds
from engine.tournament.tables.facts import stacks_held
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.web.hands.hands import whose
from kiosk.protocol.codec import Unreadable, decode_event
from kiosk.storage.chain import Record

AT_ONCE = 5_000
BIG_POTS = 5


class StoryView(msgspec.Struct, frozen=True):
    """A player's story: the `entries` they bought, and their `chips` and `rank` now (both 0 once they are out).
    `average` is the current average stack, and `big` is the big blind."""

    entry: int
    name: str
    entries: int
    chips: int
    rank: int
    players: int
    average: int
    big: int
    points: tuple[StackPoint, ...]
    pots: tuple[HandResult, ...]
    happened: tuple[Happened, ...]


async def story_view(publisher: Publisher, entry: int) -> StoryView:
    """The story of this entry's player. The entry must exist. Raises `Fault` if the disk fails."""
    desk = publisher.desk
    tournament, who = desk.state, whose(desk.state, entry)
    lines = [_typed(publisher, entry)]
    for key in desk.audited.keys:
        records: list[Record] = []
        while some := await desk.records(key, len(records), AT_ONCE):
            records += some
        lines.append(await asyncio.to_thread(_line, records, desk.table_of(key), frozenset(who.ids)))
    stacks = stacks_held(desk.accounts.facts())
    player = tournament.entries[entry].player
    mine = [one.number for one in of_player(tournament.entries, tournament.players, player)]
    chips = max((stacks.get(number, 0) for number in mine), default=0)
    results = [one for line in lines for one in line.results]
    figures = desk.accounts.figures()
    return StoryView(
        entry=entry,
        name=who.name,
        entries=len(mine),
        chips=chips,
        rank=1 + sum(other > chips for other in stacks.values()) if chips else 0,
        players=figures.players_left,
        average=figures.average,
        big=blinds(desk.structure, tournament.clock.index).big,
        points=tuple(sorted((one for line in lines for one in line.points), key=attrgetter("at_ms"))),
        pots=tuple(biggest(results, BIG_POTS)),
        happened=tuple(sorted((one for line in lines for one in line.happened), key=attrgetter("at_ms"))),
    )


def _line(records: Iterable[Record], table: int, ids: frozenset[str]) -> StackLine:
    """The player's stack up to the first record that this program does not understand."""
    events, times = [], []
    for record in records:
        try:
            events.append(decode_event(record.body))
        except Unreadable:
            break
        times.append(record.at_ms)
    return stack_line(events, times, table, ids)


def _typed(publisher: Publisher, entry: int) -> StackLine:
    """The stack that the director typed in for tables without a kiosk."""
    state = publisher.desk.state
    points = [
        StackPoint(state.sittings[number].table, typing.hands, typing.at_ms, count.chips)
        for number, typings in state.typed.items()
        for typing in typings
        for count in typing.counts
        if count.entry == entry
    ]
    return StackLine(tuple(points))
