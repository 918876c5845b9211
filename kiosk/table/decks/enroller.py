"""Enrolls decks at the table with its readers: start, pause, resume. Knows nothing about the screen."""

from pathlib import Path

from engine.bad_input import why_bad
from hardware.decks.enrollment import ScanResult, simultaneous
from hardware.reading.deck import Deck, DeckRefused, check_name
from hardware.reading.reading import NowMs, UnknownCode
from kiosk.faults import Fault
from kiosk.table.decks.enrollment import EnrollmentSession, begin
from kiosk.table.decks.folder import begun_decks, make_room, whole_decks
from kiosk.table.decks.rotation import TableCodes
from ui.dealer.model.cards import Decks, EnrollDo, Enrolling


class DeckEnroller:
    """Enrolls one deck at a time. Decks are in `folder`; `codes` is the readers' lookup, `now_ms` their clock."""

    def __init__(self, folder: Path, codes: TableCodes, now_ms: NowMs) -> None:
        self._folder = folder
        self._codes = codes
        self._now_ms = now_ms
        self._waits = False
        """Whether the last card was scanned but writing the deck has not been tried yet."""
        self._session: EnrollmentSession | None = None
        self._last: ScanResult | None = None

    @property
    def is_open(self) -> bool:
        """Whether scanned codes belong to a deck that is being enrolled, and so do not count as cards."""
        return self._session is not None

    @property
    def decks(self) -> Decks:
        """The decks in use, the partially enrolled ones, and those that need a restart."""
        names = self._codes.rotation.names
        waiting = tuple(name for name in whole_decks(self._folder) if name not in names)
        begun = ((each.name, each.cards) for each in begun_decks(self._folder) if each.name not in (*names, *waiting))
        return Decks(names, tuple(begun), waiting)

    @property
    def shown(self) -> Enrolling | None:
        """The progress; None while nothing is being enrolled."""
        if self._session is None:
            return None
        enrollment, last = self._session.settled, self._last
        done = tuple(card for card, _ in enrollment.codes)
        later = tuple(card for card in enrollment.skipped if card not in done)
        if last is None or last.taken or last.problem == "whole":
            return Enrolling(enrollment.name, enrollment.asked, done, later)
        problem = (last.problem, last.card, last.of, last.place, last.at)
        return Enrolling(enrollment.name, enrollment.asked, done, later, *problem)

    def order(self, do: EnrollDo, what: str = "") -> None:
        """Handles a touch. Raises `Fault` without changing anything."""
        if do == "begin":
            self._begin(what)
            return
        session, self._last = self._session, None
        if session is None:
            return
        match do:
            case "again":
                card = next((card for card, _ in session.enrollment.codes if str(card) == what), None)
                session.again(card)
            case "later":
                session.later()
            case "leave":
                self._close()

    def scanned(self, code: UnknownCode) -> None:
        """Handles a scan. If it raises `Fault`, the card must be scanned again."""
        if self._session is not None:
            before = self._session.enrollment
            try:
                self._last = self._session.scanned(code)
            except Fault:
                if self._session.enrollment != before:  # if two codes arrive at once, the card is taken back anyway
                    self._last = simultaneous(self._session.enrollment)
                raise
            self._waits = not (self._session.enrollment.asked or self._session.path.exists())

    @property
    def is_due(self) -> bool:
        """Whether the deck was completed merely by the passing of time: its last card can no longer be taken back."""
        return self._waits and self._session is not None and self._session.is_whole(self._now_ms())

    def finished(self) -> Deck | None:
        """The deck, written to disk. It is returned only once, when it is complete. Raises `Fault`."""
        session = self._session
        if session is None or not session.is_whole(self._now_ms()) or session.path.exists():
            return None
        self._waits = False
        return session.finish()

    def _begin(self, name: str) -> None:
        name = name.strip()
        if why := check_name(name):
            raise Fault("deck-name", name=name, why=why)
        if name in (*self._codes.rotation.names, *whole_decks(self._folder)):
            raise Fault("deck-there-already", name=name)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            path = make_room(self._folder, name)
            enrollment = begin(path, name)
        except (OSError, DeckRefused) as error:
            raise Fault("deck-not-enrolled", name=name, error=why_bad(error)) from error
        self._session, self._last = EnrollmentSession(path, enrollment, self._codes.rotation.decks), None
        self._waits = enrollment.asked is None  # stopped before its last card was settled
        self._codes.enroll(True)

    def _close(self) -> None:
        self._session = None
        self._codes.enroll(False)
