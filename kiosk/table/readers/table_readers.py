"""The card readers at one table: their health, their cameras, and the cards that they miss. Runs on the table's thread;
the readers post to its inbox from their own threads. A reader that fails never stops a table."""

from collections.abc import Callable, Hashable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from engine.actions import BOARD
from engine.bad_input import why_bad
from engine.hand.dealing import due_at
from engine.hand.state import BOARD_CARDS, STREETS, Hand, index_of
from engine.message import Message
from engine.table.state import Table
from hardware.readers import OpenReader, kind_of, open_reader
from hardware.readers.phone import PHONE, open_phone
from hardware.reading.reading import Health, Reader, ReaderMessage, Reading
from hardware.recognition.errors import LearnedRefused
from kiosk.faults import Fault
from kiosk.protocol.messages import ReaderStatus
from kiosk.table.decks.learned import faces_path, with_faces
from kiosk.table.readers.outlines import CameraOutlines, outlines_path, save_layout, save_outlines, with_outlines
from kiosk.table.readers.states import ReaderStates, reader_words, shown_readers
from kiosk.table.settings import ReaderSettings, TableSettings
from ui.dealer.model.cards import Decks, Missed
from ui.dealer.model.readers import PhoneNow
from ui.dealer.model.surroundings import Surroundings

if TYPE_CHECKING:
    from hardware.camera.camera import CameraReader
    from hardware.camera.frame import CameraFrame
    from hardware.camera.settings import Area
    from hardware.keys.screen import ScreenKeys
    from hardware.reading.deck import Codes
    from hardware.reading.reading import NowMs
    from hardware.reading.reading import Post as PostReading
    from kiosk.table.decks.faces import FaceCheck, FaceLook
    from kiosk.table.decks.faces_screen import TableFaces
    from kiosk.table.decks.screen import TableDecks


Post = Callable[["ReaderMessage | FaceLook | FaceCheck", Hashable], None]
"""Posts a reader's message from the reader's thread; of those with the same key, only the newest is kept."""
PATIENCE_MS = 5_000
"""How long a due card may be missing: longer than it takes to burn and turn a card, but shorter than a table will
wait."""
HOLE_CARDS = 2


class MissedCard(msgspec.Struct, eq=False):
    _waits_for: tuple[object, ...] = ()
    _since_ms: int = 0

    def look(self, table: Table, now_ms: int) -> Missed | None:
        """The card to ask for; None while no card is due, and for the first five seconds after the set of due cards
        changes."""
        hand = table.hand
        due = due_at(hand, table.book) if hand and table.book else ()
        waits_for = (hand.deal.hand, hand.board, hand.tabled) if hand and due else ()
        if waits_for != self._waits_for:
            self._waits_for, self._since_ms = waits_for, now_ms
        if hand is None or not due or now_ms - self._since_ms < PATIENCE_MS:
            return None
        return _missed(hand, due)


def _missed(hand: Hand, due: tuple[int, ...]) -> Missed:
    """The card that is missing. Prefers a seat that has shown one of its two cards: a seat that showed none may still
    be thinking."""
    shown = {seat: len(hand.tabled[index_of(hand, seat)]) for seat in due if seat != BOARD}
    where = next((seat for seat, cards in shown.items() if cards), due[0])
    if where != BOARD:
        return Missed(where, "", shown[where], HOLE_CARDS)
    lie = len(hand.board)
    street = next(number for number, cards in enumerate(BOARD_CARDS) if cards > lie)
    before = BOARD_CARDS[street - 1]
    return Missed(BOARD, STREETS[street], lie - before, BOARD_CARDS[street] - before)


def decks_of(settings: TableSettings, say: Callable[[Message], None], now_ms: Callable[[], int]) -> "TableDecks | None":
    """The decks of a table; None if nothing reads cards. `say` shows what went wrong with a deck. Raises `Fault` when a
    deck in the settings cannot be used."""
    if not settings.readers and settings.deck == "plain" and not settings.other_decks:
        return None
    # Imported late: a table without a reader does not wait for it before its first frame.
    from kiosk.table.decks.screen import TableDecks  # noqa: PLC0415

    return TableDecks(settings, say, now_ms)


