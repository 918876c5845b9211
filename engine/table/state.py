"""The state of a table (seats and chips, the button, the pending level, the hand in play) and how each event changes
it. Does not know what is allowed."""

from typing import assert_never

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.button import Positions, ends_orbit
from engine.events import (
    AnyHandEvent,
    AnyRecordEvent,
    AnyTableEvent,
    AwayMarked,
    Blinds,
    ButtonDrawn,
    ButtonMoved,
    ButtonPlaced,
    ChipsBought,
    ChipsRaced,
    ClockCalled,
    CountReported,
    DealerSignedIn,
    DealerSignedOut,
    DeckChanged,
    Event,
    FloorCalled,
    FloorCallWithdrawn,
    FloorCame,
    HandEnded,
    HandEvent,
    HandReported,
    HandStarted,
    HandVoided,
    LeavePlanned,
    LevelSet,
    Mode,
    ModeSet,
    Overruled,
    PenaltyLifted,
    PinEntered,
    PlayerDisqualified,
    PlayerPenalized,
    RaceCardDealt,
    RaceOpened,
    RecordEvent,
    SeatLeft,
    SeatTaken,
    StackRemoved,
    StacksCounted,
    StacksSet,
    StopSet,
    TableOpened,
)
from engine.hand import state as hand_state
from engine.hand.state import ChipsNotConserved, Hand, new_hand
from engine.last_count import after_correction, after_count, agreed
from engine.refused import Refused
from engine.table import staffing
from engine.table.chip_race import Race
from engine.table.player_clock import Timed, clock_called
from engine.table.seats import Seat, Seats, changed, last_count, misses, with_seat
from engine.table.staffing import Staffing
from engine.terms import Stop

MOST_SEATS = 10


class Redeal(msgspec.Struct, frozen=True, gc=False):
    """A deal that did not count and is dealt again to the players of its `seats` who are still there. The new deal has
    the same terms unless one of them left or the button was moved (TDA 2024 rule 35-C)."""

    deal: HandStarted
    seats: tuple[int, ...]
    exact: bool = True


class Table(msgspec.Struct, frozen=True, gc=False):
    """The state of one table at one moment. `seats[0]` is seat 1."""

    number: int = 0
    event: str = ""
    book: RuleBook | None = None
    seats: Seats = ()
    at: Positions = Positions()
    button: int = 0
    """The seat of the button before the first hand; 0 if it has not been placed."""
    blinds: Blinds | None = None
    """The level of the next hand."""
    hand: Hand | None = None
    """The hand in play, or the last one."""
    hands: int = 0
    orbits: int = 0
    """The number of times that the button has returned to where it began."""
    first_button: int = 0
    """The seat where the button began; 0 before the first hand."""
    issued: int = 0
    """The chips brought to this table or bought at it, minus the chips taken away, plus `adjusted`, minus `removed`."""
    adjusted: int = 0
    """The net change from the floor's corrections to counts and from rounding in races."""
    removed: int = 0
    """Disqualified players' chips, which are out of play."""
    before: Positions = Positions()
    """The button and blinds as they were before the hand in play, or before the last hand."""
    redeal: Redeal | None = None
    missing: tuple[int, ...] = ()
    """The seats that are missing the hand in play because of a penalty."""
    staffing: Staffing = Staffing()
    mode: Mode = "readers"
    """How much the table records of its hands."""
    uncounted: int = 0
    """The number of hands reported since the stacks were last counted."""
    chip: int = 0
    """The smallest chip on the table; 0 before the first level."""
    race: Race | None = None
    """The chip race that is open."""
    raced: int = 0
    """The part of `adjusted` that comes from rounding in chip races."""
    purchases: tuple[int, ...] = ()
    """The numbers of the purchases whose chips were handed out."""
    deck: str = ""
    """The name of the deck in play once the deck has been changed; empty while the first deck is in play."""
    stop: Stop | None = None
    """The point at which the room wants the table to stop dealing. `engine.table.next_deal` decides whether it has been
    reached."""
    timed: Timed | None = None
    """The last clock call on a player. `engine.table.player_clock` says whether it is still valid."""


