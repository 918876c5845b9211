"""`kiosk staff`: a PIN goes in, only its hash comes out."""

import io

import pytest

from kiosk.cli import main
from kiosk.pins import find_member
from kiosk.settings import parse_settings
from kiosk.table.settings import TableSettings


@pytest.mark.parametrize(("typed", "code"), [(("471183", "471183"), 0), (("471183", "471184"), 2)])
def test_a_typed_pin_must_be_typed_twice(monkeypatch, capsys, typed, code):
    answers = list(typed)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("getpass.getpass", lambda *_: answers.pop(0))

    assert main(["staff", "Flo"]) == code

    assert ("[[staff]]" in capsys.readouterr().out) == (code == 0)


def test_the_command_prints_the_lines_for_the_settings(monkeypatch, capsys):
    """
    The PIN is read from the input, is not an argument of the command, and is not printed.
    """
    monkeypatch.setattr("sys.stdin", io.StringIO("471183\n"))

    assert main(["staff", 'Flo "Ace" Ray', "--role", "floor"]) == 0

    lines = capsys.readouterr().out
    assert "471183" not in lines
    settings = parse_settings(f'table = 1\njournal = "x"\n{lines}', "table.toml", TableSettings)
    assert find_member(settings.staff, "floor", "471183") == settings.staff[0]
