"""A table as the director sees it. Knows nothing about sockets."""

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import NamedTuple

import msgspec

from engine.cards import Card
from engine.events import Mode
from engine.game.game import Game
from engine.hand.betting import actor, is_all_in
from engine.hand.state import SHOWDOWN, index_of
from engine.message import Message
from engine.public import left_since, legal_now
from engine.table.state import chips_at, is_playing
from kiosk.clock.tables.audit import AuditedTable, chips, players_left
from kiosk.clock.tables.call_log import BY_BOARD
from kiosk.protocol.link.wire import WireMessage
from kiosk.protocol.messages import TableHealth
from kiosk.protocol.numbered import NO_NAMES, Names, name_of
from kiosk.protocol.people import TwoStacks


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat with a player: the `chips` behind and the `bet` in front."""

    seat: int
    name: str
    chips: int
    bet: int
    live: bool
    all_in: bool
    turn: bool


class LinkState(msgspec.Struct, frozen=True, gc=False):
    """The state of the connection to a table, in the service's time. `heard_ms` is when records or a health report last
    arrived, and `since_ms` is when the connection last changed. Both are None until that first happens. `unread_ms` is
    when some of its card readers stopped working, or None while all of them are working. `elsewhere_ms` is since when
    its kiosk has been connected, but not in this tournament, or None if that is not the case."""

    linked: bool = False
    since_ms: int | None = None
    heard_ms: int | None = None
    health: TableHealth | None = None
    unread_ms: int | None = None
    elsewhere_ms: int | None = None


class FloorWaited(msgspec.Struct, frozen=True, gc=False):
    """An open call for the floor: the dealer's reason, if one was given, and when the call was made, in the service's
    time.
    """

    why: str
    since_ms: int


class TableView(WireMessage, frozen=True, tag="table"):
    """One table as the director sees it."""

    table: int
    link: LinkState
    records: int
    opened: bool
    hand: int
    playing: bool
    stage: str
    """A street, `push` before the pots are pushed, or an empty string between hands."""
    level: int
    """The number of the current level, or 0 before the first level."""
    button: int
    board: tuple[Card, ...]
    pot: int
    seat_count: int
    seats: tuple[SeatView, ...]
    players: int
    chips_found: int
    chips_issued: int
    adjusted: int
    removed: int
    flags: tuple[str, ...]
    dealer: str = ""
    floor: FloorWaited | None = None
    wrong_pins: int = 0
    """The number of consecutive wrong PINs entered for the dealer or for the floor, whichever is higher."""
    mode: Mode = "readers"
    uncounted: int = 0
    """The number of hands since the table's stacks were last counted."""
    remarks: tuple[str, ...] = ()
    sitting: int = 0
    typed: bool = False
    """Whether the table has no kiosk and is shown with the data that the director typed in."""


class ViewWords(NamedTuple):
    """The names of a table's players by their ids, and the language for the audit's findings."""

    names: Names = NO_NAMES
    say: Callable[[Message], str] = str


AS_RECORDED = ViewWords()


class FailedBackup(msgspec.Struct, frozen=True):
    """A failing automatic backup, either to the other `disk` or to the `tables`. It has the reason and the remedy, in
    words, and the time of the first failure, in the service's time."""

    where: str
    why: str
    fix: str
    since_ms: int


class AwaitedTable(msgspec.Struct, frozen=True):
    """A table whose records a rebuilt clock is waiting for, and how many are missing."""

    table: int
    records: int


def two_stacks(tablet: AuditedTable, clock: AuditedTable, names: Names) -> tuple[TwoStacks, ...]:
    """The seats whose player or chips differ between the tablet and the clock."""
    found = []
    for number, (mine, theirs) in enumerate(zip_longest(tablet.game.table.seats, clock.game.table.seats), 1):
        pair = tuple((one.player, one.chips) if one and one.player else ("", 0) for one in (mine, theirs))
        if pair[0] != pair[1]:
            who = " / ".join(dict.fromkeys(name_of(one, names) for one in (mine, theirs) if one and one.player))
            found.append(TwoStacks(number, who, pair[0][1], pair[1][1]))
    return tuple(found)


def table_view(
    audited: AuditedTable,
    link: LinkState,
    called_ms: int | None = None,
    words: ViewWords = AS_RECORDED,
    sitting: int = 0,
) -> TableView:
    """One table. Before the table has opened, its seats are as assigned. `called_ms` is when the table called the
    floor.

    The view matches `engine.public`, without computing everything else that a dealer's screen shows.
    """
    names, say = words.names, words.say
    table, held = audited.game.table, chips(audited)
    hand, playing, staffing = table.hand, is_playing(table), table.staffing
    terms = hand.deal.terms if hand and (playing or table.redeal) else table.blinds
    waiting = tuple(
        SeatView(seat.seat, name_of(seat, names), seat.chips, 0, live=False, all_in=False, turn=False)
        for seat in audited.due
    )
    return TableView(
        table=audited.seating.table,
        link=link,
        records=audited.seq,
        opened=table.book is not None,
        hand=hand.deal.hand if hand else table.hands,
        playing=playing,
        stage=_stage(audited.game),
        level=terms.level if terms else 0,
        button=table.at.button or table.button,
        board=hand.board if hand and playing else (),
        pot=hand.pot if hand else 0,
        seat_count=audited.seating.seat_count,
        seats=tuple(sorted((*_seats(audited.game, names), *waiting), key=lambda seat: seat.seat)),
        players=players_left(audited),
        chips_found=held.found,
        chips_issued=held.issued + sum(one.chips for one in audited.record.bought),
        adjusted=held.adjusted,
        removed=held.removed,
        flags=tuple(say(_named(flag, names)) for flag in audited.flags),
        dealer=staffing.dealer,
        floor=FloorWaited(staffing.call.why, called_ms) if staffing.call and called_ms is not None else None,
        wrong_pins=max(staffing.wrong_dealer, staffing.wrong_floor),
        mode=table.mode,
        uncounted=table.uncounted,
        remarks=tuple(map(say, audited.remarks)),
        sitting=sitting,
    )


def _stage(game: Game) -> str:
    """The stage according to the cards on the board, because the engine's street changes before the first card of the
    street is dealt."""
    hand = game.table.hand
    if hand is None or not is_playing(game.table):
        return ""
    if actor(hand) < 0 and legal_now(game, hand).push:  # never while a player still has to act
        return "push"
    return "showdown" if hand.street == SHOWDOWN else BY_BOARD[len(hand.board)]


def _named(flag: Message, names: Names) -> Message:
    """The flag with the name of the player, whom the audit knows by id."""
    name = names.get(str(flag.fields.get("name", "")))
    return flag if name is None else Message(flag.code, {**flag.fields, "name": name})


def _seats(game: Game, names: Names) -> Iterator[SeatView]:
    table, hand, left = game.table, game.table.hand, left_since(game)
    for number, sitting in enumerate(table.seats, 1):
        if sitting is None or not sitting.player:
            continue
        name, stack = name_of(sitting, names), chips_at(table, number)
        index = index_of(hand, number) if hand and number not in left else -1
        if hand is None or index < 0:
            yield SeatView(number, name, stack, 0, live=False, all_in=False, turn=False)
        else:
            is_next = actor(hand) == index and not hand.over
            yield SeatView(
                number, name, stack, hand.bets[index], hand.live[index], is_all_in(hand, index), turn=is_next
            )
