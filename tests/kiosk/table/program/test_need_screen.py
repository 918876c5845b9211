"""Without a screen a program with windows says so, and Qt does not abort it."""

import socket

import pytest

from kiosk.cli import main
from kiosk.table.program import need_screen
from kiosk.table.program.need_screen import WITH_A_SCREEN


@pytest.mark.parametrize("words", [("dealer", "--practice"), ("demo", "--robot")])
def test_without_a_screen_the_program_says_what_to_do(words, capsys, monkeypatch):
    for name in WITH_A_SCREEN:
        monkeypatch.delenv(name, raising=False)

    assert main(words) == 2
    said = capsys.readouterr().err
    assert "there is no screen here" in said
    assert "ssh -X" in said


def test_a_screen_that_does_not_answer_is_reported_in_one_line_and_qt_does_not_abort(capsys, monkeypatch):
    for name in WITH_A_SCREEN:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":7731")

    assert main(["demo", "--robot"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "the screen :7731 (DISPLAY) does not respond" in said


@pytest.mark.parametrize("display", ["127.0.0.1:{number}", "127.0.0.1:{number}.0"])
def test_a_screen_that_answers_is_accepted(display, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setattr(need_screen, "X_PORT", 0)
        number = server.getsockname()[1]

        need_screen.need_screen({"DISPLAY": display.format(number=number)})


@pytest.mark.parametrize("environment", [{"QT_QPA_PLATFORM": "offscreen"}, {"WAYLAND_DISPLAY": "wayland-0"}])
def test_a_chosen_platform_is_not_checked(environment):
    need_screen.need_screen({**environment, "DISPLAY": "nonsense"})
