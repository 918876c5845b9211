"""Reading the next step aloud: with the machine's speech program, for the dealers who want it."""

import pytest
from PySide6.QtCore import QProcess

from engine.actions import Call, Fold
from engine.events import Blinds
from engine.table.actions.setup import SetLevel
from tests.kit.patience import PATIENCE_S
from tests.kit.play import dealt, do
from tests.kit.port import tell
from tests.kit.tones import VoiceRecorder
from ui.dealer.model.profile import Profile
from ui.dealer.sound import voice
from ui.dealer.sound.voice import SpeechProgram

FOUR = (20_000,) * 4


@pytest.fixture
def listening(sit):
    """A screen whose dealer wants the next step read aloud, and the voice."""
    screen, engine, _ = sit(dealt(FOUR))
    voice = VoiceRecorder()
    screen.speak_with(voice)
    tell(screen, profile=Profile(speaks=True))
    return screen, engine, voice


def happen(engine, *actions):
    engine.game = do(engine.game, *actions)
    engine.present()


def test_each_new_step_is_read_aloud_once(listening):
    _, engine, voice = listening
    happen(engine, Call(4))
    happen(engine, SetLevel(Blinds(2, 200, 400)))  # nothing changes for the player to act
    happen(engine, Fold(1))

    assert voice.said == [("Seat 1 Ada. 200 to call", "en"), ("Seat 2 Ben. 100 to call", "en")]


def test_the_language_is_the_dealers(listening):
    screen, engine, voice = listening
    tell(screen, profile=Profile(speaks=True, language="de"))
    happen(engine, Call(4))

    assert voice.said[-1][1] == "de"


def test_a_dealer_who_does_not_want_it_hears_nothing(listening):
    screen, engine, voice = listening
    tell(screen, profile=Profile())
    happen(engine, Call(4))

    assert not voice.said


def test_the_seconds_of_a_players_clock_are_not_read(listening):
    screen, _, voice = listening
    for left_ms in (30_000, 29_000, 28_000):
        tell(screen, player_clock_ms=left_ms)

    assert not voice.said


def program(folder, monkeypatch):
    """A speech program that records what it is given."""
    log, path = folder / "said", folder / "bin" / "espeak-ng"
    path.parent.mkdir()
    path.write_text(f'#!/bin/sh\necho "$@" "$(cat)" >>{log}\n')
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{path.parent}:/usr/bin:/bin")
    monkeypatch.setattr(voice, "END_MS", PATIENCE_S * 1_000)
    return log


def test_the_machines_speech_program_is_given_the_text_and_its_language(qtbot, tmp_path, monkeypatch):
    log = program(tmp_path, monkeypatch)
    speech = SpeechProgram()
    assert speech.can_speak

    speech.say("-100, sí", "es")
    qtbot.waitUntil(lambda: log.exists() and log.read_text() != "")

    assert log.read_text() == "-v es --stdin -100, sí\n"
    speech.stop()


def test_a_new_text_breaks_off_the_last_one_and_the_end_of_the_program_any(qtbot, tmp_path, monkeypatch):
    program(tmp_path, monkeypatch)
    (tmp_path / "bin" / "espeak-ng").write_text(f"#!/bin/sh\necho $$ >>{tmp_path}/began\nexec sleep 1000\n")
    speech, began = SpeechProgram(), tmp_path / "began"

    speech.say("one", "en")
    qtbot.waitUntil(lambda: began.exists() and len(began.read_text().split()) == 1)
    speech.say("two", "en")
    qtbot.waitUntil(lambda: len(began.read_text().split()) == 2)
    speech.stop()

    assert all(process.state() == QProcess.ProcessState.NotRunning for process in speech.findChildren(QProcess))


def test_without_a_speech_program_the_table_cannot_speak(qapp, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    speech = SpeechProgram()

    assert not speech.can_speak
    speech.say("one", "en")
    speech.stop()
