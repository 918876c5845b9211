"""What a dealer asks for that the room books where a tournament has the say, and what the floor answers. Pure."""

from engine.actions import (
    Action,
    ApplyRuling,
    CorrectBets,
    Disqualify,
    ForfeitChips,
    LeaveSeat,
    MeetFloor,
    Overrule,
    Penalise,
    PlanLeave,
    TakeSeat,
)
from engine.refused import Refused
from engine.table.state import Table
from engine.tournament.targets import TableTarget
from kiosk.protocol.messages import EntryAsked, FloorAnswer, MoveAsked, RebuyAsked
from ui.dealer.model.sign_in import signed
from ui.dealer.model.taps import Enter, Rebuy

RoomAsk = MoveAsked | EntryAsked | RebuyAsked


def asked_of_room(action: Action, table: Table, target: TableTarget | None) -> RoomAsk | None:
    """The request that stands for an action; None for what is the table's own."""
    if target is None:
        return None
    match action:
        case LeaveSeat(seat=seat, to=to) | PlanLeave(seat=seat, to=to, goes=True) if to:
            player = _player(table, seat)
            if player.isdecimal() and all(str(one.entry) != player for one in target.leaving):
                return MoveAsked(int(player), to)
        case TakeSeat(seat=seat, player=player, name=name, came_from=0):
            if all(str(place.entry) != player for place in target.roster):
                return EntryAsked(name, seat)
    return None


def ask_of(ask: Enter | Rebuy, table: Table) -> RoomAsk:
    """The request that a touch means. Raises `Refused` for a seat that nobody of the tournament sits in."""
    if isinstance(ask, Enter):
        return EntryAsked(ask.name, ask.seat, ask.player)
    player = _player(table, ask.seat)
    if not player.isdecimal():
        raise Refused("seat-unbooked", seat=ask.seat)
    return RebuyAsked(int(player))


def _player(table: Table, seat: int) -> str:
    there = table.seats[seat - 1] if 0 < seat <= len(table.seats) else None
    return there.player if there else ""


def ordered_by(answer: FloorAnswer) -> Action:
    """The action that the floor answers with, in its name. Raises `Refused` for one that is the dealer's."""
    match answer.action:
        case Overrule() | Penalise() | Disqualify() | MeetFloor() | ApplyRuling() | CorrectBets() | ForfeitChips():
            return signed(answer.action, answer.by)
    raise Refused("not-for-the-floor")


def is_signed(order: Action) -> bool:
    """Whether the record of the order says whose it is."""
    return bool(getattr(order, "by", "") or getattr(order, "floor", ""))
