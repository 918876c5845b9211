"""What dealers ask the room for, booked in the tournament as if the director had."""

from engine.refused import Refused
from engine.tournament.actions import AddEntry, MoveEntry, Rebuy, SeatEntry
from engine.tournament.entries import SeatAt, free_seats, of_player
from engine.tournament.seat_rules import open_sittings
from kiosk.clock.desk.desk import Desk
from kiosk.protocol.messages import EntryAsked, MoveAsked, RebuyAsked, Request


async def book(desk: Desk, sitting: int, request: Request) -> None:
    """Book it, once: the same request again finds it done. Raises `Refused` or `Fault`."""
    by = f"table {desk.table_of(sitting)}"
    match request.ask:
        case MoveAsked(entry=entry, to=to):
            await _move(desk, sitting, entry, to, by)
        case EntryAsked() as ask:
            await _enter(desk, SeatAt(sitting, ask.seat), ask, request.id, by)
        case RebuyAsked(entry=entry):
            await desk.order(Rebuy(entry), by, request=request.id)


async def _move(desk: Desk, sitting: int, number: int, to: int, by: str) -> None:
    tournament = desk.state
    entry = tournament.entries.get(number)
    if entry and entry.seat and tournament.sittings[entry.seat.sitting].table == to:
        return  # booked already
    there = next((one for one in open_sittings(tournament) if one.table == to), None)
    if there is None:
        raise Refused("table-not-in-play", table=to)
    free = free_seats(there, tournament.occupied)
    if not free:
        raise Refused("table-full", table=to)
    await desk.order(MoveEntry(number, free[0]), by)


async def _enter(desk: Desk, seat: SeatAt, ask: EntryAsked, request: str, by: str) -> None:
    """A new player's id is the request's: asked for twice, it is the same player."""
    player = ask.player or request
    mine = [entry for entry in of_player(desk.state.entries, player) if entry.is_in]
    if not mine:
        await desk.order(AddEntry(player, ask.name), by)
        mine = [entry for entry in of_player(desk.state.entries, player) if entry.is_in]
    if mine[0].seat is None:
        await desk.order(SeatEntry(mine[0].number, seat), by)
    elif ask.player and mine[0].seat != seat:
        raise Refused("player-is-in", name=ask.name)
