"""The state of a table (seats and chips, the button, the pending level, the hand in play, the staff), and the base
classes of its events and actions. It does not include the rules for what is allowed."""

from abc import abstractmethod

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.button import Positions, ends_orbit
from engine.event import Action, Event, RecordEvent
from engine.hand import state as hand_state
from engine.hand.betting import actor
from engine.hand.events import HandEnded, HandVoided, Overruled
from engine.hand.state import ChipsNotConserved, Hand, HandEvent, HandStarted
from engine.refused import Refused
from engine.table.chip_race import Race
from engine.table.seats import Seats, changed, misses, with_seat
from engine.terms import Blinds, FloorReason, Mode, Stop

MOST_SEATS = 10


class FloorCall(msgspec.Struct, frozen=True, gc=False):
    """An open call for the floor; `why` is empty if no reason was given."""

    why: FloorReason = ""


class Staffing(msgspec.Struct, frozen=True, gc=False):
    """The dealer (empty if nobody is signed in), the open call for the floor, and how many PINs in a row were wrong."""

    dealer: str = ""
    call: FloorCall | None = None
    wrong_dealer: int = 0
    wrong_floor: int = 0


def own_event(table: int) -> str:
    """The event id of a game that was seated at the table. No clock has an event with this name."""
    return f"Table {table}"


def wrong_in_a_row(staffing: Staffing, role: str) -> int:
    """The number of wrong PINs for this role since its last correct one. A dealer who enters their own PIN does not get
    more attempts at the floor's."""
    return staffing.wrong_floor if role == "floor" else staffing.wrong_dealer


class Timed(msgspec.Struct, frozen=True, gc=False):
    """A seat on which the clock was called, with the hand and the number of actions at that time."""

    seat: int
    hand: int
    acts: int


def on_clock(hand: Hand | None, timed: Timed | None) -> int:
    """The seat on the clock; 0 if there is none. The call ends as soon as anyone acts or another hand is dealt."""
    if timed is None or hand is None or hand.over or (hand.deal.hand, hand.acts) != (timed.hand, timed.acts):
        return 0
    turn = actor(hand)
    return timed.seat if turn >= 0 and hand.deal.seats[turn] == timed.seat else 0


class TableEvent(Event, frozen=True):
    """Events that change a table outside a deal: its chips, its players, the button, or how its hands are recorded."""

    @abstractmethod
    def change(self, table: "Table") -> "Table":
        """The table after the event."""


class PlayerEvent(TableEvent, frozen=True):
    """Events that a player's record lists under their tags."""

    seat: int
    player: str

    @property
    def listed(self) -> tuple[int, str]:
        """The number of hands that the player misses, and the reason."""
        return 0, ""


class RoomEvent(TableEvent, frozen=True):
    """Events about the room and its staff that are independent of the hand. Undo does not affect them."""


class Redeal(msgspec.Struct, frozen=True, gc=False):
    """A deal that did not count and is dealt again to the players in its `seats` who are still there. The new deal has
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
    hand: Hand | None = None
    """The hand in play, or the last one."""
    hands: int = 0
    deals: int = 0
    """The number of deals. A void hand that is dealt again counts twice, although it keeps its number."""
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
    uncounted: int = 0
    """The number of hands reported since the stacks were last counted."""
    chip: int = 0
    """The smallest chip on the table; 0 before the first level."""
    race: Race | None = None
    raced: int = 0
    """The part of `adjusted` that comes from rounding in chip races."""
    first_stacks: tuple[int, ...] = ()
    """The chips with which each player began who did not come from another table."""
    purchases: tuple[int, ...] = ()
    """The numbers of the purchases whose chips were handed out."""
    deck: str = ""
    """The name of the deck in play once the deck has been changed; empty while the first deck is in play."""
    stop: Stop | None = None
    """The point at which the room wants the table to stop dealing. `engine.table.next_deal` says whether it has been
    reached."""
    timed: Timed | None = None


def is_playing(table: Table) -> bool:
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
    held = sum([seat.chips for seat in after.seats if seat])
    if held != after.issued:
        raise ChipsNotConserved(
            "table-chips-differ", table=after.number, event=str(event), chips=held, issued=after.issued
        )
    return after


def _in_hand(table: Table, event: HandEvent) -> Table:
    if isinstance(event, Overruled):
        return table
    if table.hand is None:
        raise ChipsNotConserved("event-without-hand", table=table.number, event=str(event))
    after = replace(table, hand=hand_state.apply(table.hand, event))
    if isinstance(event, HandEnded):
        return _hand_ended(after, event)
    if isinstance(event, HandVoided):
        return replace(after, redeal=Redeal(table.hand.deal, table.hand.deal.seats))
    return after


def _beside_hand(table: Table, event: Event) -> Table:
    if isinstance(event, HandStarted):
        return _hand_started(table, event)
    if isinstance(event, RecordEvent):
        raise ChipsNotConserved("event-changes-no-table", table=table.number, event=str(event))
    after: Table = event.change(table)
    return after


def _hand_started(table: Table, event: HandStarted) -> Table:
    missing = tuple(number for number in event.seats if misses(table.seats, number))
    after = under_way(table, event.hand, Positions(event.button, event.small, event.big))
    return replace(after, hand=event.change(None), deals=table.deals + 1, missing=missing, timed=None)


def _hand_ended(table: Table, event: HandEnded) -> Table:
    after = table
    for number, chips in zip(event.seats, event.stacks, strict=True):
        if seat := after.seats[number - 1]:
            after = replace(after, seats=with_seat(after.seats, number, replace(seat, chips=chips)))
    for number in table.missing:
        left = max(0, misses(after.seats, number) - 1)  # the floor may have lifted the penalty in the meantime
        after = replace(after, seats=changed(after.seats, number, misses=left))
    return after


def under_way(table: Table, hand: int, at: Positions) -> Table:
    """The table once this hand is dealt with these positions, in any recording mode."""
    return replace(
        table,
        hands=hand,
        at=at,
        before=table.before if table.redeal else table.at,
        redeal=None,
        orbits=orbits_once_at(table, at.button),
        first_button=table.first_button or at.button,
    )


def with_stacks(table: Table, numbers: tuple[int, ...], stacks: tuple[int, ...], change: int) -> Table:
    """The table with these stacks. If every player's stack was set, the stacks are no longer regarded as uncounted."""
    seats = table.seats
    for number, chips in zip(numbers, stacks, strict=True):
        seats = changed(seats, number, chips=chips)
    uncounted = 0 if set(players(table)) <= set(numbers) else table.uncounted
    issued, adjusted = table.issued + change, table.adjusted + change
    return replace(table, seats=seats, issued=issued, adjusted=adjusted, uncounted=uncounted)


class TableActionBase(Action, frozen=True):
    """The base class of the actions at a table that do not belong to the betting of a hand."""

    @abstractmethod
    def decide(self, table: Table) -> list[Event]:
        """The events that follow from the action. Raises `Refused`."""


class RoomAction(TableActionBase, frozen=True):
    """Actions by the room and its staff that are independent of the hand. Undo does not affect them."""
