"""Corrected names and merged people: decided once for the room, and applied when any tournament's records are read.

A record never changes, and holds a number in place of each name. A correction says in which entries' records one number
is replaced by another from then on, so it applies to everything calculated from them. An undo is another correction. A
correction contains only numbers, so that a name can be erased here too.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from engine.decoders import json_decoder
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.streams import PEOPLE
from kiosk.protocol.codec import EventForm, Written
from kiosk.storage.keeper import Rules

TURNED_AWAY = 0
"""The value that replaces an entry's number for people whom the tournament turned away by name."""


Pairs = tuple[tuple[int, int], ...]


class EntryCorrected(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """In the records of an entry, the first number of each pair is replaced by the second. `ids` apply where the text
    is the player's id, which may be the same text as a name."""

    tournament: str
    entry: int
    numbers: Pairs
    ids: Pairs = ()

    @property
    def pairs(self) -> Pairs:
        return (*self.numbers, *self.ids)


class PersonCorrected(msgspec.Struct, frozen=True, tag_field="is", tag="person-corrected", omit_defaults=True):
    """Correction `number`, with its author and wall-clock time. The person with the old name `was` is now called
    `name`, or is merged with the person who has that name. `undoes` is the correction that it undoes, or 0. Its tag and
    fields are stored in records, so they must never change."""

    number: int
    was: int
    name: int
    entries: tuple[EntryCorrected, ...]
    by: int
    at_ms: int
    is_merge: bool = False
    undoes: int = 0


class Numbers(NamedTuple):
    """The replaced numbers of one entry in one correction."""

    of_names: Mapping[int, int]
    of_ids: Mapping[int, int]


class Corrections(msgspec.Struct, frozen=True):
    """All corrections, and their result by tournament and entry."""

    all: tuple[PersonCorrected, ...] = ()
    by_entry: Mapping[str, Mapping[int, tuple[Numbers, ...]]] = {}

    def of(self, tournament: str, entry: int | None, number: int, is_id: bool = False) -> int:
        """The number that replaces this name or id in the records of an entry, or of the whole tournament if `entry` is
        None."""
        here = self.by_entry.get(tournament)
        if not here:
            return number
        for numbers in here.get(entry, ()) if entry is not None else (one for some in here.values() for one in some):
            name = numbers.of_names.get(number, number)
            number = numbers.of_ids.get(number, name) if is_id else name
        return number


CorrectionKeeper = StreamKeeper[Corrections, PersonCorrected, PersonCorrected]
FORM: EventForm[PersonCorrected] = EventForm(json_decoder(Written[PersonCorrected]))


def corrections_of(store: ClockStore) -> CorrectionKeeper:
    return CorrectionKeeper.resume(store, PEOPLE, Rules(_decide, corrected, FORM.encode, FORM.decode), Corrections())


def corrected(corrections: Corrections, event: PersonCorrected) -> Corrections:
    by_entry = {tournament: dict(entries) for tournament, entries in corrections.by_entry.items()}
    for one in event.entries:
        here = by_entry.setdefault(one.tournament, {})
        here[one.entry] = (*here.get(one.entry, ()), Numbers(dict(one.numbers), dict(one.ids)))
    return Corrections((*corrections.all, event), by_entry)


def standing(corrections: Corrections) -> dict[int, PersonCorrected]:
    """The corrections in force, by number, not counting those that undo another one."""
    undone = {one.undoes for one in corrections.all}
    return {one.number: one for one in corrections.all if one.number not in undone and not one.undoes}


def forerunners(corrections: Corrections, numbers: Iterable[int]) -> set[int]:
    """These numbers, and all numbers that were replaced by one of them, directly or indirectly."""
    found = set(numbers)
    before: dict[int, set[int]] = defaultdict(set)
    for one in corrections.all:
        for entry in one.entries:
            for old, new in entry.pairs:
                before[new].add(old)
        before[one.name].add(one.was)
    waiting = list(found)
    while waiting:
        older = before[waiting.pop()] - found
        found |= older
        waiting += older
    return found


def _decide(corrections: Corrections, asked: PersonCorrected) -> list[PersonCorrected]:
    return [msgspec.structs.replace(asked, number=len(corrections.all) + 1)]
