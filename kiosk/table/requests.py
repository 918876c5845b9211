"""What a dealer asks for that the room books where a tournament has the say, and what the floor answers. Pure."""

from msgspec.structs import replace

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
from kiosk.protocol.messages import EntryAsked, FloorAnswer, MoveAsked


def asked_of_room(action: Action, table: Table, target: TableTarget | None) -> MoveAsked | EntryAsked | None:
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


def _player(table: Table, seat: int) -> str:
    there = table.seats[seat - 1] if 0 < seat <= len(table.seats) else None
    return there.player if there else ""


def ordered_by(answer: FloorAnswer) -> Action:
    """The action that the floor answers with, in its name. Raises `Refused` for one that is the dealer's."""
    match answer.action:
        case Overrule() | Penalise() | Disqualify() | MeetFloor():
            return replace(answer.action, by=answer.by)
        case ApplyRuling() | CorrectBets() | ForfeitChips():
            return answer.action
    raise Refused("not-for-the-floor")
