"""The demo as a user runs it: a whole room, with one command, headless."""

import json
import subprocess
import sys

import pytest

from engine.actions import Bet, Call, HandOver, KillHand, Muck, Push, RaiseTo
from engine.table.actions.hands import StartHand
from kiosk.demo.robot import NotOnScreen, touches

COMMAND = [sys.executable, "-m", "kiosk.cli", "demo", "--headless", "--json"]
PATIENCE_S = 600


def demo(*words):
    """Its exit code and what it printed."""
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


@pytest.mark.slow
def test_the_headless_demo_prints_the_clocks_counts_and_succeeds():
    code, result = demo("--hands", "6")

    assert code == 0
    assert result["ok"]
    assert result["hands"] == 6
    assert [table["table"] for table in result["tables"]] == [1, 2]
    assert sum(table["chips"] for table in result["tables"]) == result["chips_issued"]
    for table in result["tables"]:
        assert sum(seat["chips"] for seat in table["seats"]) == table["chips"]


@pytest.mark.nightly
def test_a_demo_killed_midway_resumes_where_it_stopped(tmp_path):
    words = ["--folder", str(tmp_path)]
    running = subprocess.Popen([*COMMAND, *words, "--hands", "500"], stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    with running:
        said = b""
        while b"hand 3" not in said and running.stderr:
            byte = running.stderr.read(1)
            assert byte, said
            said += byte
        running.kill()

    code, result = demo(*words, "--hands", "10")

    assert (code, result["ok"]) == (0, True)
    assert result["hands"] >= 10
    assert result["problem"] == ""


def test_zero_hands_are_refused():
    done = subprocess.run([*COMMAND, "--hands", "0"], capture_output=True, text=True, timeout=120, check=False)

    assert done.returncode == 2
    assert "'0' is not a number of hands (1 or more)" in done.stderr


def test_a_folder_that_cannot_be_used_is_one_clear_line(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")

    done = subprocess.run(
        [*COMMAND, "--folder", str(blocked)], capture_output=True, text=True, timeout=120, check=False
    )

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "specify another folder with --folder" in done.stderr


def test_each_action_has_its_buttons():
    assert touches(Call(3), facing=True) == ["seat-3"]
    assert touches(RaiseTo(3, 900), facing=True) == ["raise-3", "key-9", "key-00", "amount-ok"]
    assert touches(RaiseTo(3, 900), facing=False)[0] == "seat-3"
    assert touches(Bet(3, 20), facing=False)[0] == "seat-3"
    assert touches(Muck(4), facing=False) == ["muck-4"]
    assert [*touches(HandOver(), False), *touches(StartHand(), False)] == ["hand-over", "hand-over"]
    assert touches(Push(), False)[-1] == "push-only"


def test_an_action_without_a_button_is_reported():
    with pytest.raises(NotOnScreen, match="no button for"):
        touches(KillHand(3, "absent"), facing=False)
