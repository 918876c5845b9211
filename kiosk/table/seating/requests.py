"""The dealer's requests: what the room records if a tournament runs the table, the floor's answers, and how a table is
seated without a clock. All functions are pure."""

from collections.abc import Iterator

from engine.actions import Action, Declare
from engine.books.rulebook import load_book
from engine.names import name_key
from engine.refused import Refused
from engine.table.actions.people import LeaveSeat, PlanLeave, TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from engine.table.actions.staff import MeetFloor
from engine.table.state import Table, own_event
from engine.tournament.targets import TableTarget
from kiosk.protocol.messages import BackAsked, EntryAsked, FloorAnswer, MoveAsked, RebuyAsked
from ui.dealer.model.sign_in import signed
from ui.dealer.model.taps import BuyInRequest, MoveRequest, ReturnRequest, RoomRequest, SeatHere

RoomAsk = MoveAsked | BackAsked | EntryAsked | RebuyAsked
BOOK = "tda"
SEATS = 10


def asked_of_room(action: Action, table: Table, target: TableTarget | None) -> RoomAsk | None:
    """The request to send for an action; None if the table can take the action without the room."""
    if target is None:
        return None
    match action:
        case TakeSeat(seat=seat, player=player, name=name, came_from=0):
            if all(str(place.entry) != player for place in target.roster):
                return EntryAsked(name, seat)
    return None


def errand_of(action: Action, table: Table, target: TableTarget | None) -> RoomAsk | None:
    """The request that an action makes unnecessary, because the table does the same on its own."""
    match action:
        case LeaveSeat(seat=seat) | PlanLeave(seat=seat, goes=True):
            entry = entry_of(_player(table, seat), target)
            return MoveAsked(entry, 0) if entry else None
    return asked_of_room(action, table, target)


def is_same_errand(ask: RoomAsk, other: RoomAsk) -> bool:
    """Whether both requests concern the same thing for the same player: a move there or back, an entry, or a rebuy."""
    match ask, other:
        case ((MoveAsked(entry=one) | BackAsked(entry=one)), (MoveAsked(entry=two) | BackAsked(entry=two))):
            return one == two
        case EntryAsked(name=one), EntryAsked(name=two):
            return name_key(one) == name_key(two)
    return ask == other


def ask_of(ask: RoomRequest, table: Table, target: TableTarget | None) -> RoomAsk:
    """The request to send for a touch. Raises `Refused` if the seat is not occupied by a player in the tournament."""
    match ask:
        case BuyInRequest():
            return EntryAsked(ask.name, ask.seat, ask.player)
        case ReturnRequest(player=player):
            return BackAsked(entry_of(player, target))
    entry = entry_of(_player(table, ask.seat), target)
    if not entry:
        raise Refused("seat-unbooked", seat=ask.seat)
    return MoveAsked(entry, ask.to, ask.to_seat) if isinstance(ask, MoveRequest) else RebuyAsked(entry)


def entry_of(player: str, target: TableTarget | None) -> int:
    """The entry that the table knows as `player`; 0 if nobody has recorded an entry for the player."""
    aliases = target.aliases if target else ()
    named = next((one.entry for one in aliases if one.player == player), 0)
    return named or (int(player) if player.isdecimal() else 0)


def player_of(entry: int, target: TableTarget | None) -> str:
    aliases = target.aliases if target else ()
    return next((one.player for one in aliases if one.entry == entry), str(entry))


def _player(table: Table, seat: int) -> str:
    there = table.seats[seat - 1] if 0 < seat <= len(table.seats) else None
    return there.player if there else ""


def ordered_by(answer: FloorAnswer) -> Action:
    """The floor's action, in the floor's name. Raises `Refused` for one that belongs to the dealer."""
    action = answer.action
    if isinstance(action, MeetFloor) or (action.is_ruling and not isinstance(action, Declare)):
        return signed(action, answer.by)
    raise Refused("not-for-the-floor")


def is_signed(order: Action) -> bool:
    return bool(getattr(order, "by", "") or getattr(order, "floor", ""))


def plays_alone(table: Table) -> bool:
    """Whether the game was seated at this table. No clock counts the chips of such a table."""
    return table.book is not None and table.event == own_event(table.number)


def seat_here(ask: SeatHere, table: Table, number: int) -> Iterator[Action]:
    """The actions that open the table and seat its players. There are none if the clock seated the table first."""
    if table.book is not None:
        return
    yield OpenTable(number, own_event(number), load_book(BOOK), SEATS)
    names = [one.name for one in ask.players]
    for one in ask.players:
        player = one.name if names.count(one.name) == 1 else f"{one.name} ({one.seat})"
        yield TakeSeat(one.seat, player, one.name, one.chips)
    yield PlaceButton(ask.button)
    yield SetLevel(ask.blinds)