def is_playing(table: Table) -> bool:
    """Whether a hand is in play."""
    return table.hand is not None and not table.hand.over


def hands_ended(table: Table) -> int:
    """How many hands have ended. A hand in play and a hand that is to be dealt again do not count."""
    return table.hands - (is_playing(table) or table.redeal is not None)


def book_of(table: Table) -> RuleBook:
    """The table's rule book. Raises `Refused` before the table is open."""
    if table.book is None:
        raise Refused("table-not-open")
    return table.book


def chips_at(table: Table, seat: int) -> int:
    """The chips behind at a seat now; 0 for an empty seat."""
    if is_playing(table) and table.hand is not None and seat in table.hand.deal.seats:
        return table.hand.stacks[table.hand.deal.seats.index(seat)]
    there = table.seats[seat - 1]
    return there.chips if there else 0


def players(table: Table) -> tuple[int, ...]:
    """The seats with chips."""
    return tuple(number for number, seat in enumerate(table.seats, 1) if seat and seat.chips)


def orbits_once_at(table: Table, button: int) -> int:
    """The number of orbits completed once the button has moved to this seat."""
    return table.orbits + (table.first_button > 0 and ends_orbit(table.first_button, table.at.button, button))


def apply(table: Table, event: Event) -> Table:
    """The table after an event. Raises `ChipsNotConserved` if chips were created or lost."""
    after = _in_hand(table, event) if isinstance(event, HandEvent) else _beside_hand(table, event)
    held = sum(seat.chips for seat in after.seats if seat)
    if held != after.issued:
        raise ChipsNotConserved(
            "table-chips-differ", table=after.number, event=str(event), chips=held, issued=after.issued
        )
    return after


def _in_hand(table: Table, event: AnyHandEvent) -> Table:
    if isinstance(event, Overruled):
        return table
    if table.hand is None:
        raise ChipsNotConserved("event-without-hand", table=table.number, event=str(event))
    after = replace(table, hand=hand_state.apply(table.hand, event))
    if isinstance(event, HandEnded):
        return _hand_ended(after, event)
    if isinstance(event, HandVoided):
        return _hand_voided(after)
    return after


def _beside_hand(table: Table, event: AnyTableEvent | AnyRecordEvent) -> Table:  # noqa: PLR0911, PLR0912 one return for each event
    match event:
        case HandStarted():
            return _hand_started(table, event)
        case TableOpened():
            return _table_opened(table, event)
        case SeatTaken():
            return _seat_taken(table, event)
        case ChipsBought():
            return _chips_bought(table, event)
        case SeatLeft():
            return _seat_left(table, event)
        case StackRemoved():
            return _stack_removed(table, event)
        case ButtonPlaced() | ButtonDrawn():
            return _button_placed(table, event)
        case LevelSet():
            return _level_set(table, event)
        case StopSet():
            return replace(table, stop=event.stop)
        case DeckChanged():
            return _deck_changed(table, event)
        case StacksSet():
            return _stacks_set(table, event)
        case ButtonMoved():
            return _button_moved(table, event)
        case ModeSet():
            return _mode_set(table, event)
        case HandReported():
            return _hand_reported(table, event)
        case StacksCounted():
            return _stacks_counted(table, event)
        case CountReported():
            return _count_reported(table, event)
        case RaceOpened():
            return _race_opened(table, event)
        case RaceCardDealt():
            return _race_card(table, event)
        case ChipsRaced():
            return _chips_raced(table, event)
        case AwayMarked():
            return _away_marked(table, event)
        case ClockCalled():
            return replace(table, timed=clock_called(table.hand, event))
        case LeavePlanned():
            return _leave_planned(table, event)
        case DealerSignedIn() | DealerSignedOut() | FloorCalled() | FloorCame() | FloorCallWithdrawn() | PinEntered():
            return _staffed(table, event)
        case PlayerPenalized():
            return _player_penalized(table, event)
        case PenaltyLifted():
            return _penalty_lifted(table, event)
        case PlayerDisqualified():
            return _player_disqualified(table, event)
        case RecordEvent():
            raise ChipsNotConserved("event-changes-no-table", table=table.number, event=str(event))
    assert_never(event)


