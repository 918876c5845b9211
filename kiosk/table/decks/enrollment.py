"""An enrollment that is saved card by card, so that it can resume after a power cut. Knows nothing about readers or the
screen. Used by `kiosk deck enroll` and by the table's screen."""

from dataclasses import dataclass, field
from pathlib import Path

from engine.cards import Card
from hardware.decks.enrollment import Enrollment, ScanResult, SingleSource, forget, resume, scan, skip, undo
from hardware.decks.files import deck_text, part_path, read_part
from hardware.reading.deck import Deck, DeckRefused, check_name
from hardware.reading.reading import UnknownCode
from kiosk.faults import Fault
from kiosk.table.decks.folder import write_deck


def begin(path: Path, name: str | None) -> Enrollment:
    """A new enrollment, or the saved one. Raises `DeckRefused`."""
    part = part_path(path)
    known, codes = read_part(part) if part.exists() else (path.stem, {})
    enrollment = resume(name or known, codes)
    if problem := check_name(enrollment.name):  # before scanning fifty-two cards
        raise DeckRefused("no-deck-name", name=repr(enrollment.name), problem=problem)
    return enrollment


@dataclass
class EnrollmentSession:
    """An enrollment in which each step is on disk before it counts. Raises `Fault` if the disk fails. In that case,
    nothing changes, except that a card whose code arrived together with another code is asked for again."""

    path: Path
    enrollment: Enrollment
    others: tuple[Deck, ...] = ()
    source: SingleSource = field(default_factory=SingleSource)

    @property
    def settled(self) -> Enrollment:
        """The enrollment as it is saved. The deck's final card is excluded until the deck is on disk."""
        return self.enrollment if self.enrollment.asked or self.path.exists() else undo(self.enrollment)

    def scanned(self, code: UnknownCode) -> ScanResult:
        if code.hint:
            return ScanResult(self.enrollment, code.hint)
        if code.nowhere:
            return ScanResult(self.enrollment, "nowhere", place=code.position)
        if self.source.is_simultaneous(code):
            return self._take_back(code)
        if (first := self.source.first) and (code.address, code.place) != (first.address, first.place):
            return ScanResult(self.enrollment, "elsewhere", place=code.place, at=first.place)
        asked, answer = self.enrollment.asked, scan(self.enrollment, code.code, self.others)
        if asked and answer.taken:
            self._keep(answer.enrollment)
            self.source = self.source.accepted(asked, code)
        else:
            self.source = self.source.rejected(code)
        return answer

    def is_whole(self, now_ms: int) -> bool:
        """Whether every card has its code, and no code can be taken back any longer."""
        return self.enrollment.asked is None and self.source.is_settled(now_ms)

    def again(self, card: Card | None = None) -> None:
        last = self.enrollment.codes[-1][0] if self.enrollment.codes else None
        if again := card or last:
            self._keep(forget(self.enrollment, again))
            self.source = self.source.without(again)

    def later(self) -> None:
        self._keep(skip(self.enrollment))

    def finish(self) -> Deck:
        try:
            deck = self.enrollment.deck()
        except DeckRefused as refused:
            raise Fault("deck-not-sound", error=refused.message, path=str(part_path(self.path))) from refused
        write_deck(self.path, deck_text(deck.name, deck.codes))
        part_path(self.path).unlink(missing_ok=True)
        return deck

    def _take_back(self, code: UnknownCode) -> ScanResult:
        """The previous card's code may be wrong: ask for it again, even if the disk fails."""
        card = self.source.last_taken
        self.source = self.source.rejected(code, refused=True)
        if card:
            self.source, self.enrollment = self.source.without(card), forget(self.enrollment, card)
            self._keep(self.enrollment)
        return ScanResult(self.enrollment, "at-once")

    def _keep(self, enrollment: Enrollment) -> None:
        write_deck(part_path(self.path), deck_text(enrollment.name, dict(enrollment.codes)))
        self.enrollment = enrollment
