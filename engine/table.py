"""A table: who sits where with how many chips, the button, the level waiting, and the hand in play."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import hand as one_deal
from engine.actions import (
    Action,
    LeaveSeat,
    OpenTable,
    PlaceButton,
    Push,
    SetLevel,
    StartHand,
    TakeSeat,
)
from engine.button import Positions, dead_button, dealt_in, first_positions
from engine.events import (
    Blinds,
    ButtonPlaced,
    Event,
    HandEnded,
    HandStarted,
    LevelSet,
    SeatLeft,
    SeatTaken,
    TableOpened,
)
from engine.felt import HAND_EVENTS, ChipsNotConserved, Hand, lay_out
from engine.refused import Refused
from engine.rulebook import RuleBook

MOST_SEATS = 10


class Seat(msgspec.Struct, frozen=True):
    """A player and the chips they hold between hands; during a hand the felt knows better (`chips_at`)."""

    player: str
    name: str
    chips: int


class Table(msgspec.Struct, frozen=True):
    """One table at one moment. `seats[0]` is seat 1."""

    number: int = 0
    event: str = ""
    book: RuleBook | None = None
    seats: tuple[Seat | None, ...] = ()
    at: Positions = Positions()
    button: int = 0
    """Where the button lies before the first hand, 0 when it has not been placed."""
    blinds: Blinds | None = None
    """The level that the next hand is played at."""
    hand: Hand | None = None
    """The hand in play, or the last one."""
    hands: int = 0
    issued: int = 0
    """Chips brought to this table, less those taken away."""


def is_playing(table: Table) -> bool:
    """Whether a hand is in play."""
    return table.hand is not None and not table.hand.over


def book_of(table: Table) -> RuleBook:
    """The rule book. Raises `Refused` before the table is open."""
    if table.book is None:
        raise Refused("the table is not open yet")
    return table.book


def chips_at(table: Table, seat: int) -> int:
    """Chips behind at a seat now; 0 for an empty one."""
    if is_playing(table) and table.hand is not None and seat in table.hand.deal.seats:
        return table.hand.stacks[table.hand.deal.seats.index(seat)]
    sitting = table.seats[seat - 1]
    return sitting.chips if sitting else 0


def players(table: Table) -> tuple[int, ...]:
    """The seats with chips."""
    return tuple(number for number, seat in enumerate(table.seats, 1) if seat and seat.chips)


def start_problem(table: Table) -> Refused | None:
    """Why the next hand cannot start; None when it can."""
    if table.book is None:
        return Refused("the table is not open yet")
    if is_playing(table):
        return Refused("finish this hand first")
    if len(players(table)) < 2:
        return Refused("a hand needs two players with chips")
    if table.blinds is None:
        return Refused("no level yet: wait for the clock or set one")
    if not table.button and not table.at.big:
        return Refused("place the button first")
    return None


def decide(table: Table, action: Action) -> list[Event]:
    """The facts that follow from an action. Raises `Refused`; then nothing has changed."""
    rule = _RULES.get(type(action))
    if rule is not None:
        return rule(table, action)
    book = book_of(table)
    if table.hand is None:
        raise Refused("no hand is in play")
    events = one_deal.decide(table.hand, action, book)
    return events + _busts(table, events) if isinstance(action, Push) else events


def apply(table: Table, event: Event) -> Table:
    """The table after a fact. Raises `ChipsNotConserved` rather than go on with chips made or lost."""
    after = _CHANGES.get(type(event), _in_hand)(table, event)
    held = sum(seat.chips for seat in after.seats if seat)
    if held != after.issued:
        raise ChipsNotConserved(f"table {after.number}: {event} leaves {held:,} chips of {after.issued:,}")
    return after


def _busts(table: Table, events: list[Event]) -> list[Event]:
    ended = events[-1]
    busts: list[Event] = []
    if isinstance(ended, HandEnded):
        for number, chips in zip(ended.seats, ended.stacks, strict=True):
            seat = table.seats[number - 1]
            if chips == 0 and seat:
                busts.append(SeatLeft(number, seat.player, 0))
    return busts


def _open(table: Table, action: OpenTable) -> list[Event]:
    if table.book is not None:
        raise Refused(f"table {table.number} is open already")
    if not 2 <= action.seat_count <= MOST_SEATS:
        raise Refused(f"a table has 2 to {MOST_SEATS} seats, not {action.seat_count}")
    return [TableOpened(action.table, action.event, action.book, action.seat_count)]


def _take_seat(table: Table, action: TakeSeat) -> list[Event]:
    book_of(table)
    if not 1 <= action.seat <= len(table.seats):
        raise Refused(f"there is no seat {action.seat} at this table")
    if table.seats[action.seat - 1]:
        raise Refused(f"seat {action.seat} is taken")
    if action.chips <= 0:
        raise Refused("a player sits down with chips")
    if any(seat and seat.player == action.player for seat in table.seats):
        raise Refused(f"{action.name} sits at this table already")
    return [SeatTaken(action.seat, action.player, action.name, action.chips)]


def _leave_seat(table: Table, action: LeaveSeat) -> list[Event]:
    if is_playing(table):
        raise Refused("finish this hand first")
    seat = table.seats[action.seat - 1] if 1 <= action.seat <= len(table.seats) else None
    if seat is None:
        raise Refused(f"nobody sits in seat {action.seat}")
    return [SeatLeft(action.seat, seat.player, seat.chips)]


def _place_button(table: Table, action: PlaceButton) -> list[Event]:
    if table.hands:
        raise Refused("the button moves by itself after the first hand", book_of(table).button.clause)
    if not 1 <= action.seat <= len(table.seats):
        raise Refused(f"there is no seat {action.seat} at this table")
    return [ButtonPlaced(action.seat)]


def _set_level(_: Table, action: SetLevel) -> list[Event]:
    blinds = action.blinds
    if not 0 <= blinds.small <= blinds.big or blinds.big <= 0 or blinds.ante < 0 or blinds.chip <= 0:
        raise Refused(f"level {blinds.level}: a level needs 0 <= small <= big, an ante of 0 or more and a chip above 0")
    return [LevelSet(blinds)]


def _start_hand(table: Table, _: StartHand) -> list[Event]:
    if problem := start_problem(table):
        raise problem
    return one_deal.start(_next_deal(table), book_of(table))


def _next_deal(table: Table) -> HandStarted:
    terms = table.blinds
    if terms is None:
        raise Refused("no level yet: wait for the clock or set one")
    seats = players(table)
    at = dead_button(seats, table.at) if table.at.big else first_positions(seats, table.button)
    order = dealt_in(seats, at)
    owes = {at.small: terms.small, at.big: terms.big}
    payers = {"none": (), "each": order, "big-blind": (at.big,)}[terms.ante_form]
    return HandStarted(
        hand=table.hands + 1,
        button=at.button,
        seats=order,
        stacks=tuple(chips_at(table, seat) for seat in order),
        antes=tuple(terms.ante if seat in payers else 0 for seat in order),
        blinds=tuple(owes.get(seat, 0) for seat in order),
        antes_matched=terms.ante_form == "each",
        terms=terms,
        small=at.small,
        big=at.big,
    )


def _table_opened(table: Table, event: TableOpened) -> Table:
    return replace(table, number=event.table, event=event.event, book=event.book, seats=(None,) * event.seat_count)


def _with_seat(table: Table, number: int, seat: Seat | None) -> tuple[Seat | None, ...]:
    return (*table.seats[: number - 1], seat, *table.seats[number:])


def _seat_taken(table: Table, event: SeatTaken) -> Table:
    seat = Seat(event.player, event.name, event.chips)
    return replace(table, seats=_with_seat(table, event.seat, seat), issued=table.issued + event.chips)


def _seat_left(table: Table, event: SeatLeft) -> Table:
    return replace(table, seats=_with_seat(table, event.seat, None), issued=table.issued - event.chips)


def _button_placed(table: Table, event: ButtonPlaced) -> Table:
    return replace(table, button=event.seat)


def _level_set(table: Table, event: LevelSet) -> Table:
    return replace(table, blinds=event.blinds)


def _hand_started(table: Table, event: HandStarted) -> Table:
    at = Positions(event.button, event.small, event.big)
    return replace(table, hand=lay_out(event), hands=event.hand, at=at)


def _hand_ended(table: Table, event: HandEnded) -> Table:
    after = _in_hand(table, event)
    for number, chips in zip(event.seats, event.stacks, strict=True):
        if seat := after.seats[number - 1]:
            after = replace(after, seats=_with_seat(after, number, replace(seat, chips=chips)))
    return after


def _in_hand(table: Table, event: Event) -> Table:
    if type(event) not in HAND_EVENTS or table.hand is None:
        raise ChipsNotConserved(f"table {table.number}: {event} without a hand in play")
    return replace(table, hand=one_deal.apply(table.hand, event))


_RULES: dict[type[Action], Callable[[Table, Any], list[Event]]] = {
    OpenTable: _open,
    TakeSeat: _take_seat,
    LeaveSeat: _leave_seat,
    PlaceButton: _place_button,
    SetLevel: _set_level,
    StartHand: _start_hand,
}
_CHANGES: dict[type[Event], Callable[[Table, Any], Table]] = {
    TableOpened: _table_opened,
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    ButtonPlaced: _button_placed,
    LevelSet: _level_set,
    HandStarted: _hand_started,
    HandEnded: _hand_ended,
}