def _table_opened(table: Table, event: TableOpened) -> Table:
    return replace(table, number=event.table, event=event.event, book=event.book, seats=(None,) * event.seat_count)


def _seat_taken(table: Table, event: SeatTaken) -> Table:
    seat = Seat(event.player, event.name, event.chips, last_count=agreed(hands_ended(table)))  # counted on arrival
    purchases = (*table.purchases, event.purchase) if event.purchase else table.purchases
    seats = with_seat(table.seats, event.seat, seat)
    return replace(table, seats=seats, issued=table.issued + event.chips, purchases=purchases)


def _chips_bought(table: Table, event: ChipsBought) -> Table:
    seat = table.seats[event.seat - 1] if 1 <= event.seat <= len(table.seats) else None
    seats = changed(table.seats, event.seat, chips=event.chips + (seat.chips if seat else 0))
    return replace(table, seats=seats, issued=table.issued + event.chips, purchases=(*table.purchases, event.purchase))


def _seat_left(table: Table, event: SeatLeft | StackRemoved) -> Table:
    redeal = table.redeal
    if redeal and event.seat in redeal.seats:
        redeal = replace(redeal, seats=tuple(seat for seat in redeal.seats if seat != event.seat), exact=False)
    at = table.at
    if event.seat in (at.small, at.big):
        at = replace(at, vacated=(*at.vacated, event.seat))
    seats = with_seat(table.seats, event.seat, None)
    return replace(table, seats=seats, issued=table.issued - event.chips, redeal=redeal, at=at)


def _stack_removed(table: Table, event: StackRemoved) -> Table:
    return replace(_seat_left(table, event), removed=table.removed + event.chips)


def _stacks_set(table: Table, event: StacksSet) -> Table:
    after = _with_stacks(table, event.seats, event.stacks, event.difference)
    seats = after.seats
    for number, before, chips in zip(event.seats, event.before, event.stacks, strict=True):
        explained = after_correction(last_count(seats, number), hands_ended(table), chips - before)
        seats = changed(seats, number, last_count=explained)
    return replace(after, seats=seats)


def _stacks_counted(table: Table, event: StacksCounted) -> Table:
    after = _with_stacks(table, event.seats, event.stacks, 0)
    seats = after.seats
    for number in event.seats:
        seats = changed(seats, number, last_count=agreed(hands_ended(table)))
    return replace(after, seats=seats)


def _count_reported(table: Table, event: CountReported) -> Table:
    seats = table.seats
    for number, held, counted in zip(event.seats, event.held, event.counted, strict=True):
        count = after_count(last_count(seats, number), hands_ended(table), counted - held)
        seats = changed(seats, number, last_count=count)
    return replace(table, seats=seats)


def _with_stacks(table: Table, numbers: tuple[int, ...], stacks: tuple[int, ...], change: int) -> Table:
    """The table with these stacks. If every player's stack was set, the stacks are no longer regarded as uncounted."""
    seats = table.seats
    for number, chips in zip(numbers, stacks, strict=True):
        seats = changed(seats, number, chips=chips)
    uncounted = 0 if set(players(table)) <= set(numbers) else table.uncounted
    issued, adjusted = table.issued + change, table.adjusted + change
    return replace(table, seats=seats, issued=issued, adjusted=adjusted, uncounted=uncounted)


def _mode_set(table: Table, event: ModeSet) -> Table:
    return replace(table, mode=event.mode)


def _hand_reported(table: Table, event: HandReported) -> Table:
    """Apply a reported hand. Chips are not tracked, except that a busted player's last counted chips go to the first
    winner."""
    after = replace(_under_way(table, event), hand=None, uncounted=table.uncounted + 1)
    seats = after.seats
    for number in event.seats:
        seats = changed(seats, number, misses=max(0, misses(seats, number) - 1))
    gone = [after.seats[number - 1] for number in event.out]
    lost = sum(seat.chips for seat in gone if seat)
    for number in event.out:
        seats = changed(seats, number, chips=0)
    if lost:
        to = event.pots[0].seats[0]
        winner = seats[to - 1]
        seats = changed(seats, to, chips=lost + (winner.chips if winner else 0))
    return replace(after, seats=seats)


