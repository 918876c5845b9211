"""The faces of a deck, learned from a camera's pictures and saved card by card, so that learning can resume after a
power cut. Knows nothing about the screen. Used by `kiosk deck learn` and by the table's screen."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import Card
from engine.message import Message
from hardware.decks.enrollment import ORDER
from hardware.decks.files import part_path
from hardware.pictures import Pixels
from hardware.recognition.learned_deck import LearnedDeck, learned_file, load_learned
from hardware.recognition.learning import (
    MAX_CROPS,
    Corners,
    NoCard,
    confused_pairs,
    contradiction,
    corners,
    could_be_same_card,
    is_same_place,
)
from kiosk.table.decks.folder import write_deck

if TYPE_CHECKING:
    from hardware.camera.frame import CameraFrame

STILL_FRAMES = 4
"""How many consecutive frames must show a card in the same position before it is learned."""
GONE_FRAMES = 2
"""The number of consecutive frames without a card after which a card in the same position counts as the next one."""
EVERY_MS = 100


@dataclass
class FaceSession:
    """A deck whose faces are being learned. Each card is on disk before the next one is requested. Raises `Fault` if
    the disk fails, and `LearnedRefused` for a saved part that cannot be used."""

    path: Path
    name: str = ""
    cards: dict[Card, list[Pixels]] = field(default_factory=dict)
    later: tuple[Card, ...] = ()
    """The cards that are asked for at the end."""

    def resume(self) -> None:
        part = part_path(self.path)
        if part.exists():
            kept = load_learned(part, whole=False)
            self.cards = {card: list(crops) for card, crops in kept.crops.items()}
            self.name = self.name or kept.name
        self.name = self.name or self.path.stem

    @property
    def asked(self) -> Card | None:
        missing = [card for card in ORDER if card not in self.cards]
        return next((card for card in missing if card not in self.later), missing[0] if missing else None)

    @property
    def deck(self) -> LearnedDeck:
        return LearnedDeck(self.name, self.cards)

    def take(self, card: Card, seen: list[Corners], trust: bool = False) -> Card | None:
        """Learn the card from these pictures. If they show another card with certainty, return that one instead, unless
        `trust` is set."""
        if not trust and (other := contradiction(card, seen, self.cards)):
            return other
        self.cards[card] = [crop for each in seen for crop in each.crops][:MAX_CROPS]
        self._keep()
        return None

    def undo(self) -> None:
        """Forget the card that was learned last."""
        if self.cards:
            self.forget(next(reversed(self.cards)))

    def forget(self, *cards: Card) -> None:
        for card in cards:
            self.cards.pop(card, None)
        self._keep()

    def finish(self) -> None:
        """Write the deck. All of its cards must have been learned."""
        write_deck(self.path, learned_file(self.deck))
        part_path(self.path).unlink(missing_ok=True)

    def _keep(self) -> None:
        write_deck(part_path(self.path), learned_file(self.deck))


@dataclass
class StillCardDetector:
    """Detects each card that becomes stable, but only once until it is taken away."""

    problem: Message | None = None
    """Why the last picture shows no card that can be learned."""
    _seen: list[Corners] = field(default_factory=list)
    _known: Corners | None = None
    _gone: int = 0

    def see(self, pixels: Pixels) -> list[Corners]:
        """The last frames of a card that has just become stable; empty if none has."""
        try:
            now, self.problem = corners(pixels), None
        except NoCard as error:
            self.problem = error.message
            self._seen.clear()
            self._gone += 1
            return []
        if (
            self._known
            and is_same_place(self._known, now)
            and self._gone < GONE_FRAMES
            and could_be_same_card(self._known, now)
        ):
            self._gone = 0
            return []
        self._seen = [*self._seen, now] if self._seen and is_same_place(self._seen[-1], now) else [now]
        if len(self._seen) < STILL_FRAMES:
            return []
        self._known, self._gone = now, 0
        taken, self._seen = self._seen, []
        return taken


class FaceLook(NamedTuple):
    """A card that has just come to rest under the camera, or why a picture shows none that can be learned."""

    watcher: "FaceWatcher"
    seen: list[Corners]
    problem: Message | None


class FaceCheck(NamedTuple):
    """A deck that has been learned, and the cards that it could mistake for each other."""

    watcher: "FaceWatcher"
    deck: LearnedDeck
    pairs: list[tuple[Card, Card]]


class FaceWatcher:
    """Looks for cards in a camera's newest pictures. It has its own thread, because a look takes a tenth of a second,
    and a check of a whole deck takes a few seconds."""

    def __init__(
        self, newest: "Callable[[], CameraFrame | None]", post: "Callable[[FaceLook | FaceCheck], None]"
    ) -> None:
        """`post` is called from the thread."""
        self._newest = newest
        self._post = post
        self._to_check: LearnedDeck | None = None
        self._stopping = Event()
        self._thread = Thread(target=self._watch, name="faces of a deck", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, wait_s: float = 0.0) -> None:
        """Stop looking. With `wait_s`, wait for the look in progress."""
        self._stopping.set()
        if wait_s and self._thread.is_alive():
            self._thread.join(wait_s)

    def check(self, deck: LearnedDeck) -> None:
        self._to_check = deck

    def _watch(self) -> None:
        still, last, posted = StillCardDetector(), None, None
        while not self._stopping.wait(EVERY_MS / 1000):
            if deck := self._to_check:
                self._to_check = None
                deck.prepare()
                self._post(FaceCheck(self, deck, confused_pairs(deck.crops)))
                continue
            frame = self._newest()
            if frame is None or frame is last:
                continue
            last, seen = frame, still.see(frame.pixels)
            if seen or still.problem != posted:
                posted = still.problem
                self._post(FaceLook(self, seen, posted))
