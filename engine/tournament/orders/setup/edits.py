"""Edit the structure and the terms of a tournament. Entries of the structure that were already played do not change."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import asdict, replace

from engine.bad_input import BadInput
from engine.refused import Refused
from engine.tournament.changes import clock_set
from engine.tournament.event_terms import EventTerms
from engine.tournament.levels import level_clock
from engine.tournament.levels.level_clock import LevelClock
from engine.tournament.levels.structure import MS_A_MINUTE, Break, Level, Structure, duration_ms, is_by_play, misfit
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.prizes.payouts import PayoutTable
from engine.tournament.rules.field.entry_rules import takes_entries
from engine.tournament.rules.prizes.terms_rules import PRIZES, check_terms, check_used
from engine.tournament.state import Act, Event, StateChange, Tournament
from engine.tournament.tables.facts import Tables, has_begun

Entry = Level | Break


class EditStructure(TournamentActionBase, frozen=True, tag="edit-structure"):
    """Change the structure. Before the start, all of it may be changed; afterward, only the part that has not been
    played."""

    right = "run"
    structure: Structure

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` if nothing changes, or if anything changes other than future levels and the current level's
        minutes."""
        if tournament.ended:
            raise Refused("tournament-ended")
        if self.structure == context.structure:
            raise Refused("structure-unchanged")
        if tournament.book and (problem := misfit(self.structure, tournament.book)):
            raise Refused("structure-unfit", tournament.book.antes.clause, why=problem)
        before, after, first = context.structure, self.structure, context.terms.first_level or 1
        clock, begun = tournament.clock, has_begun(context.tables)
        if clock == level_clock.first_clock(before, first) and not begun:
            return [StructureChanged(after, level_clock.first_clock(after, first))]
        if begun and is_by_play(before):  # tables advance by their own play, so entries are only added at the end
            kept = after.entries[: len(before.entries)]
            if len(kept) < len(before.entries) or not all(map(_same, before.entries, kept)):
                raise Refused("play-begun")
        return [StructureChanged(after, edited(clock, before, after, context.now_ms))]


class StructureChanged(Event, frozen=True, tag="structure-changed"):
    """The director edited the structure, or it changed while the service was down."""

    structure: Structure
    at: LevelClock

    def change(self, tournament: Tournament) -> StateChange:
        return clock_set(self.at, replace(tournament.memory, last=None), structure=self.structure)


def check_structure_undo(tournament: Tournament, act: Act, tables: Tables) -> None:
    """Raises `Refused` if tables advance through the edited levels by their own play and may already have reached
    them."""
    structure = tournament.structure
    changed = any(isinstance(event, StructureChanged) for event in act.events)
    if changed and structure and is_by_play(structure) and has_begun(tables):
        raise Refused("play-begun")


def edited(clock: LevelClock, before: Structure, after: Structure, at_ms: int) -> LevelClock:
    """The clock in the new structure. Raises `Refused` unless only future entries and the current entry's minutes
    change."""
    clock = level_clock.advance(clock, before, at_ms)
    index = clock.index
    found = index_of(before, index, after)
    if found is None:
        raise Refused("level-removed", entry=index + 1)
    pairs = enumerate(zip(before.entries[:index], after.entries[:found], strict=False))
    changed = next((number for number, pair in pairs if not _same(*pair)), min(index, found))
    if changed < index or found != index:
        raise Refused("past-changed", entry=changed + 1, current=index + 1)
    if _timeless(before.entries[index]) != _timeless(after.entries[index]):
        raise Refused("current-changed", entry=index + 1)
    return _with_minutes(clock, before, after, at_ms)


def index_of(before: Structure, index: int, after: Structure) -> int | None:
    """The index of an entry in another structure, found by its id or, if ids are missing, by its stakes."""
    ids = [entry.id for entry in after.entries]
    if (wanted := before.entries[index].id) and any(ids):
        return ids.index(wanted) if wanted in ids else None
    key, keys = _keys(before)[index], _keys(after)
    return keys.index(key) if key in keys else None


def _with_minutes(clock: LevelClock, before: Structure, after: Structure, at_ms: int) -> LevelClock:
    """The current entry with its new minutes, less the time that has elapsed."""
    index = clock.index
    change_ms = duration_ms(after, index) - duration_ms(before, index)
    over_ms = level_clock.overtime_ms(clock, before, at_ms)
    left_ms = level_clock.remaining_ms(clock, at_ms) - over_ms + change_ms
    if change_ms < 0 and left_ms < 0 and not over_ms:
        ran_ms = duration_ms(after, index) - left_ms
        raise Refused("level-played-longer", entry=index + 1, minutes=-(-ran_ms // MS_A_MINUTE))
    since_ms = at_ms if level_clock.is_running(clock) else None
    over_ms = -left_ms if left_ms < 0 and level_clock.is_last(clock, after) else 0
    return LevelClock(index, max(0, left_ms), since_ms, over_ms, clock.shifts, level_clock.hand_time(clock, at_ms))


def _same(one: Entry, other: Entry) -> bool:
    return _timeless(one) == _timeless(other) and one.minutes == other.minutes


def _timeless(entry: Entry) -> Entry:
    """An entry without the fields that may change while it is being played."""
    return replace(entry, minutes=1 if entry.minutes else 0, name="", id=msgspec.UNSET)


def _keys(structure: Structure) -> list[tuple[Entry, int]]:
    """A key for each entry, made up of its stakes and its position among entries with the same stakes."""
    entries = list(map(_timeless, structure.entries))
    return [(entry, entries[:index].count(entry)) for index, entry in enumerate(entries)]


class ChangeTerms(TournamentActionBase, frozen=True, tag="change-terms"):
    """Change the terms from now on, as long as play has not used them yet. None leaves a term unchanged. `EventTerms`
    and `Prizes` explain each term."""

    right = "run"
    payouts: PayoutTable | None = None
    buy_in: int | None = None
    fee: int | None = None
    currency: str | None = None
    late_levels: int | None = None
    re_entries: int | None = None
    rebuys: int | None = None
    rebuy_chips: int | None = None
    rebuy_cost: int | None = None
    bounty: int | None = None
    guarantee: int | None = None
    round_to: int | None = None
    add_on_chips: int | None = None
    add_on_cost: int | None = None
    add_on_after: int | None = None

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` if nothing changes, if the terms are inconsistent, or if play has already used what they
        change."""
        changed = {name: value for name, value in asdict(self).items() if value is not None}
        money = {name: changed.pop(name) for name in PRIZES & changed.keys()}
        try:
            terms = replace(context.terms, **changed)
            if money:
                terms = replace(terms, prizes=replace(terms.prizes, **money))
        except BadInput as bad:
            said = bad.message.fields
            raise Refused(
                "out-of-range", field=said["field"], least=said["least"], most=said["most"], given=said["given"]
            ) from bad
        if terms == context.terms:
            raise Refused("terms-unchanged")
        check_terms(context.structure, terms)
        check_used(tournament, terms, context, is_open=takes_entries(tournament, context))
        return [TermsChanged(terms)]


class TermsChanged(Event, frozen=True, tag="terms-changed"):
    """These terms apply from now on."""

    terms: EventTerms

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"terms": self.terms})
