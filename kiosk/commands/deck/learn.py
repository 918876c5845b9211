"""`kiosk deck learn`: learns a deck's fifty-two faces from pictures, a video or a camera. Each card is on disk before
the next one is requested, so that learning can resume after a power cut."""

import argparse
import queue
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from engine.bad_input import BadInput, why_bad
from engine.cards import DECK, Card
from engine.message import Message, message
from hardware.camera.camera import CameraReader
from hardware.camera.settings import CameraSettings, camera_address
from hardware.decks.enrollment import ORDER
from hardware.decks.files import part_path
from hardware.pictures import Pixels
from hardware.reading.deck import PLAIN_DECK
from hardware.reading.reading import Health, ReaderMessage
from hardware.recognition.errors import LearnedRefused
from hardware.recognition.learning import Corners, confused_pairs, corners
from kiosk.arguments import words_for
from kiosk.commands.deck.enroll import listen_to_keys
from kiosk.commands.health import health_line
from kiosk.commands.read.command import VIDEOS, shown_name
from kiosk.commands.read.pictures import open_picture
from kiosk.commands.read.video import NoVideo, frames
from kiosk.faults import Fault
from kiosk.table.decks.faces import EVERY_MS, FaceSession, StillCardDetector
from kiosk.times import monotonic_ms
from ui.words import Words
from ui.words.languages import words_in


def run(args: argparse.Namespace, out: TextIO) -> int:
    """Learn a deck's faces. Returns exit code 1 if cards are missing or look alike, or the user quit. Raises `Fault`
    for wrong arguments or files."""
    if bool(args.files) == bool(args.camera):
        raise Fault("learn-needs-pictures")
    if args.out.exists():
        raise Fault("file-there-already", path=str(args.out))
    try:
        session = LearningSession(
            args.out, args.trust, lambda line: print(line, file=out, flush=True), args.name or "", words_for(args)
        )
        session.resume()
        if args.camera:
            return _live(session, args.camera)
        if len(args.files) == 1 and Path(args.files[0]).suffix.lower() in VIDEOS:
            return _video(session, args.files[0])
        return _pictures(session, args.files)
    except LearnedRefused as refused:
        raise Fault("learned-file-refused", error=refused.message) from refused


@dataclass
class LearningSession:
    """Learns a deck, and reports each step through `print`."""

    path: Path
    trust: bool
    print: Callable[[str], None]
    name: str = ""
    words: Words = field(default_factory=lambda: words_in("en"))

    def __post_init__(self) -> None:
        self.faces = FaceSession(self.path, self.name)
        self._differed: list[Card] = []
        """The cards that were refused because the net reads them as other cards."""

    def resume(self) -> None:
        self.faces.resume()

    @property
    def asked(self) -> Card | None:
        return self.faces.asked

    def say(self, step: Message) -> None:
        self.print(self.words.say(step))

    def prompt(self) -> Message:
        asked = self.asked
        if asked is None:
            return message("deck-all-learned", deck=self.faces.name)
        return message("deck-show-card", done=len(self.faces.cards), card=asked, short=str(asked))

    def take(self, card: Card, seen: list[Corners], trust: bool = False) -> bool:
        """Learn the card from these pictures, and return whether it was accepted."""
        other = self.faces.take(card, seen, trust or self.trust)
        if other:
            self.say(message("deck-face-differs", card=card, other=other))
            self._differed.append(card)
        return other is None

    def undo(self) -> None:
        self.faces.undo()

    def finish(self) -> int:
        """Write the deck, if all cards are learned and can be distinguished. Returns the exit code."""
        if missing := [str(card) for card in DECK if card not in self.faces.cards]:
            if differed := [str(card) for card in self._differed if str(card) in missing]:
                self.say(message("deck-faces-trust", cards=", ".join(differed)))
            self.say(message("deck-faces-missing", cards=", ".join(missing), path=str(part_path(self.path))))
            return 1
        if pairs := confused_pairs(self.faces.cards):
            for one, other in pairs:
                self.say(message("deck-faces-alike", card=one, other=other))
            self.faces.forget(*(one for one, _ in pairs))
            return 1
        self.faces.finish()
        self.say(message("file-written", path=str(self.path)))
        return 0