def _race_opened(table: Table, event: RaceOpened) -> Table:
    return replace(table, race=_race(event))


def _race(event: RaceOpened) -> Race:
    return Race(event.odd, event.chip, event.seats, event.cards, event.prizes, event.lying, event.brought)


def _race_card(table: Table, event: RaceCardDealt) -> Table:
    if table.race is None:
        raise ChipsNotConserved("event-without-race", table=table.number, event=str(event))
    return replace(table, race=replace(table.race, dealt=(*table.race.dealt, (event.seat, event.card))))


def _chips_raced(table: Table, event: ChipsRaced) -> Table:
    after = _with_stacks(table, event.seats, event.after, event.difference)
    if off := next((seat for seat in after.seats if seat and seat.chips % event.chip), None):
        raise ChipsNotConserved("stack-unpayable", table=table.number, chips=off.chips, chip=event.chip)
    return replace(after, race=None, chip=event.chip, raced=table.raced + event.difference, uncounted=table.uncounted)


def _button_moved(table: Table, event: ButtonMoved) -> Table:
    redeal = replace(table.redeal, exact=False) if table.redeal else None
    nowhere = Positions()  # as before the first hand: the blinds are left of the button, and an orbit begins
    return replace(table, button=event.seat, at=nowhere, before=nowhere, first_button=0, redeal=redeal)


def _leave_planned(table: Table, event: LeavePlanned) -> Table:
    return replace(table, seats=changed(table.seats, event.seat, leaves_for=event.to if event.goes else None))


def _staffed(table: Table, event: Event) -> Table:
    return replace(table, staffing=staffing.apply(table.staffing, event))


def _away_marked(table: Table, event: AwayMarked) -> Table:
    return replace(table, seats=changed(table.seats, event.seat, away=event.away))


def _player_penalized(table: Table, event: PlayerPenalized) -> Table:
    more = misses(table.seats, event.seat) + event.misses
    return replace(table, seats=changed(table.seats, event.seat, misses=more))


def _penalty_lifted(table: Table, event: PenaltyLifted) -> Table:
    return replace(table, seats=changed(table.seats, event.seat, misses=0))


def _player_disqualified(table: Table, event: PlayerDisqualified) -> Table:
    return replace(table, seats=changed(table.seats, event.seat, disqualified=True))


def _button_placed(table: Table, event: ButtonPlaced | ButtonDrawn) -> Table:
    return replace(table, button=event.seat)


def _level_set(table: Table, event: LevelSet) -> Table:
    chip = event.blinds.chip if not table.hands else table.chip or event.blinds.chip
    return replace(table, blinds=event.blinds, chip=chip)


def _deck_changed(table: Table, event: DeckChanged) -> Table:
    return replace(table, deck=event.deck)


def _hand_started(table: Table, event: HandStarted) -> Table:
    missing = tuple(number for number in event.seats if misses(table.seats, number))
    return replace(_under_way(table, event), hand=new_hand(event), missing=missing, timed=None)


def _under_way(table: Table, event: HandStarted | HandReported) -> Table:
    """Update the button, blinds, orbits and the number of hands, in any recording mode."""
    return replace(
        table,
        hands=event.hand,
        at=Positions(event.button, event.small, event.big),
        before=table.before if table.redeal else table.at,
        redeal=None,
        orbits=orbits_once_at(table, event.button),
        first_button=table.first_button or event.button,
    )


def _hand_ended(table: Table, event: HandEnded) -> Table:
    after = table
    for number, chips in zip(event.seats, event.stacks, strict=True):
        if seat := after.seats[number - 1]:
            after = replace(after, seats=with_seat(after.seats, number, replace(seat, chips=chips)))
    for number in table.missing:
        left = max(0, misses(after.seats, number) - 1)  # the floor may have lifted the penalty in the meantime
        after = replace(after, seats=changed(after.seats, number, misses=left))
    return after


def _hand_voided(table: Table) -> Table:
    return replace(table, redeal=Redeal(table.hand.deal, table.hand.deal.seats) if table.hand else None)
