"""A deck that is being enrolled, kept on disk card by card: after a power cut it goes on where it was.

Knows no reader and no screen; `kiosk deck enrol` and the table's own screen both enrol by it.
"""

from dataclasses import dataclass, field
from pathlib import Path

from engine.cards import Card
from hardware.decks.enrolment import (
    Enrolment,
    ScanResult,
    forget,
    resume,
    scan,
    simultaneous,
    skip,
    undo,
    unnamed_position,
    wrong_source,
)
from hardware.decks.files import deck_text, part_path, read_part, write_whole
from hardware.decks.single_source import SingleSource, is_one_source
from hardware.reading.deck import Deck, DeckRefused, check_name
from hardware.reading.reading import Unread
from kiosk.faults import Fault


def begin(path: Path, name: str | None) -> Enrolment:
    """A new enrolment, or the one that was left off. Raises `DeckRefused`."""
    part = part_path(path)
    known, codes = read_part(part) if part.exists() else (path.stem, {})
    enrolment = resume(name or known, codes)
    if problem := check_name(enrolment.name):  # now, not after fifty-two cards
        raise DeckRefused(f"a deck cannot be named {enrolment.name!r}: {problem}")
    return enrolment


@dataclass
class EnrolmentSession:
    """An enrolment whose every step is on disk before it counts. Raises `Fault` where the disk fails; then nothing has
    changed, but that a card whose code came at one moment with another is asked for again."""

    path: Path
    enrolment: Enrolment
    others: tuple[Deck, ...] = ()
    source: SingleSource = field(default_factory=SingleSource)

    @property
    def settled(self) -> Enrolment:
        """What is sure of it: the last card of all is not before the deck is on disk."""
        return self.enrolment if self.enrolment.asked or self.path.exists() else undo(self.enrolment)

    def scanned(self, code: Unread) -> ScanResult:
        """A card was scanned: what became of that."""
        if code.nowhere:
            return unnamed_position(self.enrolment, code.code, code.position)
        if self.source.is_simultaneous(code):
            return self._take_back(code)
        if (first := self.source.first) and not is_one_source(code, first):
            return wrong_source(self.enrolment, code.place, first.place)
        asked, answer = self.enrolment.asked, scan(self.enrolment, code.code, self.others)
        if asked and answer.taken:
            self._keep(answer.enrolment)
            self.source = self.source.accepted(asked, code)
        else:
            self.source = self.source.rejected(code)
        return answer

    def is_whole(self, now_ms: int) -> bool:
        """Whether every card has its code, and none can be taken back any more."""
        return self.enrolment.asked is None and self.source.is_settled(now_ms)

    def again(self, card: Card | None = None) -> None:
        """This card is to be scanned again, or the last one."""
        last = self.enrolment.codes[-1][0] if self.enrolment.codes else None
        if again := card or last:
            self._keep(forget(self.enrolment, again))
            self.source = self.source.without(again)

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

    def _take_back(self, code: Unread) -> ScanResult:
        """The card before has a code that is perhaps not its own: it is asked for again, even where the disk fails."""
        card = self.source.last_taken
        self.source = self.source.rejected(code, refused=True)
        if card:
            self.source, self.enrolment = self.source.without(card), forget(self.enrolment, card)
            self._keep(self.enrolment)
        return simultaneous(self.enrolment)

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
