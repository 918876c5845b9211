"""Notes for the dealer's screen, kept in a file beside the journal, `table.journal.owed`. They are the chips that
corrections ask the dealer to move, until the move is confirmed, and the last elimination that the dealer has confirmed.
The record does not depend on this file, but without it, the program would not know this after a restart."""

import logging
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.decoders import NOT_JSON, json_decoded
from engine.game.game import Game
from kiosk.faults import Fault
from kiosk.storage.files import write_atomic
from ui.dealer.model.surroundings import Owed
from ui.dealer.pages.moved import together, unconfirmed

log = logging.getLogger(__name__)


class DealerNote(msgspec.Struct, frozen=True):
    """The chips that are still to be moved in one sitting, as of a mark in its record, and the mark of the last
    elimination that was confirmed."""

    sitting: str = ""
    mark: int = 0
    owed: Owed = ()
    out_seen: int = 0


class Confirmed(NamedTuple):
    """The notes after a restart: the chips still to be moved, and the last elimination that was confirmed."""

    owed: Owed
    out_seen: int


class DealerNotes:
    """The file beside the journal named in the settings, used for every sitting at the table."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(f"{journal.name}.owed")

    def keep_owed(self, sitting: str, mark: int, owed: Owed) -> None:
        """Store the chips that are owed from now on."""
        self._write(replace(self._of(sitting), mark=mark, owed=owed))

    def keep_out_seen(self, sitting: str, mark: int) -> None:
        """Store that the dealer has confirmed the elimination at this mark."""
        self._write(replace(self._of(sitting), out_seen=mark))

    def of(self, sitting: str, game: Game) -> Confirmed:
        """The notes of a sitting at the start of the program, including corrections made after the last write."""
        kept = self._of(sitting)
        if max(kept.mark, kept.out_seen) > game.mark:
            kept = DealerNote(sitting)
        return Confirmed(together(kept.owed, unconfirmed(game, kept.mark)), kept.out_seen)

    def read(self) -> DealerNote:
        """The note on the disk; an empty note if there is no file, or if it cannot be read."""
        try:
            return json_decoded(self._path.read_bytes(), DealerNote)
        except FileNotFoundError:
            return DealerNote()
        except (OSError, *NOT_JSON) as error:
            log.info("the dealer's confirmations cannot be read: %s", error)
            return DealerNote()

    def _of(self, sitting: str) -> DealerNote:
        kept = self.read()
        return kept if kept.sitting == sitting else DealerNote(sitting)

    def _write(self, note: DealerNote) -> None:
        """A failed write is only logged, because the file matters only after a restart."""
        try:
            write_atomic(self._path, msgspec.json.encode(note))
        except Fault as fault:
            log.info("the dealer's confirmations cannot be stored: %s", fault)
