"""The faces of a deck that one camera of a table learns, while the page about it is open. Belongs to the table's
thread. Loads the nets."""

from collections.abc import Callable
from pathlib import Path

from engine.cards import Card
from engine.message import Message, message
from hardware.camera.camera import CameraReader
from hardware.decks.files import part_path
from hardware.recognition.errors import LearnedRefused
from hardware.recognition.learned_deck import LearnedDeck, load_learned
from hardware.recognition.learning import Corners
from kiosk.faults import Fault
from kiosk.storage.files import disk_faults
from kiosk.table.decks.faces import FaceCheck, FaceLook, FaceSession, FaceWatcher
from kiosk.table.decks.folder import set_aside
from ui.dealer.model.cards import LearnDo, Learning, LearnState

LOOK_S = 5.0
"""How long to wait for a look in progress when learning stops, in seconds. A look usually takes a tenth of a second. A
program that exits during a look crashes."""


class TableFaces:
    """Learns with one camera, from its construction until it is stopped. It resumes a deck that was begun before."""

    def __init__(
        self, path: Path, own: str, camera: CameraReader, post: Callable[[FaceLook | FaceCheck], None]
    ) -> None:
        """`path` is the file for the learned deck. `own` is the file of the registered deck in the settings, or empty.
        `post` is called from another thread."""
        self._path = path
        self._own = own
        self._camera = camera
        self._session = FaceSession(path)
        self._state: LearnState = "showing"
        self._problem: Message | None = None
        self._refused: tuple[Card, Card, list[Corners]] | None = None
        """The card that was asked for, the one that it looks like, and its pictures."""
        self._watcher = FaceWatcher(camera.newest, post)
        self._try(self._resume)
        self._watcher.start()

    @property
    def shown(self) -> Learning:
        session = self._session
        asked, other, problem = session.asked, None, self._problem
        if self._refused:
            asked, other, _ = self._refused
            problem = message("deck-face-differs", card=asked, other=other)
        later = tuple(card for card in session.later if card not in session.cards)
        return Learning(asked, tuple(session.cards), later, problem, other, self._state)

    def stop(self) -> None:
        self._watcher.stop(LOOK_S)

    def order(self, do: LearnDo) -> None:
        refused, self._refused = self._refused, None
        session = self._session
        match do:
            case "again":
                self._try(session.undo)
            case "later":
                session.later = (*session.later, *([session.asked] if session.asked else []))
            case "accept" if refused:
                card, _, seen = refused
                self._take(card, seen, trust=True)
            case "restart":
                self._restart()
            case "remove":
                self._try(self._remove)

    def receive(self, look: FaceLook | FaceCheck) -> None:
        if look.watcher is not self._watcher:
            return
        if isinstance(look, FaceCheck):
            if self._state == "checking":
                self._checked(look)
            return
        self._problem, asked = look.problem, self._session.asked
        if look.seen and asked and self._state == "showing":
            self._refused = None
            self._take(asked, look.seen)

    def _take(self, card: Card, seen: list[Corners], trust: bool = False) -> None:
        self._try(lambda: self._taken(card, seen, trust))

    def _taken(self, card: Card, seen: list[Corners], trust: bool) -> None:
        if other := self._session.take(card, seen, trust):
            self._refused = card, other, seen
        elif self._session.asked is None:
            self._check()

    def _check(self) -> None:
        self._state = "checking"
        self._watcher.check(self._session.deck)

    def _checked(self, check: FaceCheck) -> None:
        self._state = "showing"
        if check.pairs:
            self._try(lambda: self._session.forget(*(one for one, _ in check.pairs)))
            one, other = check.pairs[0]
            self._problem = message("deck-faces-alike", card=one, other=other)
        else:
            self._try(lambda: self._use(check.deck))

    def _use(self, deck: LearnedDeck) -> None:
        self._session.finish()
        self._camera.learn(deck)
        self._state = "used"

    def _resume(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._session.resume()
            if not self._session.cards and self._path.exists():
                self._session.cards = {card: list(crops) for card, crops in load_learned(self._path).crops.items()}
                self._state = "used"
        except LearnedRefused:
            for file in (self._path, part_path(self._path)):
                set_aside(file)
        if self._session.asked is None and self._state == "showing":  # stopped before its cards were compared
            self._check()

    def _restart(self) -> None:
        self._session, self._state = FaceSession(self._path), "showing"

    def _remove(self) -> None:
        """Read the registered deck in the settings from now on, or standard faces."""
        own = load_learned(Path(self._own)) if self._own else None
        for file in (self._path, part_path(self._path)):
            file.unlink(missing_ok=True)
        self._camera.learn(own)
        self._restart()

    def _try(self, step: Callable[[], None]) -> None:
        """Run a step. If the disk fails, the page says so."""
        try:
            with disk_faults(self._path):
                step()
        except Fault as fault:
            self._problem = fault.message
        except LearnedRefused as refused:
            self._problem = refused.message
