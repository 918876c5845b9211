"""The tournament's target for a table, stored beside its journal for a restart while the clock is unreachable, and the
steps that the table takes by itself to reach it.

Chips that an entry bought are handed out before it leaves, and a player who advances to a round with fresh stacks
exchanges chips. A player who arrives from another table is seated by the dealer, who counts the chips. Receiving the
same target twice changes nothing.
"""

import logging
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from engine.actions import Action
from engine.table.actions.hands import Overrule
from engine.table.actions.people import BuyChips, LeaveSeat, PlanLeave, TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, StopPlay
from engine.table.state import Table, is_playing
from engine.terms import SetStacks
from engine.tournament.targets import TableTarget, unnamed
from kiosk.faults import Fault
from kiosk.protocol.numbered import names_in, read_target, target_path
from kiosk.storage.files import write_atomic
from kiosk.table.seating.sitting_players import SittingPlayers

log = logging.getLogger(__name__)


class TargetFollower:
    """A sitting's newest target. `path` is the path of the journal."""

    def __init__(self, path: Path, players: SittingPlayers) -> None:
        self._path = target_path(path)
        self._players = players
        self.target: TableTarget | None = read_target(path)
        self.names = self.kept_names = names_in(self.target)
        """The names in the target, by player, and the names that are on disk, which a record may rely on."""
        self._refused: list[tuple[Action, object]] = []
        """The refused steps, each with the state of the table at that time. A step is tried again only after this state
        has changed."""
        self._planned: list[tuple[int, Action]] = []
        """The planned departures after a hand, each with the number of the hand. The dealer may undo them."""

    def receive(self, target: TableTarget) -> None:
        """Keep the target if it is newer or has different names. A target that arrives twice or late, even after a
        week, does not change anything."""
        target = _with_known_names(target, self.target)
        if self.target is None or target.rev > self.target.rev or _is_renamed(self.target, target):
            self.target, self.names = target, names_in(target)
            with suppress(Fault):  # the journal is on the same disk and will report it; the clock sends it again
                write_atomic(self._path, msgspec.json.encode(target))
                self.kept_names = self.names

    def next_step(self, table: Table) -> Action | None:
        """The first step toward the target that is possible and has not just been refused. Raises `Fault`."""
        if self.target is None:
            return None
        for step in steps_towards(self.target, table, self._players.sat, self._players.lost_all):
            if (step, _moment(table)) not in self._refused and (table.hands, step) not in self._planned:
                return step
        return None

    def due(self, table: Table) -> tuple[LeaveSeat | TakeSeat | BuyChips, ...]:
        """The departures, arrivals and chip purchases that are due once the hand in play is over, except for those that
        the table's rules have already refused."""
        if self.target is None or not is_playing(table):
            return ()
        refused = [one for one, _ in self._refused]
        steps = steps_towards(self.target, replace(table, hand=None), self._players.sat, self._players.lost_all)
        return tuple(one for one in steps if isinstance(one, LeaveSeat | TakeSeat | BuyChips) and one not in refused)

    def done(self, step: Action, table: Table) -> None:
        if isinstance(step, PlanLeave):
            self._planned.append((table.hands, step))

    def refused(self, step: Action, table: Table, why: str) -> bool:
        """Note that the table's rules do not allow the step now. Returns whether this is a new refusal."""
        before = [(other, moment) for other, moment in self._refused if other != step]
        is_news = len(before) == len(self._refused)
        self._refused = [*before, (step, _moment(table))]
        if self.target and is_news:
            log.info("target %d: %s was refused: %s", self.target.rev, type(step).__name__, why)  # without names
        return is_news


def _moment(table: Table) -> object:
    """The part of the table's state whose change may make a refused step possible."""
    return table.hands, is_playing(table), table.race is None, tuple([seat and seat.player for seat in table.seats])


def _with_known_names(target: TableTarget, before: TableTarget | None) -> TableTarget:
    """The target with the names of entries that the clock no longer knows, because its disk lost them. They may still
    sit here, and the records have only their numbers."""
    known = {one.entry for one in target.names}
    lost = tuple(one for one in before.names if one.entry not in known) if before and known else ()
    return replace(target, names=(*target.names, *lost)) if lost else target


def _is_renamed(one: TableTarget, other: TableTarget) -> bool:
    return one.rev == other.rev and one != other and unnamed(one) == unnamed(other)


