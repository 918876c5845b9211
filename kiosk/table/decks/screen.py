"""One table's decks: those in use, and the one that is being enrolled with its readers. Loaded only if the table has a
device that reads cards."""

from collections.abc import Callable

from engine.bad_input import why_bad
from engine.message import Message
from hardware.decks.enrollment import ScanResult
from hardware.reading.deck import DeckRefused, check_name
from hardware.reading.reading import NowMs, UnknownCode
from kiosk.faults import Fault
from kiosk.table.decks.enrollment import EnrollmentSession, begin
from kiosk.table.decks.folder import begun_decks, make_room, whole_decks
from kiosk.table.decks.rotation import TableCodes, own_folder, usable_decks
from kiosk.table.settings import TableSettings
from ui.dealer.model.cards import Decks, EnrollDo, Enrolling


class TableDecks:
    """The decks of one table; one deck at a time can be enrolled. Raises `Fault` if a deck in the settings is
    incomplete. `say` is called with each problem; `now_ms` is the readers' time."""

    def __init__(self, settings: TableSettings, say: Callable[[Message], None], now_ms: NowMs) -> None:
        rotation, self.problems = usable_decks(settings)
        self.codes = TableCodes(rotation)
        self._folder = own_folder(settings)
        self._say = say
        self._now_ms = now_ms
        self._waits = False
        """Whether the last card has been scanned but no attempt has been made yet to write the deck."""
        self._session: EnrollmentSession | None = None
        self._last: ScanResult | None = None
        self.decks = self._from_disk()
        """The decks of this table. They are read from the disk each time an action here changes them."""

    @property
    def first(self) -> str:
        return self.codes.rotation.names[0]

    @property
    def is_enrolling(self) -> bool:
        """Whether scanned codes belong to a deck that is being enrolled, and so do not count as cards."""
        return self._session is not None

    @property
    def enrolling(self) -> Enrolling | None:
        """The progress of the enrollment; None while no deck is being enrolled."""
        if self._session is None:
            return None
        enrollment, last = self._session.settled, self._last
        done = tuple(card for card, _ in enrollment.codes)
        later = tuple(card for card in enrollment.skipped if card not in done)
        if last is None or last.taken or last.problem == "whole":
            return Enrolling(enrollment.name, enrollment.asked, done, later)
        problem = (last.problem, last.card, last.of, last.place, last.at)
        return Enrolling(enrollment.name, enrollment.asked, done, later, *problem)

    def order(self, do: EnrollDo, what: str) -> None:
        self._try(lambda: self._order(do, what))

    def scanned(self, code: UnknownCode) -> None:
        self._try(lambda: self._scanned(code))

    def tick(self) -> None:
        """Finish a deck once its last card is final. Called each second, after all of the readers' messages."""
        session = self._session
        if self._waits and session and session.is_whole(self._now_ms()):
            self._try(lambda: self._finish(session))

    def _try(self, step: Callable[[], None]) -> None:
        """Run a step. If the disk fails, report it; the screen then asks for the card again."""
        try:
            step()
        except Fault as fault:
            self._say(fault.message)
        self.decks = self._from_disk()

    def _from_disk(self) -> Decks:
        """The decks in use, the partially enrolled ones, and those that will be used after a restart."""
        names = self.codes.rotation.names
        waiting = tuple(name for name in whole_decks(self._folder) if name not in names)
        begun = ((each.name, each.cards) for each in begun_decks(self._folder) if each.name not in (*names, *waiting))
        return Decks(names, tuple(begun), waiting)

    def _order(self, do: EnrollDo, what: str) -> None:
        if do == "begin":
            self._begin(what)
            return
        session, self._last = self._session, None
        if session is None:
            return
        match do:
            case "again":
                session.again(next((card for card, _ in session.enrollment.codes if str(card) == what), None))
            case "later":
                session.later()
            case "leave":
                self._session = None
                self.codes.enrolls = False

    def _scanned(self, code: UnknownCode) -> None:
        """Handle a scanned code. If this raises `Fault`, the card must be scanned again."""
        if self._session is not None:
            before = self._session.enrollment
            try:
                self._last = self._session.scanned(code)
            except Fault:
                if self._session.enrollment != before:  # if two codes arrive at once, the card is taken back anyway
                    self._last = ScanResult(self._session.enrollment, "at-once")
                raise
            self._waits = not (self._session.enrollment.asked or self._session.path.exists())

    def _finish(self, session: EnrollmentSession) -> None:
        if session.path.exists():
            return
        self._waits = False
        deck = session.finish()
        try:
            self.codes.add(deck)
        except DeckRefused as refused:
            self._say(Fault("deck-left-out", error=refused.message).message)

    def _begin(self, name: str) -> None:
        name = name.strip()
        if why := check_name(name):
            raise Fault("deck-name", name=name, why=why)
        if name in (*self.codes.rotation.names, *whole_decks(self._folder)):
            raise Fault("deck-there-already", name=name)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            path = make_room(self._folder, name)
            enrollment = begin(path, name)
        except (OSError, DeckRefused) as error:
            raise Fault("deck-not-enrolled", name=name, error=why_bad(error)) from error
        self._session, self._last = EnrollmentSession(path, enrollment, self.codes.rotation.decks), None
        self._waits = enrollment.asked is None  # stopped before its last card was settled
        self.codes.enrolls = True
