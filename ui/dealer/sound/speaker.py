"""Plays the sounds with Qt's multimedia module, the machine's own player, or just its beep. Faults are not reported. A
thread creates and loads the sounds, so that neither the first frame nor a touch waits for one."""

import shutil
import subprocess
from array import array
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from math import exp, pi, sin
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from wave import open as open_wave

import msgspec
from PySide6.QtCore import QObject, Qt, QUrl, Signal

from ui.dealer.model.profile import Sound
from ui.dealer.sound.tones import Beep, Tones

RATE = 22_050
LOUDEST = 32_767


class Note(msgspec.Struct, frozen=True):
    """A sine wave that dies away: when it begins and how long it lasts, in ms, its pitch, and its volume up to 1."""

    at_ms: float
    long_ms: float
    hertz: float
    loud: float
    fades: float = 3.0
    """How much fainter the note is at its end, as a power of e."""


NOTES: dict[Sound, tuple[Note, ...]] = {
    "accepted": (Note(0, 5, 1_900, 0.5),),
    "refused": (Note(0, 40, 180, 0.8, 1), Note(50, 40, 180, 0.8, 1)),
    "card": (Note(0, 5, 1_100, 0.25),),
    "pot": tuple(
        Note(at, 12, hertz, 0.3) for at, hertz in ((0, 3_900), (15, 4_400), (27, 3_600), (45, 4_100), (66, 3_800))
    ),
    "level": (Note(0, 300, 660, 0.5), Note(220, 380, 880, 0.5)),
}
"""The notes of each sound: a dry click, two low tones, a softer tick, chips falling onto one another, and a two-note
chime."""


def wave_of(sound: Sound) -> bytes:
    long_ms = max(note.at_ms + note.long_ms for note in NOTES[sound])
    samples = [0.0] * round(RATE * long_ms / 1_000)
    for note in NOTES[sound]:
        first = round(RATE * note.at_ms / 1_000)
        for index, value in enumerate(_sine(note), first):
            if index < len(samples):
                samples[index] += value
    whole = array("h", (round(LOUDEST * max(-1.0, min(1.0, value))) for value in samples))
    file = BytesIO()
    with open_wave(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(whole.itemsize)
        out.setframerate(RATE)
        out.writeframes(whole.tobytes())
    return file.getvalue()


def _sine(note: Note) -> Iterator[float]:
    count = round(RATE * note.long_ms / 1_000)
    for index in range(count):
        yield note.loud * exp(-note.fades * index / count) * sin(2 * pi * note.hertz * index / RATE)


PLAYERS = (("pw-play",), ("paplay",), ("aplay", "-q"))
LONGEST_S = 1.0
AT_ONCE = 4
"""The maximum number of simultaneous sounds. A dealer could not distinguish between more than this."""


class Speaker(QObject):
    """Plays the sounds. It is silent until `start`, and after `stop`."""

    _found = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._folder: TemporaryDirectory[str] | None = None
        self._asked: SimpleQueue[Sound | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._plays: Tones | None = None
        self._found.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Make the sounds and find a player for them, in the background."""
        self._folder = TemporaryDirectory(prefix="dealer-sounds-", ignore_cleanup_errors=True)
        self._thread = Thread(target=self._run, args=(Path(self._folder.name),), name="sounds", daemon=True)
        self._plays = _Asked(self._asked)
        self._thread.start()

    def stop(self) -> None:
        """Stop. Sounds that have started may play to their end."""
        self._plays = None
        self._asked.put(None)
        if self._thread:
            self._thread.join()
        if self._folder:
            self._folder.cleanup()

    def play(self, sound: Sound) -> None:
        if self._plays:
            self._plays.play(sound)

    def _take(self, multimedia: Any) -> None:
        """Use the thread's result: Qt's multimedia, or nothing at all."""
        if self._plays is None or self._folder is None:
            return  # the speaker was stopped in the meantime
        self._plays = _Effects(multimedia, Path(self._folder.name)) if multimedia else Beep()

    def _run(self, folder: Path) -> None:
        try:
            for sound in NOTES:
                _file(folder, sound).write_bytes(wave_of(sound))
        except OSError:  # no disk space for a few sounds
            self._found.emit(None)
            return
        if multimedia := _multimedia():
            self._found.emit(multimedia)
            return
        player = next((player for player in PLAYERS if shutil.which(player[0])), None)
        if player is None or not self._serve(player, folder):
            self._found.emit(None)

    def _serve(self, player: tuple[str, ...], folder: Path) -> bool:
        """Play requested sounds until `stop`. Returns whether the player can play."""
        playing: list[subprocess.Popen[bytes]] = []
        works = True
        while works and (sound := self._asked.get()):
            ended = [one for one in playing if one.poll() is not None]
            works = not any(one.returncode for one in ended)
            playing = [one for one in playing if one not in ended]
            if works and len(playing) < AT_ONCE:
                try:
                    command, quiet = [*player, str(_file(folder, sound))], subprocess.DEVNULL
                    begun = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
                    playing.append(begun)
                except OSError:
                    works = False
        for one in playing:
            _end(one)
        return works


class _Asked:
    """Passes sounds to the thread that runs the machine's player."""

    def __init__(self, queue: "SimpleQueue[Sound | None]") -> None:
        self._queue = queue

    def play(self, sound: Sound) -> None:
        self._queue.put(sound)


class _Effects:
    """Qt's multimedia, on Qt's thread."""

    def __init__(self, multimedia: Any, folder: Path) -> None:
        self._effects = {sound: multimedia.QSoundEffect() for sound in NOTES}
        for sound, effect in self._effects.items():
            effect.setSource(QUrl.fromLocalFile(str(_file(folder, sound))))

    def play(self, sound: Sound) -> None:
        self._effects[sound].play()


def _multimedia() -> Any:
    """Qt's multimedia module with an output device; None if it is not installed."""
    try:
        multimedia = import_module("PySide6.QtMultimedia")
        return None if multimedia.QMediaDevices.defaultAudioOutput().isNull() else multimedia
    except ImportError:
        return None


def _end(playing: "subprocess.Popen[bytes]") -> None:
    try:
        playing.wait(LONGEST_S)
    except subprocess.TimeoutExpired:  # a device that does not accept sound
        playing.kill()
        playing.wait()


def _file(folder: Path, sound: Sound) -> Path:
    return folder / f"{sound}.wav"