def steps_towards(
    target: TableTarget, table: Table, begun: frozenset[str], lost_all: frozenset[str] = frozenset()
) -> Iterator[Action]:
    """The actions that are possible now. Players in `begun`, who have already had chips at this sitting, do not get a
    second stack. Players in `lost_all`, who lost all their chips here, sit down again with the chips they buy."""
    if table.book is None:
        if target.roster:
            yield OpenTable(target.table, target.name, target.book, target.seat_count)
        return  # the next step is asked for with the table that is open
    if table.stop != target.stop:
        yield StopPlay(target.stop)
    yield from _towards_seats(target, table, begun, lost_all)


def _towards_seats(
    target: TableTarget, table: Table, begun: frozenset[str], lost_all: frozenset[str]
) -> Iterator[Action]:
    there = {seat.player: number for number, seat in enumerate(table.seats, 1) if seat}
    known = {one.entry: one.player for one in target.aliases if one.player in there}
    yield from _handed_out(target, table, there, begun - lost_all, lost_all)
    booked = ((known.get(one.entry, str(one.entry)), one.to_table) for one in target.leaving)
    leaving = {player: to for player, to in booked if player in there}
    fresh = {known.get(one.entry, str(one.entry)): one.fresh for one in target.leaving if one.fresh}
    races = table.race is not None
    stays = is_playing(table) or table.redeal is not None or races  # a redeal goes to the same players, as a race does
    for player, to in leaving.items():
        seat = table.seats[there[player] - 1]
        if not stays:
            if (chips := fresh.get(player, 0)) and seat and chips != seat.chips:
                order = SetStacks((there[player],), (chips,), chips - seat.chips)
                yield Overrule(target.name, "chips", order)
            yield LeaveSeat(there[player], to)
        elif seat and seat.leaves_for != to:
            yield PlanLeave(there[player], to)
    stay = {known.get(one.entry, str(one.entry)) for one in target.roster}
    yield from _called_back(table, stay - leaving.keys())
    if is_playing(table) or races:
        return
    seated = {one.entry for one in target.aliases}
    for place in target.roster:
        taken = table.seats[place.seat - 1] if place.seat <= len(table.seats) else None
        has_begun = place.entry in seated or str(place.entry) in begun
        if place.chips and not has_begun and (taken is None or (taken.player in leaving and not stays)):
            yield TakeSeat(place.seat, str(place.entry), place.name, place.chips)
    if not table.button and not table.hands and target.roster:
        yield PlaceButton(target.button or min(place.seat for place in target.roster))


def _handed_out(
    target: TableTarget, table: Table, there: dict[str, int], left: frozenset[str], lost_all: frozenset[str]
) -> Iterator[Action]:
    """The chips that players bought, handed out between hands. A player who sits down with bought chips is added to
    `there`. A player in `left`, who left with chips, has to bring those first."""
    if is_playing(table) or table.redeal or table.race is not None:
        return
    aliases = {one.entry: one.player for one in target.aliases}
    for one in target.bought:
        if one.number in table.purchases:
            continue
        number, alias = str(one.entry), aliases.get(one.entry, "")
        player = alias if alias in there else number
        if player in there:
            yield BuyChips(there[player], player, one.chips, one.number)
            continue
        is_out = number in lost_all or alias in lost_all
        comes = number not in left and _sits_with_purchase(target, one.entry)
        if _is_free(table, one.seat) and (is_out or comes):
            name = next((each.name for each in target.names if each.entry == one.entry), number)
            yield TakeSeat(one.seat, number, name, one.chips, purchase=one.number)
            there[number] = one.seat


def _is_free(table: Table, seat: int) -> bool:
    return 1 <= seat <= len(table.seats) and table.seats[seat - 1] is None


def _sits_with_purchase(target: TableTarget, entry: int) -> bool:
    """Whether the entry lost all its chips at another table, and sits down here with the chips it bought."""
    return any(one.entry == entry and not one.chips and not one.came_from for one in target.roster)


def _called_back(table: Table, stay: set[str]) -> Iterator[Action]:
    """The actions for players in `stay` who were to go to another table, and whose move was canceled."""
    for number, seat in enumerate(table.seats, 1):
        if seat and seat.leaves_for and seat.player in stay:
            yield PlanLeave(number, goes=False)
