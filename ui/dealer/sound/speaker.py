"""Plays the sounds with Qt's multimedia module, the machine's own player, or only its beep. No fault is reported. A
thread makes and loads them, so that neither the first frame nor a touch waits for a sound."""

import shutil
import subprocess
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, QUrl, Signal

from ui.dealer.model.profile import Sound
from ui.dealer.sound.tones import Beep
from ui.dealer.sound.wav import NOTES, wave_of

PLAYERS = (("pw-play",), ("paplay",), ("aplay", "-q"))
LONGEST_S = 1.0
AT_ONCE = 4
"""The maximum number of simultaneous sounds. A dealer could not distinguish between more than this."""


class Speaker(QObject):
    """Silent until `start`, and after `stop`."""

    _found = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._folder: TemporaryDirectory[str] | None = None
        self._asked: SimpleQueue[Sound | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._plays: Plays | None = None
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
                    playing.append(_begun([*player, str(_file(folder, sound))]))
                except OSError:
                    works = False
        for one in playing:
            _end(one)
        return works


class Plays(Protocol):
    """A player of sounds."""

    def play(self, sound: Sound) -> None:
        """Start playing the sound."""


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
    """Qt's multimedia with an output device; None if it is not installed."""
    try:
        multimedia = import_module("PySide6.QtMultimedia")
        return None if multimedia.QMediaDevices.defaultAudioOutput().isNull() else multimedia
    except ImportError:
        return None


def _begun(command: list[str]) -> "subprocess.Popen[bytes]":
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)


def _end(playing: "subprocess.Popen[bytes]") -> None:
    try:
        playing.wait(LONGEST_S)
    except subprocess.TimeoutExpired:  # a device that does not accept sound
        playing.kill()
        playing.wait()


def _file(folder: Path, sound: Sound) -> Path:
    return folder / f"{sound}.wav"
