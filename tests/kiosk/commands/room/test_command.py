"""A tournament made and directed with `kiosk room`, against a real clock."""

import json

import pytest

from kiosk.cli import main
from tests.kit.clock import ClockThread
from tests.kit.room import NAMES, room_settings


@pytest.fixture
def clock(tmp_path, free_port):
    one = ClockThread(tmp_path, free_port, room_settings(free_port))
    one.start()
    yield one
    one.stop()


@pytest.fixture
def room(clock, capsys):
    def say(*words, code=0):
        assert main(["room", "--settings", str(clock.settings), *map(str, words)]) == code
        said = capsys.readouterr()
        return said.err if code else said.out

    return say


def test_an_evening_is_made_and_started_by_words(room):
    assert "no tournament" in room("list")
    room("create", "Club night", "--structure", "demo", "--late-levels", 2)
    room("open", 1, 2, "--seats", 10)
    room("enter", *NAMES[:12])
    assert "Ana, no seat" in room("show")
    room("draw")
    room("void", "Bo")
    room("enter", "Zoe")
    assert "proposal 1: Zoe has no seat" in room("show")
    room("accept")

    said = room("start")

    assert "12 of 12 entries left, 5,000 chips on average" in said
    assert "chips issued: 60,000, found: 60,000" in said
    assert "paused" not in said
    assert "paused" in room("undo")
    assert "Club night: 12 of 12 left" in room("list")


def test_what_the_clock_refuses_is_said_with_its_reason(room):
    room("create", "Club night")
    room("open", 1)

    assert "table 1 is in play" in room("open", 1, code=1)
    assert "table 2 is not open" in room("break", 2, code=2)
    assert "nobody named Ana" in room("bust", "Ana", code=2)
    assert "there is no proposal 3" in room("accept", 3, code=2)
    assert "there is no structure" in room("create", "x", "--structure", "dmo", code=1)


def test_programs_read_json(room):
    room("create", "Club night")

    assert json.loads(room("--json", "list"))["tournaments"][0]["name"] == "Club night"
    assert json.loads(room("--json", "show"))["tournament"]["entries"] == []


def test_without_a_clock_it_says_what_to_name(capsys, monkeypatch):
    monkeypatch.delenv("KIOSK_KEY", raising=False)

    assert main(["room", "list"]) == 2
    assert "--settings" in capsys.readouterr().err


def test_a_wrong_key_is_refused(clock, capsys, monkeypatch):
    monkeypatch.setenv("KIOSK_KEY", "a-guess")

    assert main(["room", "--clock", clock.site, "list"]) == 1
    assert "director's key" in capsys.readouterr().err
