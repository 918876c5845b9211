"""The changes in the clock's copy when a director chooses a tablet's history. The same for every database."""

from pathlib import Path
from typing import NamedTuple

import msgspec

from kiosk.clock.store.history_choices import KIND, ChoiceNote, HistoryChoice, keep_file
from kiosk.clock.store.port import EPOCHS_AHEAD, Copied
from kiosk.clock.store.remembered import MemoryEntry
from kiosk.storage.chain import Mark, Record, mark_of


class Replacement(NamedTuple):
    """The note about a choice, and the tablet's records that follow record `note.after` of the copy."""

    note: ChoiceNote
    rest: list[Record]

    @property
    def entry(self) -> MemoryEntry:
        """The note as it is stored."""
        return MemoryEntry(KIND, f"{self.note.stream} {self.note.epoch}", msgspec.json.encode(self.note))


def replacement_of(copy: Copied, choice: HistoryChoice, owed: Mark, beside: Path) -> Replacement | None:
    """None if the copy lacks the last shared record. The copy was expected to reach `owed`. Writes the records that are
    set aside to a file `beside` the clock's own ones. Raises `Fault`."""
    found, after, rest = copy.head(), choice.after, list(choice.records)
    while rest and copy.held(rest[0].seq) == rest[0].hash:  # it was sent in the meantime
        after = mark_of(rest.pop(0))
    if after.seq and copy.held(after.seq) != after.hash:
        return None
    file = keep_file(beside, choice, found, copy.walk()) if found.seq > after.seq else ""
    end = mark_of(rest[-1]) if rest else after
    epoch = max(copy.epoch(), choice.epoch) + EPOCHS_AHEAD
    aside = found.seq - after.seq
    note = ChoiceNote(choice.stream, choice.table, choice.by, choice.at_ms, after.seq, aside, end, owed, epoch, file)
    return Replacement(note, rest)
