"""The public state of a tournament, as it is sent to displays, tables and pages."""

from typing import NamedTuple

from engine.tournament.levels import level_clock
from engine.tournament.levels.level_clock import PlayOffset
from engine.tournament.levels.structure import blinds
from engine.tournament.rules.seating.draw_rules import next_hash
from engine.tournament.state import Tournament
from kiosk.clock.settings import Shown
from kiosk.clock.times import Times
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.shown.shown_names import shown
from kiosk.protocol.link.clock_state import ClockState


class PublisherSettings(NamedTuple):
    """How names are shown, the time zone for times of day, and whether the results page shows the prizes."""

    names: Shown = "full"
    zone: str = ""
    prizes: bool = True


def clock_state(desk: Desk, shows: PublisherSettings, times: Times, at_ms: int, seq: int) -> ClockState:
    """The state at this moment in the service's time, as number `seq` of this run."""
    tournament, structure = desk.state, desk.structure
    figures = desk.accounts.figures()
    return ClockState(
        epoch=desk.epoch,
        seq=seq,
        mark=desk.mark,
        event=tournament.name,
        structure=structure,
        index=tournament.clock.index,
        running=level_clock.is_running(tournament.clock),
        anchor_ms=at_ms,
        remaining_ms=level_clock.remaining_ms(tournament.clock, at_ms),
        blinds=blinds(structure, tournament.clock.index),
        entries=figures.entries,
        players_left=figures.players_left,
        tables=figures.tables,
        chips_issued=figures.chips.issued,
        average_stack=figures.average,
        room=tournament.id,
        over_ms=level_clock.overtime_ms(tournament.clock, structure, at_ms),
        recovered=tournament.memory.recovered,
        play=desk.audited.play_range(structure, tournament.clock),
        shifts=_shifts(tournament),
        starts_at_ms=_starts_at_ms(tournament, times),
        starts_ms=None if tournament.started else tournament.starts_ms,
        zone=shows.zone,
        draw="" if tournament.started else next_hash(tournament),
        hand_for_hand=bool(tournament.barrier),
        hand=level_clock.hand_time(tournament.clock, at_ms),
        winner=shown(tournament.entries[tournament.ended.winner], shows.names) if tournament.ended else "",
    )


def _starts_at_ms(tournament: Tournament, times: Times) -> int | None:
    """The scheduled start in the service's own time."""
    if tournament.starts_ms is None or tournament.started:
        return None
    return times.mono_ms() + tournament.starts_ms - times.wall_ms()


def _shifts(tournament: Tournament) -> tuple[PlayOffset, ...]:
    """How far the level clock is shifted for each physical table."""
    sittings = tournament.sittings
    on = (one for one in tournament.clock.shifts if one.table in sittings and not sittings[one.table].closed)
    return tuple(PlayOffset(sittings[one.table].table, one.by) for one in on)
