"""The tournament's rules for its keeper: how orders become records."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import Create, TournamentAction
from engine.tournament.field.bars import Bar
from engine.tournament.state import Act, Event, Ordered, Tournament, apply
from engine.tournament.tables.facts import Tables
from engine.tournament.tournament import decide, order
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.tournaments.records.named import NamedForm
from kiosk.storage.keeper import Rules


class TimedOrder(NamedTuple):
    """An action, the person who orders it, the time (in the service's time), and the facts from the tables at that
    moment."""

    action: TournamentAction
    now_ms: int
    by: str
    tables: Tables
    request: str = ""
    """The request that this order carries out. It is recorded, so that a repeated request does nothing."""
    bars: Mapping[int, Bar] = {}
    """The bars on entries without a seat, from the room's other tournaments."""


def decided(tournament: Tournament, asked: TimedOrder) -> list[Event]:
    action, now_ms, by, tables, request, bars = asked
    if tournament.terms is None and not isinstance(action, Create):
        return decide(tournament, action, now_ms, tables)
    if request and act_of(tournament, request):
        return []
    events = order(tournament, action, by, now_ms, tables, bars)
    return [replace(event, request=request) if request and isinstance(event, Ordered) else event for event in events]


def act_of(tournament: Tournament, request: str) -> Act | None:
    """The act that recorded a request, or None. The text after a space in the request says what was requested. Raises
    `Refused` if the same key was used for something else."""
    name = request.partition(" ")[0]
    found = next((act for act in tournament.acts if act.request.partition(" ")[0] == name), None)
    if found and found.request != request:
        raise Refused("key-used", key=name)
    return found


TournamentKeeper = StreamKeeper[Tournament, TimedOrder, Event]


def tournament_rules(form: NamedForm) -> Rules[Tournament, TimedOrder, Event]:
    """The rules, with people's names and their corrections kept outside the records."""
    return Rules(decided, apply, form.encode, form.decode)
