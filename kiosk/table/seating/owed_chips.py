"""The chips that corrections ask the dealer to move, kept until the move is confirmed, in a file beside the journal:
`table.journal.owed`. The record does not depend on this file, but without it, the program would not ask again after a
crash."""

import logging
from pathlib import Path

import msgspec

from engine.decoders import NOT_JSON, json_decoded
from engine.game.game import Game
from kiosk.faults import Fault
from kiosk.storage.files import write_atomic
from ui.dealer.model.surroundings import Owed
from ui.dealer.pages.moved import together, unconfirmed

log = logging.getLogger(__name__)


class OwedNote(msgspec.Struct, frozen=True):
    """The chips that are still to be moved in one sitting, as of a mark in its record."""

    sitting: str = ""
    mark: int = 0
    owed: Owed = ()


class OwedChips:
    """The file beside the journal named in the settings, used for every sitting at the table."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(f"{journal.name}.owed")

    def keep(self, sitting: str, mark: int, owed: Owed) -> None:
        """Store the chips that are owed from now on. A failed write is only logged, because the file matters only after
        a restart."""
        try:
            write_atomic(self._path, msgspec.json.encode(OwedNote(sitting, mark, owed)))
        except Fault as fault:
            log.info("the chips that corrections move cannot be stored: %s", fault)

    def of(self, sitting: str, game: Game) -> Owed:
        """The chips still to be moved at the start, including corrections made after the last write."""
        kept = self.read()
        if kept.sitting != sitting or kept.mark > game.mark:
            kept = OwedNote(sitting)
        return together(kept.owed, unconfirmed(game, kept.mark))

    def read(self) -> OwedNote:
        """The note on the disk; an empty note if there is no file, or if it cannot be read."""
        try:
            return json_decoded(self._path.read_bytes(), OwedNote)
        except FileNotFoundError:
            return OwedNote()
        except (OSError, *NOT_JSON) as error:
            log.info("the chips that corrections moved cannot be read: %s", error)
            return OwedNote()
