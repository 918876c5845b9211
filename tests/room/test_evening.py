"""Two evenings of a club on real programs: twenty players, two kiosks with screens, readers and disks, and the clock.

Everything is killed once in the middle of the first. The second is played the day after, and no file is edited.
"""

import re
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from threading import Event
from time import monotonic

import pytest

from kiosk.cli import main
from kiosk.commands.room import client
from tests.kit.clock import ForkedClock, eventually
from tests.kit.room import NAMES, OrderRefused, RoomApi, TournamentApi, room_settings

pytestmark = pytest.mark.nightly

DEADLINE_S = 120.0
STRUCTURE = {
    "name": "Quick",
    "starting_stack": 5000,
    "chips": [25, 100, 500, 1000],
    "entries": [
        {"kind": "level", "small": 25, "big": 50, "minutes": 600},
        {"kind": "break", "minutes": 600, "color_up": [25]},
        {"kind": "level", "small": 200, "big": 400, "minutes": 600},
        {"kind": "level", "small": 1000, "big": 2000, "minutes": 600},
    ],
}


class KioskProcesses:
    """Both tables, in their own process."""

    def __init__(self, folder: Path, clock: ForkedClock) -> None:
        command = [sys.executable, "-m", "tests.room.evening_process", str(folder), clock.socket, "1", "2"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE)

    def kill(self) -> None:
        """As a power cut would."""
        self._process.kill()
        self._process.wait(DEADLINE_S)
        if self._process.stdin:
            self._process.stdin.close()

    def stop(self) -> None:
        """Stop it as an operator would."""
        if self._process.stdin:
            self._process.stdin.close()
        assert self._process.wait(DEADLINE_S) == 0


def summary(whole):
    """The state of a stuck evening."""
    tables = [
        (table["table"], table["hand"], table["stage"], table["flags"], [seat["chips"] for seat in table["seats"]])
        for table in whole["tables"]
    ]
    left = {
        entry["name"]: (entry["table"], entry["seat"])
        for entry in whole["tournament"]["entries"]
        if not entry["finish"]
    }
    level = (whole["state"]["index"], whole["state"]["running"])
    return level, tables, left, whole["tournament"]["proposals"], whole["tournament"]["ledger"]


class Patience:
    """How long an evening may be without any change."""

    def __init__(self) -> None:
        self._seen: object = None
        self._pause = Event()

    def wait(self, whole) -> None:
        """A moment. Raises `AssertionError` for an evening that is stuck."""
        seen = summary(whole)
        if seen != self._seen:
            self._seen, self._deadline = seen, monotonic() + DEADLINE_S
        assert monotonic() < self._deadline, seen
        self._pause.wait(0.1)


class Director:
    """Accepts the proposals until something has happened."""

    def __init__(self, one: TournamentApi) -> None:
        self.one = one
        self.did: list[str] = []

    def until(self, happened) -> None:
        patience = Patience()
        while not happened(whole := self.one.whole):
            for proposal in whole["tournament"]["proposals"][:1]:
                action = dict(proposal["action"])
                kind = action.pop("do")
                with suppress(OrderRefused):  # a table may have moved on since
                    self.one.do(kind, **action)
                    self.did.append(kind)
            patience.wait(whole)


def guides_commands():
    """The commands in `docs/first-evening.md`, by the command's first word. There are two more ways to enter."""
    text = Path(__file__).parents[2].joinpath("docs", "first-evening.md").read_text("utf-8")
    typed = [
        inline or line.split("#")[0] for line, inline in re.findall(r"^(room .*)|`(room [^`]*)`", text, re.MULTILINE)
    ]
    found: dict[str, str] = {}
    for command in typed:
        found.setdefault(command.split()[1], command)
    found["enter late"], found["enter again"] = [command for command in typed if command.split()[1] == "enter"][1:]
    return found


GUIDE = guides_commands()


class ByWords:
    """A director at a terminal, who types the guide's commands with the names of this evening."""

    def __init__(self, clock: ForkedClock, room: RoomApi) -> None:
        self._clock = clock
        self._room = room

    @property
    def one(self) -> TournamentApi:
        """The newest tournament."""
        return TournamentApi(self._room, self._room.listed()[-1]["id"])

    def run(self, command: str, **instead: object) -> str:
        """The command's output."""
        words = [str(instead.get(word, word)) for word in shlex.split(command)]
        with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as beside:
            code = main([words[0], "--settings", str(self._clock.settings), *words[1:]])
        assert code == 0, (command, beside.getvalue())
        return out.getvalue()

    def until(self, happened) -> None:
        """Accept proposals until it has happened. A table may have moved on since."""
        patience = Patience()
        while not happened(whole := self.one.whole):
            if whole["tournament"]["proposals"]:
                with suppress(AssertionError):
                    self.run(GUIDE["accept"])
            patience.wait(whole)


@pytest.fixture
def clock(tmp_path, free_port, monkeypatch):
    monkeypatch.setattr(client, "PATIENCE_S", DEADLINE_S)
    one = ForkedClock(tmp_path, free_port, room_settings(free_port))
    one.start()
    yield one
    one.kill()


