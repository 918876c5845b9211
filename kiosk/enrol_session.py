"""A deck that is being enrolled, kept on disk card by card: after a power cut it goes on where it was.

Knows no reader and no screen; `kiosk deck enrol` and the table's own screen both enrol by it.
"""

from dataclasses import dataclass
from pathlib import Path

from engine.cards import Card
from hardware.deck_files import deck_text, part_path, read_part, write_whole
from hardware.decks import Deck, DeckRefused, check_name
from hardware.enrol import Answer, Enrolment, forget, resumed, scan, skip, undo
from kiosk.faults import Fault


def begin(path: Path, name: str | None) -> Enrolment:
    """A new enrolment, or the one that was left off. Raises `DeckRefused`."""
    part = part_path(path)
    known, codes = read_part(part) if part.exists() else (path.stem, {})
    enrolment = resumed(name or known, codes)
    if problem := check_name(enrolment.name):  # now, not after fifty-two cards
        raise DeckRefused(f"a deck cannot be named {enrolment.name!r}: {problem}")
    return enrolment


@dataclass
class Session:
    """An enrolment whose every step is on disk before it counts. Raises `Fault` where the disk fails; then nothing has
    changed."""

    path: Path
    enrolment: Enrolment
    others: tuple[Deck, ...] = ()

    def scanned(self, code: str) -> Answer:
        """A card was scanned: what became of that."""
        answer = scan(self.enrolment, code, self.others)
        if answer.taken:
            self._keep(answer.enrolment)
        return answer

    def again(self, card: Card | None = None) -> None:
        """This card is to be scanned again, or the last one."""
        self._keep(forget(self.enrolment, card) if card else undo(self.enrolment))

    def later(self) -> None:
        """The card asked for is asked for again at the end."""
        self._keep(skip(self.enrolment))

    def finish(self) -> Deck:
        """The deck file, in one step; then what was kept meanwhile goes."""
        try:
            deck = self.enrolment.deck()
        except DeckRefused as refused:
            raise Fault(str(refused), f"remove {part_path(self.path)} and enrol the deck anew") from refused
        self._write(self.path, deck_text(deck.name, deck.codes))
        part_path(self.path).unlink(missing_ok=True)
        return deck

    def _keep(self, enrolment: Enrolment) -> None:
        self._write(part_path(self.path), deck_text(enrolment.name, dict(enrolment.codes)))
        self.enrolment = enrolment

    def _write(self, path: Path, text: str) -> None:
        try:
            write_whole(path, text)
        except OSError as error:
            raise Fault(
                f"{path} cannot be written: {error.strerror}", "free some room, or name another file"
            ) from error
