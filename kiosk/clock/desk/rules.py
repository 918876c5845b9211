"""The tournament's rules as its keeper takes them: how orders become records."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import Create, TournamentAction
from engine.tournament.events import Ordered, TournamentEvent
from engine.tournament.field.bars import Bar
from engine.tournament.state import Act, Tournament, apply
from engine.tournament.tables.facts import Tables
from engine.tournament.tournament import decide, order
from kiosk.clock.desk.named import NamedForm
from kiosk.clock.store.corrections import Corrections
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.names import Names
from kiosk.clock.store.streams import TOURNAMENT
from kiosk.storage.keeper import Rules


class Order(NamedTuple):
    """An action, who gives it, when in the service's time, and what the tables say then."""

    action: TournamentAction
    now_ms: int
    by: str
    tables: Tables
    request: str = ""
    """The table's that this books, once."""
    bars: Mapping[int, Bar] = {}
    """What the room says of entries without a seat."""


def decided(tournament: Tournament, asked: Order) -> list[TournamentEvent]:
    """An event of before sittings has no acts: it is written as it always was."""
    action, now_ms, by, tables, request, bars = asked
    if tournament.terms is None and not isinstance(action, Create):
        return decide(tournament, action, now_ms, tables)
    if request and act_of(tournament, request):
        return []
    events = order(tournament, action, by, now_ms, tables, bars)
    return [replace(event, request=request) if request and isinstance(event, Ordered) else event for event in events]


def act_of(tournament: Tournament, request: str) -> Act | None:
    """The act that a request was booked as; None before. What follows a space in it says what was asked: raises
    `Refused` where something else was asked by the same name."""
    name = request.partition(" ")[0]
    found = next((act for act in tournament.acts if act.request.partition(" ")[0] == name), None)
    if found and found.request != request:
        raise Refused("key-used", key=name)
    return found


TournamentKeeper = StreamKeeper[Tournament, Order, TournamentEvent]


def tournament_rules(
    names: Names, stream: str = "", corrections: Callable[[], Corrections] = Corrections
) -> Rules[Tournament, Order, TournamentEvent]:
    """With the names of people beside the records, as they were corrected."""
    form = NamedForm(names, stream.removeprefix(TOURNAMENT), corrections)
    return Rules(decided, apply, form.encode, form.decode)
