"""Dealers' requests to the room, recorded in the tournament as if the director had entered them."""

from engine.names import name_key
from engine.refused import Refused
from engine.tournament.actions import AddEntry, EnterAt, EntryAdded, EntryMoved, MoveEntry, Rebuy, SeatEntry, UndoAct
from engine.tournament.field.entries import SeatAt, free_seats, left, of_player
from engine.tournament.orders.setup.undo import BY_CLOCK
from engine.tournament.policies import BY_POLICY
from engine.tournament.rules.field.away_rules import seat_holder
from engine.tournament.rules.seating.seat_rules import open_sittings
from engine.tournament.state import StatePart, standing
from engine.tournament.tables.facts import sitting_of
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.records.rules import act_of
from kiosk.protocol.messages import BackAsked, EntryAsked, MoveAsked, RebuyAsked, Request

TABLE = "table "
MOST_UNSEEN = 10
"""The maximum number of entries that a table may request in a row without an order from the staff: a full table."""


async def book(desk: Desk, sitting: int, request: Request) -> None:
    """Record a request as a single action, and only once. Raises `Refused` or `Fault`, with nothing changed."""
    once = f"{sitting}/{request.id}"  # two tables may use the same request id
    if act_of(desk.state, once):
        return  # already done, wherever the players are by now
    by = f"{TABLE}{desk.table_of(sitting)}"
    match request.ask:
        case MoveAsked() as ask:
            await _move(desk, sitting, ask, once, by)
        case BackAsked(entry=entry):
            await _call_back(desk, sitting, entry, once, by)
        case EntryAsked() as ask:
            await _enter(desk, SeatAt(sitting, ask.seat), ask, once, by)
        case RebuyAsked(entry=entry):
            _check_here(desk, sitting, entry)
            await desk.order(Rebuy(entry), by, request=once)


def _check_here(desk: Desk, sitting: int, number: int) -> None:
    """A table may ask only about its own players: those assigned to it, those who sit there according to its records,
    and those who left it and have not sat down elsewhere yet. Raises `Refused`."""
    entry, facts = desk.state.entries.get(number), desk.accounts.facts()
    if entry is None or (entry.seat and entry.seat.sitting == sitting):
        return  # the rules refuse a player who is not there at all
    at, mine = sitting_of(facts, number), facts.get(sitting)
    has_left = mine is not None and any(one.entry == number for one in mine.departures)
    if at != sitting and (at is not None or not has_left):
        raise Refused("not-at-table", name=entry.name)


async def _move(desk: Desk, sitting: int, ask: MoveAsked, request: str, by: str) -> None:
    tournament, facts = desk.state, desk.accounts.facts()
    entry = tournament.entries.get(ask.entry)
    if entry and entry.seat and tournament.sittings[entry.seat.sitting].table == ask.to:
        return  # already recorded
    there = next((one for one in open_sittings(tournament) if one.table == ask.to), None)
    if there is None:
        raise Refused("table-not-in-play", table=ask.to)
    _check_here(desk, sitting, ask.entry)
    free = [seat for seat in free_seats(there, tournament.occupied) if not seat_holder(tournament, seat, facts)]
    if not free:
        raise Refused("table-full", table=ask.to)
    to = SeatAt(there.number, ask.seat) if ask.seat else free[0]
    if other := seat_holder(tournament, to, facts):
        raise Refused("seat-held", table=ask.to, seat=to.seat, name=other)
    await desk.order(MoveEntry(ask.entry, to), by, request=request)


async def _call_back(desk: Desk, sitting: int, number: int, request: str, by: str) -> None:
    """Undo the move that sent a player away from this table."""
    tournament = desk.state
    entry = tournament.entries.get(number)
    if entry is None or entry.seat is None or entry.seat.sitting == sitting:
        return  # never recorded, or already called back
    sent = next((act for act in reversed(standing(tournament)) if StatePart("entry", number) in act.sets), None)
    moves = [event for event in sent.events if isinstance(event, EntryMoved)] if sent else []
    if not any(one.entry == number and one.came_from.sitting == sitting for one in moves):
        _check_here(desk, sitting, number)
    if sent is None or len(moves) < len(sent.events):
        raise Refused("back-by-director", name=entry.name)
    await desk.order(UndoAct(sent.number), by, request=request)


async def _enter(desk: Desk, seat: SeatAt, ask: EntryAsked, request: str, by: str) -> None:
    """Enter a new player, or seat the player of that name who is waiting for a seat. A new player without an id gets
    the request's id."""
    entries, players = desk.state.entries, desk.state.players
    mine = [entry for entry in of_player(entries, players, ask.player) if entry.is_in] if ask.player else []
    if not ask.player:
        mine = [entry for entry in left(entries) if entry.seat is None and name_key(entry.name) == name_key(ask.name)]
    if mine and mine[0].seat is None:
        await desk.order(SeatEntry(mine[0].number, seat), by, request=request)
    elif not mine:
        _check_unseen(desk, by)
        await desk.order(EnterAt(AddEntry(ask.player or request, ask.name), seat), by, request=request)
    elif mine[0].seat != seat:
        raise Refused("player-is-in", name=ask.name)


def _check_unseen(desk: Desk, by: str) -> None:
    """Raises `Refused` if a table has entered the maximum number of players since the staff last gave an order."""
    unseen = 0
    for act in reversed(desk.state.acts):
        if act.by == by:
            unseen += sum(isinstance(event, EntryAdded) for event in act.events)
        elif act.by not in (BY_CLOCK, BY_POLICY) and not act.by.startswith(TABLE):
            break
    if unseen >= MOST_UNSEEN:
        raise Refused("entries-unseen", most=MOST_UNSEEN)
