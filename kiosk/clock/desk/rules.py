"""The tournament's rules as its keeper takes them: how orders become records."""

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.tournament.actions import Create, TournamentAction
from engine.tournament.events import Ordered, TournamentEvent
from engine.tournament.state import Tournament, apply
from engine.tournament.table_facts import Tables
from engine.tournament.tournament import decide, order
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.protocol.codec import EventForm, Written
from kiosk.storage.keeper import Rules

FORM: EventForm[TournamentEvent] = EventForm(msgspec.json.Decoder(Written[TournamentEvent]))
"""How a tournament's records are written."""


class Order(NamedTuple):
    """An action, who gives it, when in the service's time, and what the tables say then."""

    action: TournamentAction
    now_ms: int
    by: str
    tables: Tables
    request: str = ""
    """The table's that this books, once."""


def _decide(tournament: Tournament, asked: Order) -> list[TournamentEvent]:
    """An event of before sittings has no acts: it is written as it always was."""
    action, now_ms, by, tables, request = asked
    if tournament.terms is None and not isinstance(action, Create):
        return decide(tournament, action, now_ms, tables)
    if request and any(act.request == request for act in tournament.acts):
        return []
    events = order(tournament, action, by, now_ms, tables)
    return [replace(event, request=request) if request and isinstance(event, Ordered) else event for event in events]


TournamentKeeper = StreamKeeper[Tournament, Order, TournamentEvent]
TOURNAMENT_RULES: Rules[Tournament, Order, TournamentEvent] = Rules(_decide, apply, FORM.encode, FORM.decode)
