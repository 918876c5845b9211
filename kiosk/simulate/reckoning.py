"""Who went out when, by the tables' own journals alone: what the clock made of it is held against this."""

from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

from engine.events import HandStarted, SeatLeft
from engine.tournament.events import BarrierSet
from engine.tournament.state import Tournament
from kiosk.clock.store.streams import sitting_id
from kiosk.protocol.codec import decode_event
from kiosk.storage.journal import open_reader
from kiosk.storage.sitting_files import SittingFiles


class Out(NamedTuple):
    """An entry lost its last chips: when by the table's wall clock, at which sitting, in which hand, and what it had
    when that was dealt."""

    at_ms: int
    sitting: int
    hand: int
    had: int
    entry: int


def out_of_order(tournament: Tournament, folder: Path) -> Iterator[str]:
    """Pairs of places that the journals in this folder contradict; where two hands were hand for hand they may tie."""
    ended = tournament.ended
    if ended is None:
        return
    place = {paid.entry: paid.finish for paid in ended.paid}
    rounds = tournament.terms.rounds if tournament.terms else None
    if rounds and rounds.places == "by-round":
        yield from _against_rounds(tournament, place, folder)
        return
    together = any(isinstance(event, BarrierSet) for act in tournament.acts for event in act.events)
    went = sorted(out for number in tournament.sittings for out in _outs(tournament, number, folder))
    for earlier, later in pairwise(went):
        first, second = place.get(earlier.entry, 0), place.get(later.entry, 0)
        ties = earlier[1:4] == later[1:4]
        if (first == second) if not ties else (first != second):
            if not (together and first == second and earlier.sitting != later.sitting):
                yield f"entries {earlier.entry} and {later.entry} have places {first} and {second}"
        elif first < second and not (together and earlier.sitting != later.sitting):
            yield f"entry {earlier.entry} went out before {later.entry} and finished before it"


def _against_rounds(tournament: Tournament, place: Mapping[int, int], folder: Path) -> Iterator[str]:
    """Where all who go out in one round tie: who lost in a later round has a better place."""
    begins = [one.first for one in tournament.redraws]
    went = [out for number in tournament.sittings for out in _outs(tournament, number, folder)]
    lost = {out.entry: sum(out.sitting >= first for first in begins) for out in went}
    for earlier, later in combinations(lost, 2):
        if (lost[earlier] > lost[later]) - (lost[earlier] < lost[later]) != _better(
            place.get(earlier), place.get(later)
        ):
            yield f"entries {earlier} and {later} have places {place.get(earlier)} and {place.get(later)}"


def _better(place: int | None, than: int | None) -> int:
    one, other = place or 0, than or 0
    return (one < other) - (one > other)


def _outs(tournament: Tournament, number: int, folder: Path) -> Iterator[Out]:
    table = tournament.sittings[number].table
    path = SittingFiles(folder / f"table-{table}.journal").path(sitting_id(tournament.id, number))
    hand, stacks = 0, dict[int, int]()
    if not path.exists():
        return
    with open_reader(path) as journal:
        for record in journal.walk():
            match decode_event(record.body):
                case HandStarted() as deal:
                    hand, stacks = deal.hand, dict(zip(deal.seats, deal.stacks, strict=True))
                case SeatLeft(chips=0, seat=seat, player=player) if player.isdecimal():
                    yield Out(record.at_ms, number, hand, stacks.get(seat, 0), int(player))
                case _:
                    pass
