"""A table: who sits where with how many chips, the button, the level waiting, and the hand in play."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import hand as one_deal
from engine import overrides, penalties
from engine.actions import (
    Action,
    Disqualify,
    DrawButton,
    LeaveSeat,
    MarkAway,
    OpenTable,
    Overrule,
    Penalise,
    PlaceButton,
    SetLevel,
    StartHand,
    TakeSeat,
)
from engine.button import Positions, clockwise, dealt_in, ends_orbit, first_positions, high_card, next_positions
from engine.cards import card_name
from engine.events import (
    AwayMarked,
    Blinds,
    ButtonDrawn,
    ButtonMoved,
    ButtonPlaced,
    Event,
    HandEnded,
    HandStarted,
    HandVoided,
    LevelSet,
    Overruled,
    PenaltyLifted,
    PlayerDisqualified,
    PlayerPenalised,
    SeatLeft,
    SeatTaken,
    StackRemoved,
    StacksSet,
    TableOpened,
)
from engine.felt import HAND_EVENTS, ChipsNotConserved, Hand, lay_out
from engine.refused import Refused
from engine.rulebook import RuleBook
from engine.seats import Seat, Seats, changed, misses, sitting, with_seat

MOST_SEATS = 10


class Redeal(msgspec.Struct, frozen=True):
    """A deal that did not count and is dealt again to those of its `seats` who are still there; exactly as it was,
    unless one of them left or the button was moved (TDA 2024 rule 35-C)."""

    deal: HandStarted
    seats: tuple[int, ...]
    exact: bool = True


class Table(msgspec.Struct, frozen=True):
    """One table at one moment. `seats[0]` is seat 1."""

    number: int = 0
    event: str = ""
    book: RuleBook | None = None
    seats: Seats = ()
    at: Positions = Positions()
    button: int = 0
    """Where the button lies before the first hand, 0 when it has not been placed."""
    blinds: Blinds | None = None
    """The level that the next hand is played at."""
    hand: Hand | None = None
    """The hand in play, or the last one."""
    hands: int = 0
    orbits: int = 0
    """How often the button has come round to where it began."""
    first_button: int = 0
    """Where it began, 0 before the first hand."""
    issued: int = 0
    """Chips brought to this table, less those taken away, with what the floor adjusted and without what it removed."""
    adjusted: int = 0
    """By how many chips the floor has corrected counts, all together."""
    removed: int = 0
    """Chips of disqualified players, out of play."""
    before: Positions = Positions()
    """Where button and blinds were before the hand in play, or the last one."""
    redeal: Redeal | None = None
    missing: tuple[int, ...] = ()
    """The seats that miss the hand in play by a penalty."""


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
    there = table.seats[seat - 1]
    return there.chips if there else 0


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


def straddle_problem(table: Table) -> Refused | None:
    """Why the player left of the big blind cannot straddle the next hand; None when they can. Only where one can
    start."""
    straddle = book_of(table).straddle
    if straddle.value == "none":
        return Refused("nobody may straddle here", straddle.clause)
    if table.redeal:
        return Refused("a hand that is dealt again is dealt as it was", book_of(table).redeal.clause)
    if len(players(table)) < 3:
        return Refused("between two players nobody may straddle", straddle.clause)
    at = _next_at(table, players(table))
    seat = clockwise(dealt_in(players(table), at), at.big)[0]
    owed = 0 if table.blinds is None else 2 * table.blinds.big + table.blinds.ante
    if chips_at(table, seat) < owed:
        return Refused(f"seat {seat} has too few chips to straddle", straddle.clause)
    return None


def play_so_far(table: Table) -> tuple[int, int]:
    """Hands played and orbits of the button completed when the next hand is dealt: they decide a level that does not go
    by time."""
    if start_problem(table) or table.redeal:
        return table.hands, table.orbits
    return table.hands, _orbits(table, _next_at(table, players(table)).button)


def _next_at(table: Table, seats: tuple[int, ...]) -> Positions:
    if not table.at.big:
        return first_positions(seats, table.button)
    return next_positions(book_of(table).button.value, seats, table.at)


def _orbits(table: Table, button: int) -> int:
    """Orbits completed once the button has moved there."""
    return table.orbits + (table.first_button > 0 and ends_orbit(table.first_button, table.at.button, button))


def decide(table: Table, action: Action) -> list[Event]:
    """The facts that follow from an action. Raises `Refused`; then nothing has changed."""
    rule = _RULES.get(type(action))
    if rule is not None:
        return rule(table, action)
    book = book_of(table)
    if table.hand is None:
        raise Refused("no hand is in play")
    events = one_deal.decide(table.hand, action, book)
    return events + _after_hand(table, events[-1])


def apply(table: Table, event: Event) -> Table:
    """The table after a fact. Raises `ChipsNotConserved` rather than go on with chips made or lost."""
    after = _CHANGES.get(type(event), _in_hand)(table, event)
    held = sum(seat.chips for seat in after.seats if seat)
    if held != after.issued:
        raise ChipsNotConserved(f"table {after.number}: {event} leaves {held:,} chips of {after.issued:,}")
    return after


def _after_hand(table: Table, last: Event) -> list[Event]:
    """Once a hand is over, who has no chips left goes, and what a disqualified player has leaves play."""
    gone: list[Event] = []
    if isinstance(last, HandEnded | HandVoided):
        for number, chips in zip(last.seats, last.stacks, strict=True):
            seat = sitting(table.seats, number)
            if seat.disqualified:
                gone.append(StackRemoved(number, seat.player, chips))
            elif chips == 0:
                gone.append(SeatLeft(number, seat.player, 0))
    return gone


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
    seat = sitting(table.seats, action.seat)
    return [SeatLeft(action.seat, seat.player, seat.chips)]


def _place_button(table: Table, action: PlaceButton) -> list[Event]:
    if table.hands:
        raise Refused("the button moves by itself after the first hand", book_of(table).button.clause)
    if not 1 <= action.seat <= len(table.seats):
        raise Refused(f"there is no seat {action.seat} at this table")
    return [ButtonPlaced(action.seat)]


def _draw_button(table: Table, action: DrawButton) -> list[Event]:
    if table.hands:
        raise Refused("the button moves by itself after the first hand", book_of(table).button.clause)
    if sorted(action.seats) != list(players(table)) or len(action.seats) != len(action.cards):
        raise Refused("for the button every player gets one card", book_of(table).first_button.clause)
    if twice := next((card for card in action.cards if action.cards.count(card) > 1), None):
        raise Refused(f"the {card_name(twice)} is there twice")
    seat = high_card(dict(zip(action.seats, action.cards, strict=True)))
    return [ButtonDrawn(seat, action.seats, action.cards)]


def _set_level(table: Table, action: SetLevel) -> list[Event]:
    blinds = action.blinds
    if blinds.ante and table.book and table.book.antes.value == "forbidden":
        raise Refused(f"level {blinds.level} has an ante, and this book has none", table.book.antes.clause)
    if not 0 <= blinds.small <= blinds.big or blinds.big <= 0 or blinds.ante < 0 or blinds.chip <= 0:
        raise Refused(f"level {blinds.level}: a level needs 0 <= small <= big, an ante of 0 or more and a chip above 0")
    return [LevelSet(blinds)]


def _start_hand(table: Table, action: StartHand) -> list[Event]:
    if problem := start_problem(table):
        raise problem
    if action.straddle and (problem := straddle_problem(table)):
        raise problem
    book, deal = book_of(table), _next_deal(table, action.straddle)
    return one_deal.start(deal, book, penalties.absent(table.seats, deal.seats, deal.big, book))


def _overrule(table: Table, action: Overrule) -> list[Event]:
    book = book_of(table)
    if is_playing(table) and isinstance(action.order, overrides.BETWEEN_HANDS):
        raise Refused("finish this hand first")
    if table.hand is None or isinstance(action.order, overrides.AT_TABLE):
        return overrides.at_table(table.seats, table.hands, action, book)
    events = one_deal.decide(table.hand, action, book)
    return events + _after_hand(table, events[-1])


def _mark_away(table: Table, action: MarkAway) -> list[Event]:
    return [penalties.mark_away(table.seats, action)]


def _penalise(table: Table, action: Penalise) -> list[Event]:
    return [penalties.penalise(table.seats, action, book_of(table))]


def _disqualify(table: Table, action: Disqualify) -> list[Event]:
    out = penalties.disqualify(table.seats, action, book_of(table))
    hand = table.hand
    if hand is None or hand.over or action.seat not in hand.deal.seats:
        return [out, StackRemoved(action.seat, out.player, chips_at(table, action.seat))]
    return [out, *one_deal.killed(hand, {action.seat: f"disqualified: {action.why}"})]


def _next_deal(table: Table, straddle: bool) -> HandStarted:
    if table.redeal:
        return _dealt_again(table, table.redeal)
    if table.blinds is None:
        raise Refused("no level yet: wait for the clock or set one")
    deal = _deal(table, players(table), table.hands + 1, table.blinds)
    if not straddle:
        return deal
    seat = clockwise(deal.seats, deal.big)[0]
    owed = zip(deal.seats, deal.blinds, strict=True)
    return replace(deal, blinds=tuple(2 * deal.terms.big if place == seat else blind for place, blind in owed))


def _dealt_again(table: Table, redeal: Redeal) -> HandStarted:
    deal = redeal.deal
    if redeal.exact:
        return replace(deal, stacks=tuple(chips_at(table, seat) for seat in deal.seats))
    seats = redeal.seats if len(redeal.seats) > 1 else players(table)
    return _deal(replace(table, at=table.before), seats, deal.hand, deal.terms)


def _deal(table: Table, seats: tuple[int, ...], number: int, terms: Blinds) -> HandStarted:
    book = book_of(table)
    at = _next_at(table, seats)
    order = dealt_in(seats, at)
    big_opens = book.preflop_opener.value == "left-of-small-blind" and len(order) > 2
    owes = {at.small: terms.small, at.big: terms.big}
    payers = {"none": (), "each": order, "big-blind": (at.big,)}[terms.ante_form]
    return HandStarted(
        hand=number,
        button=at.button,
        seats=order,
        stacks=tuple(chips_at(table, seat) for seat in order),
        antes=tuple(terms.ante if seat in payers else 0 for seat in order),
        blinds=tuple(owes.get(seat, 0) for seat in order),
        antes_matched=terms.ante_form == "each",
        terms=terms,
        small=at.small,
        big=at.big,
        opener=at.big if big_opens else 0,
    )


def _table_opened(table: Table, event: TableOpened) -> Table:
    return replace(table, number=event.table, event=event.event, book=event.book, seats=(None,) * event.seat_count)


def _seat_taken(table: Table, event: SeatTaken) -> Table:
    seat = Seat(event.player, event.name, event.chips)
    return replace(table, seats=with_seat(table.seats, event.seat, seat), issued=table.issued + event.chips)


def _seat_left(table: Table, event: SeatLeft | StackRemoved) -> Table:
    redeal = table.redeal
    if redeal and event.seat in redeal.seats:
        redeal = replace(redeal, seats=tuple(seat for seat in redeal.seats if seat != event.seat), exact=False)
    seats = with_seat(table.seats, event.seat, None)
    return replace(table, seats=seats, issued=table.issued - event.chips, redeal=redeal)


def _stack_removed(table: Table, event: StackRemoved) -> Table:
    return replace(_seat_left(table, event), removed=table.removed + event.chips)


def _stacks_set(table: Table, event: StacksSet) -> Table:
    seats, change = table.seats, event.difference
    for number, chips in zip(event.seats, event.stacks, strict=True):
        seats = changed(seats, number, chips=chips)
    return replace(table, seats=seats, issued=table.issued + change, adjusted=table.adjusted + change)


def _button_moved(table: Table, event: ButtonMoved) -> Table:
    redeal = replace(table.redeal, exact=False) if table.redeal else None
    nowhere = Positions()  # as before a first hand: the blinds are the two left of the button, an orbit begins here
    return replace(table, button=event.seat, at=nowhere, before=nowhere, first_button=0, redeal=redeal)


def _overruled(table: Table, _: Overruled) -> Table:
    return table


def _away_marked(table: Table, event: AwayMarked) -> Table:
    return replace(table, seats=changed(table.seats, event.seat, away=event.away))


def _player_penalised(table: Table, event: PlayerPenalised) -> Table:
    more = misses(table.seats, event.seat) + event.misses
    return replace(table, seats=changed(table.seats, event.seat, misses=more))


def _penalty_lifted(table: Table, event: PenaltyLifted) -> Table:
    return replace(table, seats=changed(table.seats, event.seat, misses=0))


def _player_disqualified(table: Table, event: PlayerDisqualified) -> Table:
    return replace(table, seats=changed(table.seats, event.seat, disqualified=True))


def _button_placed(table: Table, event: ButtonPlaced | ButtonDrawn) -> Table:
    return replace(table, button=event.seat)


def _level_set(table: Table, event: LevelSet) -> Table:
    return replace(table, blinds=event.blinds)


def _hand_started(table: Table, event: HandStarted) -> Table:
    return replace(
        table,
        hand=lay_out(event),
        hands=event.hand,
        at=Positions(event.button, event.small, event.big),
        before=table.before if table.redeal else table.at,
        redeal=None,
        orbits=_orbits(table, event.button),
        first_button=table.first_button or event.button,
        missing=tuple(number for number in event.seats if misses(table.seats, number)),
    )


def _hand_ended(table: Table, event: HandEnded) -> Table:
    after = _in_hand(table, event)
    for number, chips in zip(event.seats, event.stacks, strict=True):
        if seat := after.seats[number - 1]:
            after = replace(after, seats=with_seat(after.seats, number, replace(seat, chips=chips)))
    for number in table.missing:
        left = max(0, misses(after.seats, number) - 1)  # the floor may have lifted the penalty meanwhile
        after = replace(after, seats=changed(after.seats, number, misses=left))
    return after


def _hand_voided(table: Table, event: HandVoided) -> Table:
    after = _in_hand(table, event)
    return replace(after, redeal=Redeal(after.hand.deal, after.hand.deal.seats) if after.hand else None)


def _in_hand(table: Table, event: Event) -> Table:
    if type(event) not in HAND_EVENTS or table.hand is None:
        raise ChipsNotConserved(f"table {table.number}: {event} without a hand in play")
    return replace(table, hand=one_deal.apply(table.hand, event))


_RULES: dict[type[Action], Callable[[Table, Any], list[Event]]] = {
    OpenTable: _open,
    TakeSeat: _take_seat,
    LeaveSeat: _leave_seat,
    PlaceButton: _place_button,
    DrawButton: _draw_button,
    SetLevel: _set_level,
    StartHand: _start_hand,
    Overrule: _overrule,
    MarkAway: _mark_away,
    Penalise: _penalise,
    Disqualify: _disqualify,
}
_CHANGES: dict[type[Event], Callable[[Table, Any], Table]] = {
    TableOpened: _table_opened,
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    ButtonPlaced: _button_placed,
    ButtonDrawn: _button_placed,
    LevelSet: _level_set,
    HandStarted: _hand_started,
    HandEnded: _hand_ended,
    HandVoided: _hand_voided,
    Overruled: _overruled,
    StacksSet: _stacks_set,
    ButtonMoved: _button_moved,
    AwayMarked: _away_marked,
    PlayerPenalised: _player_penalised,
    PenaltyLifted: _penalty_lifted,
    PlayerDisqualified: _player_disqualified,
    StackRemoved: _stack_removed,
}
