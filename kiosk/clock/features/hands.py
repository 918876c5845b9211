"""The hands in a tournament: in the formats of other programs, the most recent ones in words, and as a player's story.
Hole cards that were never tabled are never included, because no table knows them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from operator import attrgetter
from typing import Literal, NamedTuple

import msgspec

from engine.cards import Card
from engine.events import Event
from engine.history.ohh.text import ohh_line
from engine.history.phh.text import to_phh
from engine.history.pokerstars import BETWEEN, to_pokerstars
from engine.history.recall import Recalled, SeatedPlayer, recall
from engine.history.record import HandRecord, hands
from engine.history.stack_line import HandResult, Happened, StackLine, StackPoint, biggest, stack_line
from engine.tournament.field.entries import of_player
from engine.tournament.levels.structure import blinds
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import stacks_held
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.tournaments.room import Place
from kiosk.protocol.codec import Unreadable, decode_event
from kiosk.protocol.numbered import Names, named
from kiosk.storage.chain import Record
from ui.words import Words
from ui.words.history.hand import in_words

HandForm = Literal["ohh", "phhs", "pokerstars"]
AT_ONCE = 5_000
"""How many records are read at a time."""
MOST_HANDS = 50
BIG_POTS = 5


class Whose(NamedTuple):
    """A player as identified at tables: by the numbers of their entries, or by the ids that they had when seated by
    name. At a table without entry numbers, a player is identified by name."""

    ids: frozenset[str]
    name: str


class HandFilter(NamedTuple):
    """Which hands to include: those of a physical table, a player, or a level. 0 and None mean any."""

    table: int = 0
    whose: Whose | None = None
    level: int = 0


def whose(tournament: Tournament, entry: int) -> Whose:
    """The player of this entry, with all their entries."""
    one = tournament.entries[entry]
    entries = of_player(tournament.entries, tournament.players, one.player) or [one]
    aliases = [each.alias.player for each in entries if each.alias]
    return Whose(frozenset([*(str(each.number) for each in entries), *aliases]), one.name)


async def hands_text(publisher: Publisher, form: HandForm, wanted: HandFilter) -> AsyncIterator[str]:
    """The requested finished hands, one sitting after another. The service stays responsive while a sitting is read."""
    number = 0
    for key in publisher.desk.audited.keys:
        if wanted.table not in (0, publisher.desk.table_of(key)):
            continue
        records = await read_all(partial(publisher.desk.records, key))
        for hand in await asyncio.to_thread(finished, records, publisher.desk.accounts.names(key)):
            if is_wanted(hand, wanted):
                number += 1
                yield hand_text(hand, form, number)


async def read_all(read: Callable[[int, int], Awaitable[list[Record]]]) -> list[Record]:
    """Every record of a table. `read` returns the records after a given number, up to a given maximum. Raises
    `Fault`."""
    records: list[Record] = []
    while some := await read(len(records), AT_ONCE):
        records += some
    return records


def understood(records: Iterable[Record]) -> Iterator[tuple[int, Event]]:
    """The events and their wall-clock times, up to the first record that this program does not understand."""
    with suppress(Unreadable):
        for record in records:
            yield record.at_ms, decode_event(record.body)


def finished(records: Iterable[Record], names: Names) -> list[HandRecord]:
    """The finished hands, up to the first record that this program does not understand."""
    timed = list(understood(records))
    times = [datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S") for at_ms, _ in timed]
    return hands([named(event, names) for _, event in timed], times)


def hand_text(hand: HandRecord, form: HandForm, number: int) -> str:
    """One hand in a file. `number` is its position in the file, starting at 1."""
    text, between = _in_form(hand, form, number)
    return f"{between}{text}" if number > 1 else text


def _in_form(hand: HandRecord, form: HandForm, number: int) -> tuple[str, str]:
    """The hand, and what separates it from the hand before it."""
    match form:
        case "ohh":
            return ohh_line(hand), "\n"
        case "phhs":
            return f"[{number}]\n{to_phh(hand)}", "\n"
        case "pokerstars":
            return to_pokerstars(hand), BETWEEN


def is_wanted(hand: HandRecord, wanted: HandFilter) -> bool:
    """Whether a hand was played at the wanted level and dealt to the wanted player."""
    if wanted.level not in (0, hand.deal.terms.level):
        return False
    if (who := wanted.whose) is None:
        return True
    has_numbers = any(player.isdecimal() for player in hand.players)
    return not who.ids.isdisjoint(hand.players) or (who.name in hand.names and not has_numbers)


class LastHand(msgspec.Struct, frozen=True):
    """One hand: how it ended (`fold`, `showdown`, `floor`; `told` or `counted` if it was only reported), who won, and
    who showed what, by seat and name. `text` is the whole hand in words, or empty if it was only reported."""

    hand: int
    ending: str
    pot: int
    winners: tuple[SeatedPlayer, ...]
    board: tuple[Card, ...]
    shown: tuple[tuple[SeatedPlayer, tuple[Card, ...]], ...]
    out: tuple[SeatedPlayer, ...]
    text: str


async def last_hands(place: Place, count: int, words: Words) -> tuple[LastHand, ...]:
    """The last hands, the newest first. Raises `Fault` if the disk fails."""
    records, names = await read_all(partial(place.desk.records, place.key)), place.desk.accounts.names(place.key)
    return await asyncio.to_thread(_read, records, min(count, MOST_HANDS), names, words)


def _read(records: Iterable[Record], count: int, names: Names, words: Words) -> tuple[LastHand, ...]:
    events = [named(event, names) for _, event in understood(records)]
    return tuple(_said(one, words) for one in recall(events, count))


def _said(one: Recalled, words: Words) -> LastHand:
    text = in_words(one.record, words) if one.record else ""
    return LastHand(one.hand, one.ending, one.pot, one.winners, one.board, one.shown, one.out, text)


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
        records = await read_all(partial(desk.records, key))
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
    timed = list(understood(records))
    return stack_line([event for _, event in timed], [at_ms for at_ms, _ in timed], table, ids)


def _typed(publisher: Publisher, entry: int) -> StackLine:
    """The entry's stacks that the director typed in for tables without a kiosk."""
    state = publisher.desk.state
    points = [
        StackPoint(state.sittings[number].table, typing.hands, typing.at_ms, count.chips)
        for number, typings in state.typed.items()
        for typing in typings
        for count in typing.counts
        if count.entry == entry
    ]
    return StackLine(tuple(points))
