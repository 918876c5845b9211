"""Works out the order that tells a tournament how long the service was down."""

from engine.tournament.actions import Recover
from engine.tournament.state import Tournament
from kiosk.clock.store.store import Alive
from kiosk.clock.times import Times


def recover(tournament: Tournament, alive: Alive | None, times: Times) -> Recover:
    """The recovery order, based on when the previous run was last known to be alive. Across a restart of the machine,
    only wall-clock time continues.
    """
    alive_ms = last_known_ms(tournament, alive)
    if alive is None:
        return Recover(alive_ms, 0)
    same_boot = alive.boot and alive.boot == times.boot
    away_ms = times.mono_ms() - alive_ms if same_boot else times.wall_ms() - alive.wall_ms
    return Recover(alive_ms, max(0, away_ms))


def last_known_ms(tournament: Tournament, alive: Alive | None) -> int:
    """The last moment when the previous run is known to have been alive, in that run's own time."""
    since_ms = tournament.clock.since_ms or 0
    return max(alive.mono_ms, since_ms) if alive else since_ms  # it may have started in the last second before
