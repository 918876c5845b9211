"""Edit the structure."""

from collections.abc import Sequence

from engine.refused import Refused
from engine.tournament.changes import clock_set
from engine.tournament.clock_memory import forgetting
from engine.tournament.context import Context
from engine.tournament.levels import edits, level_clock
from engine.tournament.levels.level_clock import LevelClock
from engine.tournament.levels.structure import Structure, misfit
from engine.tournament.order import TournamentActionBase
from engine.tournament.rules.edit_rules import has_begun
from engine.tournament.state import Act, Event, StateChange, Tournament
from engine.tournament.tables.facts import Tables


class EditStructure(TournamentActionBase, frozen=True, tag="edit-structure"):
    """Change the structure. Before the start, all of it may be changed; afterward, only the part that has not been
    played."""

    right = "run"
    structure: Structure

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return [edit_structure(tournament, self, context)]


class StructureChanged(Event, frozen=True, tag="structure-changed"):
    """The director edited the structure, or it changed while the service was down."""

    structure: Structure
    at: LevelClock

    def change(self, tournament: Tournament) -> StateChange:
        return clock_set(self.at, forgetting(tournament.memory), structure=self.structure)


def edit_structure(tournament: Tournament, action: EditStructure, context: Context) -> StructureChanged:
    """Change the levels that have not been played. Raises `Refused` if anything but future levels would change, or if
    nothing would."""
    if tournament.ended:
        raise Refused("tournament-ended")
    if action.structure == context.structure:
        raise Refused("structure-unchanged")
    if tournament.book and (problem := misfit(action.structure, tournament.book)):
        raise Refused("structure-unfit", tournament.book.antes.clause, why=problem)
    return _edited(tournament.clock, action.structure, context)


def _edited(clock: LevelClock, after: Structure, context: Context) -> StructureChanged:
    """The edited structure and its clock. Until the clock has run or a table has played, everything may be changed.
    After that, it raises `Refused` for a change to levels that have been played."""
    before, first = context.structure, context.terms.first_level or 1
    if clock == level_clock.first_clock(before, first) and not has_begun(context.tables):
        return StructureChanged(after, level_clock.first_clock(after, first))
    if has_begun(context.tables) and edits.is_by_play(before):
        edits.check_by_play(before, after)
    return StructureChanged(after, edits.edited(clock, before, after, context.now_ms))


def check_structure_undo(tournament: Tournament, act: Act, tables: Tables) -> None:
    """Raises `Refused` if the edit concerns levels that tables go through by their own play, because tables may already
    be in them."""
    structure = tournament.structure
    changed = any(isinstance(event, StructureChanged) for event in act.events)
    if changed and structure and edits.is_by_play(structure) and has_begun(tables):
        raise Refused("play-begun")
