"""The sounds have their documented form. The machine's own player plays them, or nothing does."""

import sys
from array import array
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from wave import open as open_wave

import pytest

from tests.kit.patience import PATIENCE_S
from ui.dealer.sound import speaker
from ui.dealer.sound.speaker import NOTES, RATE, Speaker, wave_of

LONG_MS = {"accepted": 5, "refused": 90, "card": 5, "pot": 80, "level": 600}


def samples(sound) -> "array[int]":
    with open_wave(BytesIO(wave_of(sound))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        return array("h", file.readframes(file.getnframes()))


@pytest.mark.parametrize("sound", NOTES)
def test_each_sound_has_its_length_and_is_audible(sound):
    waves = samples(sound)

    assert len(waves) / RATE * 1_000 == pytest.approx(LONG_MS[sound], abs=3)
    assert max(waves) > 3_000


def test_a_read_card_is_softer_than_a_touch_and_a_refusal_is_two_tones_of_180_hertz():
    assert max(samples("card")) < max(samples("accepted")) * 0.7
    waves = samples("refused")
    silence = waves[round(RATE * 0.041) : round(RATE * 0.049)]
    first = waves[: round(RATE * 0.04)]
    crossings = sum(a < 0 <= b for a, b in pairwise(first))
    assert not any(silence)
    assert crossings / 0.04 == pytest.approx(180, abs=26)


def player(folder: Path, monkeypatch, code: int = 0) -> Path:
    """A player program that records what it is given."""
    log, program = folder / "played", folder / "bin" / "paplay"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nbasename "$1" >>{log}\nexit {code}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    monkeypatch.setattr(speaker, "PLAYERS", (("no-such-player",), ("paplay",)))
    monkeypatch.setattr(speaker, "LONGEST_S", PATIENCE_S)
    return log


def test_the_machines_player_is_given_each_sound(qapp, tmp_path, monkeypatch):
    log = player(tmp_path, monkeypatch)
    speaker = Speaker()
    speaker.play("level")  # silent before it is started
    speaker.start()
    speaker.play("pot")
    speaker.play("level")
    speaker.stop()
    speaker.play("card")

    assert sorted(log.read_text().split()) == ["level.wav", "pot.wav"]


@pytest.fixture
def beeps(monkeypatch) -> list[str]:
    """The machine's beeps."""
    beeped: list[str] = []
    monkeypatch.setattr("ui.dealer.sound.tones.QApplication.beep", lambda: beeped.append("beep"))
    return beeped


def test_a_machine_without_a_player_beeps_at_a_refusal(qtbot, monkeypatch, beeps):
    monkeypatch.setattr(speaker, "PLAYERS", ())
    made = Speaker()
    with qtbot.waitSignal(made._found):
        made.start()
    made.play("accepted")
    made.play("refused")
    made.stop()

    assert beeps == ["beep"]


def test_a_player_that_fails_is_not_tried_again(qtbot, tmp_path, monkeypatch, beeps):
    log = player(tmp_path, monkeypatch, code=1)
    made = Speaker()
    made.start()
    found: list[object] = []
    made._found.connect(found.append)

    def gives_up() -> bool:
        made.play("card")
        return bool(found)

    qtbot.waitUntil(gives_up)
    made.play("refused")
    made.stop()

    assert beeps == ["beep"]
    assert set(log.read_text().split()) == {"card.wav"}


def test_qts_multimedia_plays_the_sounds_if_it_is_installed(qtbot, monkeypatch):
    played: list[str] = []

    class Effect:
        def setSource(self, url) -> None:  # noqa: N802  Qt's name
            self.name = Path(url.toLocalFile()).name

        def play(self) -> None:
            played.append(self.name)

    class Output:
        def isNull(self) -> bool:  # noqa: N802  Qt's name
            return False

    class Devices:
        defaultAudioOutput = Output  # noqa: N815  Qt's name

    module = ModuleType("PySide6.QtMultimedia")
    module.__dict__.update(QSoundEffect=Effect, QMediaDevices=Devices)
    monkeypatch.setitem(sys.modules, "PySide6.QtMultimedia", module)
    made = Speaker()
    with qtbot.waitSignal(made._found):
        made.start()
    made.play("level")
    made.stop()

    assert played == ["level.wav"]
