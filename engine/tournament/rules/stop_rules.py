"""Tables that the director stops: each finishes its hand and waits, for one reason or several."""

from engine.terms import Stop, StopKind
from engine.tournament.state import StateChange, Tournament
from engine.tournament.tables.facts import TableFacts, Tables


def is_stopped(tournament: Tournament, sitting: int, why: StopKind) -> bool:
    """Whether the director stopped a sitting for this reason."""
    return any(one.why == why for one in tournament.stops.get(sitting, ()))


def stop_after_hand(sitting: int, why: StopKind, tables: Tables, reason: str = "") -> Stop:
    """The stop after the hand that the sitting is playing, or before the next one."""
    return Stop(why, tables.get(sitting, TableFacts(sitting)).hands, reason)


def with_stop(tournament: Tournament, sitting: int, why: StopKind, stop: Stop | None) -> StateChange:
    """The change that stops a sitting for this reason. If `stop` is None, the reason no longer holds."""
    others = tuple(one for one in tournament.stops.get(sitting, ()) if one.why != why)
    stops = {one: held for one, held in tournament.stops.items() if one != sitting}
    if here := others if stop is None else (*others, stop):
        stops[sitting] = here
    return StateChange(fields={"stops": stops})