@pytest.fixture
def start_kiosks(tmp_path, clock):
    """Starts both. Programs that still run at the end are killed."""
    started = []

    def start():
        started.append(KioskProcesses(tmp_path, clock))
        return started[-1]

    yield start
    for kiosks in started:
        kiosks.kill()


def set_up(room, name, players):
    one = room.create(name, structure=STRUCTURE, late_levels=1, re_entries=1, buy_in=2000)
    one.open_tables(1, 2)
    one.enter(*players)
    one.draw()
    one.do("start")
    return one


def hands(whole):
    return sum(table["hand"] for table in whole["tables"])


def out(whole):
    return [entry for entry in whole["tournament"]["entries"] if entry["finish"]]


def entered(whole):
    return len(whole["tournament"]["entries"])


def test_a_club_can_play_an_evening_end_to_end_and_another_the_day_after(clock, start_kiosks):
    kiosks = start_kiosks()
    with RoomApi(clock) as room:
        one = set_up(room, "Club night", NAMES[:19])
        director = Director(one)
        director.until(lambda whole: hands(whole) >= 4)
        one.enter(NAMES[19])  # late
        director.until(lambda whole: out(whole) and entered(whole) == 20)
        again = out(one.whole)[0]["name"]
        one.enter(again)
        director.until(everybody_sits)

        def move(mover, seat):
            one.do("move-entry", entry=mover["entry"], to={"sitting": 2, "seat": seat})

        eventually(lambda: is_moved(one.view["entries"], move))
        director.until(lambda whole: whole["tournament"]["ledger"]["in_transit"] == 0)

        kiosks.kill()
        clock.kill()
        clock.start()
        kiosks = start_kiosks()
        one.do("start")

        one.do("next")  # the break, with its color-up
        director.until(lambda whole: all(map(is_colored_up, whole["tables"])))
        one.do("next")
        director.until(lambda whole: len(out(whole)) >= 8)
        one.do("next")
        director.until(lambda whole: whole["tournament"]["ended"])
        check_end(one, 5000)
        assert "break-table" in director.did

        by_words = ByWords(clock, room)
        play_by_the_guide(by_words)
        check_end(by_words.one, 10_000)
        said = by_words.run(GUIDE["show"])
        assert "place 1: " in said
        assert "MISSING" not in said
        assert "TOO MANY" not in said
    kiosks.stop()


def play_by_the_guide(by_words):
    """A shorter evening on the same kiosks, made and directed with the commands of the guide."""
    for what in ("create", "open", "enter"):
        by_words.run(GUIDE[what])
    by_words.run("room enter " + " ".join(NAMES[4:12]))
    for what in ("draw", "start", "show"):
        by_words.run(GUIDE[what])
    by_words.until(lambda whole: hands(whole) >= 4)

    by_words.run(GUIDE["enter late"])
    by_words.until(everybody_sits)
    by_words.run("room next")
    by_words.run("room next")
    by_words.until(out)
    by_words.run(GUIDE["enter again"], Bo=out(by_words.one.whole)[0]["name"])
    by_words.until(everybody_sits)

    def move(mover, seat):
        by_words.run(GUIDE["move"], Cyd=mover["name"], **{"7": seat})

    eventually(lambda: is_moved(by_words.one.view["entries"], move))
    by_words.until(lambda whole: whole["tournament"]["ledger"]["in_transit"] == 0)
    by_words.run("room enter Yul")
    assert "refund due to Yul: 20\u00a0EUR" in by_words.run(GUIDE["undo"])
    assert "Yul" not in by_words.run(GUIDE["show"])
    for _ in range(6):
        by_words.run("room next")
    by_words.until(lambda whole: whole["tournament"]["ended"])


def everybody_sits(whole):
    return all(entry["seat"] or entry["finish"] for entry in whole["tournament"]["entries"])


def is_moved(entries, move):
    """Whether a player of table 1 who has chips was moved to a free seat of table 2, if there is one. The tables may
    have played on since `entries` were read."""
    mover = next((entry for entry in entries if entry["table"] == 1 and entry["chips"]), None)
    free = set(range(1, 11)) - {entry["seat"] for entry in entries if entry["table"] == 2}
    if mover and free:
        try:
            move(mover, min(free))
        except (OrderRefused, AssertionError):
            return False
    return True


def is_colored_up(table):
    """No chip of 25 is left."""
    return all(seat["chips"] % 100 == 0 for seat in table["seats"])


def check_end(one, stack):
    """Every chip, every place, every payment."""
    whole = one.whole
    ledger = whole["tournament"]["ledger"]
    entries = whole["tournament"]["entries"]
    assert [table["flags"] for table in whole["tables"]] == [[] for _ in whole["tables"]]
    changed = ledger["raced"] + ledger["corrected"] + ledger["accepted"] - ledger["removed"]
    assert ledger["issued"] + changed == ledger["on_tables"]
    assert ledger["issued"] == stack * len(entries)
    assert sorted(entry["finish"] for entry in entries)[0] == 1
    assert all(entry["finish"] for entry in entries)
    assert sum(entry["payout"] for entry in entries) == 2000 * len(entries)