class TableReaders:
    """All readers at one table. Raises `Fault` when a reader's script cannot be used."""

    def __init__(
        self,
        settings: TableSettings,
        decks: "TableDecks | None",
        now_ms: Callable[[], int],
        post: Post,
        open_reader: OpenReader | None = None,
    ) -> None:
        """`decks` is None if nothing reads cards. `open_reader` replaces the readers of this machine."""
        self._outlines = outlines_path(Path(settings.journal))
        taken = with_outlines(settings, self._outlines)
        self._settings, troubles = with_faces(taken.settings)
        self._decks = decks
        self._troubles = [*([taken.trouble] if taken.trouble else []), *troubles]
        self.learning: TableFaces | None = None
        """The faces of a deck that a camera is learning, while the page about it is open."""
        self._now_ms = now_ms
        self._post = post
        self._set = {reader.url: reader.camera for reader in settings.readers}
        self._states = ReaderStates(self._settings.readers, now_ms())
        self.states = self._states.all
        self._missed = MissedCard()
        self._readers = self._make_readers(open_reader)

    @property
    def report(self) -> tuple[ReaderStatus, ...]:
        return reader_words(self._states.all)

    @property
    def screen_keys(self) -> "ScreenKeys | None":
        """The reader that receives what a scanner types at the screen."""
        from hardware.keys.screen import ScreenKeys  # noqa: PLC0415  the first frame does not wait for it

        return next((reader for reader in self._readers if isinstance(reader, ScreenKeys)), None)

    def shown(self, surroundings: Surroundings, table: Table) -> Surroundings:
        decks = self._decks
        return replace(
            surroundings,
            readers=shown_readers(self._states.all, self._now_ms()),
            missed=self._missing(table),
            decks=decks.decks if decks else Decks(),
            enrolling=decks.enrolling if decks else None,
            learning=self.learning.shown if self.learning else None,
        )

    @property
    def problems(self) -> tuple[Fault, ...]:
        decks = self._decks.problems if self._decks else ()
        return (*decks, *self._troubles)

    def start(self) -> None:
        for reader in self._readers:
            reader.start()

    def stop(self) -> None:
        self.learn("")
        for reader in self._readers:
            reader.stop()

    def receive(self, message: ReaderMessage) -> None:
        self._states.receive(message)

    def learn(self, address: str) -> None:
        """Learn the faces of a deck with the camera at this address; if it is empty, stop learning."""
        if self.learning:
            self.learning.stop()
            self.learning = None
        if camera := self._camera(address) if address else None:
            # Imported late: only learning loads the nets here.
            from kiosk.table.decks.faces_screen import TableFaces  # noqa: PLC0415

            path = faces_path(Path(self._settings.journal), address)
            self.learning = TableFaces(path, self._set[address].learned, camera, lambda look: self._post(look, None))

    def keep_layout(self, address: str, typed: str) -> None:
        """Store what the scanner at this address sent for the layout code. Raises `Fault`."""
        save_layout(self._outlines, address, typed)

    def seeing(self, address: str) -> "CameraFrame | None":
        camera = self._camera(address)
        return camera.newest() if camera else None

    def phone_at(self, address: str) -> PhoneNow | None:
        """The phone at this address, if it is one and has sent a picture."""
        if kind_of(address) is not PHONE:
            return None
        from hardware.camera.frames_from_phone import PhoneCamera  # noqa: PLC0415  like `_camera`

        camera = self._camera(address)
        frame = camera.newest() if camera else None
        if frame is None or not isinstance(camera, PhoneCamera):
            return None
        return PhoneNow(max(0, self._now_ms() - frame.at_ms), camera.frames.battery)

    def places_of(self, address: str) -> "dict[str, Area]":
        return next((each.places for each in self.states if each.settings.url == address), {})

    def mark_places(self, address: str, places: "dict[str, Area]") -> None:
        """Set and store the places in the picture of the camera at this address. If this raises `Fault`, nothing has
        changed."""
        state = next(each for each in self.states if each.settings.url == address)
        save_outlines(self._outlines, address, CameraOutlines(places, self._set[address].places))
        if camera := self._camera(address):
            camera.set_places(places)
        state.places = dict(places)

    def _missing(self, table: Table) -> Missed | None:
        """The card that should have been read by now; None while cards are keyed."""
        if not self._readers:
            return None
        missed = self._missed.look(table, self._now_ms())
        return missed if table.mode == "readers" else None

    def _camera(self, address: str) -> "CameraReader | None":
        if not kind_of(address).is_camera:
            return None
        from hardware.camera.camera import CameraReader  # noqa: PLC0415  a table without one does not wait for OpenCV

        return next((each for each in self._readers if isinstance(each, CameraReader) and each.url == address), None)

    def _make_readers(self, opener: OpenReader | None) -> list[Reader]:
        if self._decks is None:
            return []
        opens = opener or partial(_opened, self._settings)
        readers: list[Reader] = []
        for each in self._settings.readers:
            post = partial(self._post_message, each.url)
            try:
                readers.append(opens(each, self._decks.codes, post, self._now_ms))
            except LearnedRefused as refused:  # cards are keyed in that case: a table never waits for a file
                self._leave_out(each, refused)
            except ValueError as error:
                raise Fault("reader-unusable", error=why_bad(error)) from error
        return readers

    def _leave_out(self, reader: ReaderSettings, why: LearnedRefused) -> None:
        self._states.receive(Health(False, str(why), reader.place, self._now_ms(), reader.url, "unlearned"))
        self._troubles.append(Fault("learned-deck-refused", error=why.message))

    def _post_message(self, address: str, message: ReaderMessage) -> None:
        message = replace(message, address=address)
        match message:
            case Health():
                self._post(message, ("health", message.place, message.address))
            case Reading(again=True):  # twenty times a second while the card is there: the newest report is enough
                self._post(message, ("again", address, message.place, message.card))
            case _:
                self._post(message, None)


def _opened(
    settings: TableSettings, reader: ReaderSettings, deck: "Codes", post: "PostReading", now_ms: "NowMs"
) -> Reader:
    """A reader of this machine, or the phone whose frames the clock passes on. Raises `ValueError`."""
    if kind_of(reader.url) is not PHONE:
        return open_reader(reader, deck, post, now_ms)
    from kiosk.table.readers.camera_link import CameraLink  # noqa: PLC0415  it loads the WebSocket library

    return open_phone(reader, deck, post, now_ms, CameraLink(settings))