def _pictures(session: LearningSession, files: list[str]) -> int:
    """Learn from pictures that are named after their cards or are in the requested order. Returns the exit code."""
    cards = _named(files) or _in_order(session, files)
    for file, card in zip(files, cards, strict=True):
        try:
            session.take(card, [corners(open_picture(file).pixels)])
        except (OSError, BadInput) as error:
            session.say(message("deck-picture-not-taken", path=shown_name(file), error=why_bad(error)))
    return session.finish()


def _named(files: list[str]) -> list[Card]:
    stems = [Path(file).stem.capitalize() for file in files]
    return [Card(stem) for stem in stems] if all(stem in set(map(str, DECK)) for stem in stems) else []


def _in_order(session: LearningSession, files: list[str]) -> list[Card]:
    missing = [card for card in ORDER if card not in session.faces.cards]
    if len(files) != len(missing):
        raise Fault("pictures-too-few-or-many", pictures=len(files), cards=len(missing))
    return missing


def _video(session: LearningSession, file: str) -> int:
    settling = StillCardDetector()
    session.say(session.prompt())
    try:
        for _, pixels in frames(file, EVERY_MS):
            asked = session.asked
            if asked and (seen := settling.see(pixels)) and session.take(asked, seen):
                session.say(session.prompt())
    except (OSError, NoVideo) as error:
        raise Fault("video-unreadable", path=str(file), error=why_bad(error)) from error
    return session.finish()


def _live(session: LearningSession, camera: str) -> int:
    inbox: queue.Queue[ReaderMessage | str] = queue.Queue()
    address, settings = camera_address(camera), CameraSettings(reads="codes")
    try:
        reader = CameraReader(address, PLAIN_DECK, "deck", inbox.put, monotonic_ms, settings)
    except ValueError as error:
        raise Fault("camera-argument", error=why_bad(error)) from error
    reader.start()
    listen_to_keys(inbox.put)
    try:
        return learn_live(session, _newest(reader), inbox)
    except KeyboardInterrupt:  # all learned cards are on disk
        return 1
    finally:
        reader.stop()


def learn_live(
    session: LearningSession, pictures: Iterator[Pixels | None], inbox: "queue.Queue[ReaderMessage | str]"
) -> int:
    """Learn from a camera. Returns exit code 1 if the user quit or cards look alike. `pictures` yields None while there
    is no new picture."""
    settling, refused = StillCardDetector(), list[Corners]()
    session.say(message("deck-learn-keys"))
    session.say(session.prompt())
    while asked := session.asked:
        pixels = next(pictures)
        if pixels is not None and (seen := settling.see(pixels)):
            refused = [] if session.take(asked, seen) else seen
            session.say(session.prompt())
        match _typed(session, inbox):
            case "q":
                session.say(message("deck-stopped", path=str(part_path(session.path))))
                return 1
            case "u":
                session.undo()
                session.say(session.prompt())
            case "t" if refused:
                session.take(asked, refused, trust=True)
                refused = []
                session.say(session.prompt())
            case "":
                pass
            case _:
                session.say(message("deck-learn-keys"))
    return session.finish()


def _typed(session: LearningSession, inbox: "queue.Queue[ReaderMessage | str]") -> str:
    """A typed line, or an empty string. Prints the camera's health if that is reported instead."""
    try:
        heard = inbox.get(timeout=0.02)
    except queue.Empty:
        return ""
    if isinstance(heard, Health):
        session.print(health_line(heard, session.words))
    return (heard.strip().lower() or "?") if isinstance(heard, str) else ""


def _newest(reader: CameraReader) -> Iterator[Pixels | None]:
    """Each frame from the camera once, and None while there is no new one."""
    last = None
    while True:
        seeing = reader.newest()
        yield None if seeing is last or seeing is None else seeing.pixels
        last = seeing
