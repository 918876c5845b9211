"""The director chooses a tablet's history of its table over the clock's copy: the copy is set aside, and the kiosk that
wrote it becomes read-only.

Before, the only way was to fetch the clock's copy, and the room lost what the tablet had played.
"""

import io
import shutil
import threading
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from engine.table.actions.staff import SignIn
from kiosk.cli import main
from kiosk.clock.links import kiosks
from kiosk.faults import Fault
from kiosk.protocol.link.recovery import AskKeep
from kiosk.protocol.messages import Records
from kiosk.storage.chain import START, Record, chain, mark_of
from kiosk.storage.journal_reader import open_reader
from kiosk.storage.rescue import open_after
from kiosk.table.recovery.clock_copy import keep_history
from kiosk.table.settings import TableSettings
from tests.kiosk.clock.tables.test_epochs import has_left
from tests.kit.clock import DEADLINE_S, KEY, RandomTable, eventually, however_slow, sql, talk, token
from tests.kit.full_tables import sitting_of, stream_of

NOWHERE = "ws://127.0.0.1:9"
CHECK = "482913"


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """A clock that does not wait for a kiosk that may be about to disconnect."""
    monkeypatch.setattr(kiosks, "LEAVING_S", 0.05)


def ask(clock, method, path, body=None):
    headers = {"Authorization": f"Bearer {KEY}"}
    return httpx.request(method, f"{clock.site}/api/copies{path}", headers=headers, json=body, timeout=DEADLINE_S)


def asked(clock):
    return ask(clock, "GET", "").json()["histories"]


def choose(clock, check=CHECK):
    return ask(clock, "POST", "/choose", {"table": 1, "check": check})


def records(journal):
    with open_reader(journal) as reader:
        return list(reader.walk())


def record_in(folder):
    """Table 1's journal of its sitting."""
    return folder / f"table1-{sitting_of(1)}.journal"


def at_clock(clock):
    """The clock's copy."""
    wanted = "SELECT seq, epoch, at_ms, body, hash FROM record WHERE stream = ? ORDER BY seq"
    return [Record(*row) for row in sql(clock.place, wanted, stream_of(1))]


class AskingThread:
    """A tablet that asks on its own thread."""

    def __init__(self, folder, clock, check=CHECK):
        self.settings = TableSettings(1, str(folder / "table1.journal"), clock.socket, token(1))
        self.kept, self.why = [], []
        self.left = threading.Event()
        self._thread = threading.Thread(target=self._ask, args=(check,), daemon=True)

    def _ask(self, check):
        try:
            self.kept.append(however_slow(lambda: keep_history(self.settings, check, bool, self.left.is_set)))
        except Fault as fault:
            self.why.append(fault.message)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self.left.set()
        self._thread.join(DEADLINE_S)

    def goes_on(self):
        """After the approval its journal's opening is later than any other."""
        eventually(lambda: bool(self.kept or self.why))
        (kept,) = self.kept
        open_after(kept.path, kept.head, kept.epoch)


def copied(folder, name):
    """A folder of that name within, with the contents of table 1's disk."""
    to = folder / name
    to.mkdir()
    for file in folder.glob("table1*"):
        shutil.copy(file, to)
    return to


@contextmanager
def parted(clock, tmp_path):
    """A twin of the table's disk was let in, and plays; the true tablet played two hands without the clock.

    Yields the twin's folder and its program.
    """
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
        table.wait_until_held(clock)
    has_left(clock)
    folder = copied(tmp_path, "twin")
    with RandomTable(tmp_path, NOWHERE) as table:
        table.play(2)
    with RandomTable(folder, clock.socket) as twin:
        twin.dice.seed(99)
        twin.play(1)
        twin.wait_until_held(clock)
        yield folder, twin


def test_the_tablets_history_replaces_the_copy_and_the_kiosk_of_the_other_is_read_only(clock, tmp_path):
    with parted(clock, tmp_path) as (_, twin):
        before, own = records(twin.record), records(record_in(tmp_path))
        shared = sum(one == other for one, other in zip(before, own, strict=False))
        with AskingThread(tmp_path, clock) as tablet:
            eventually(lambda: bool(asked(clock)))
            (request,) = asked(clock)
            assert (request["table"], request["check"], request["records"], request["shared"]) == (
                1,
                CHECK,
                len(own),
                shared,
            )
            assert (request["aside"], request["added"]) == (len(before) - shared, len(own) - shared)
            assert (request["hands_aside"], request["hands_added"], request["flags"]) == (1, 2, 0)
            assert at_clock(clock) == before

            given = choose(clock)
            assert given.status_code == 200, given.text
            tablet.goes_on()
        twin.wait(lambda: twin.face.away is not None and twin.face.away.lost)
        assert at_clock(clock) == own
        done = given.json()
        assert (done["table"], done["aside"]) == (1, request["aside"])
        assert records(Path(done["file"])) == before
        with RandomTable(tmp_path, clock.socket) as table:
            table.play(1)
            seen = table.wait_until_held(clock)
            assert seen["flags"] == []
            assert seen["hand"] == table.game.table.hands
            assert at_clock(clock) == records(table.record)
            chips = {seat["seat"]: seat["chips"] for seat in seen["seats"]}
            assert chips == {n: seat.chips for n, seat in enumerate(table.game.table.seats, 1) if seat}
        assert sql(clock.place, "SELECT count(*) FROM aside") == [(request["aside"],)]


def test_a_restarted_clock_has_the_chosen_history_and_reports_no_shortfall(clock, tmp_path):
    with parted(clock, tmp_path), AskingThread(tmp_path, clock) as tablet:
        eventually(lambda: bool(asked(clock)))
        assert choose(clock).status_code == 200
        tablet.goes_on()
    own = records(record_in(tmp_path))
    clock.stop()
    clock.start()

    assert at_clock(clock) == own
    seen = clock.table(1)
    assert (seen["records"], seen["flags"]) == (len(own), [])


def test_a_tablet_that_died_before_it_kept_its_epoch_asks_again_and_nothing_more_is_set_aside(clock, tmp_path):
    with parted(clock, tmp_path), AskingThread(tmp_path, clock) as tablet:
        eventually(lambda: bool(asked(clock)))
        assert choose(clock).status_code == 200
        eventually(lambda: bool(tablet.kept))
    has_left(clock)
    with RandomTable(tmp_path, clock.socket) as table:
        table.wait(lambda: table.face.away is not None and table.face.away.lost)
        mark = table.game.mark
        table.host.orders.ask(SignIn("Ann"))
        assert table.game.mark == mark
    with AskingThread(tmp_path, clock, "111111") as tablet:
        eventually(lambda: bool(asked(clock)))
        assert [(one["aside"], one["added"]) for one in asked(clock)] == [(0, 0)]
        assert choose(clock, "111111").json()["file"] == ""
        tablet.goes_on()
    with RandomTable(tmp_path, clock.socket) as table:
        table.play(1)
        assert table.wait_until_held(clock)["flags"] == []


def test_a_tablet_with_the_same_records_and_more_is_kept_out_however_often_it_is_started(clock, tmp_path):
    """The director chose the older of two tablets: the other has every record of it, and could prove that."""
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
        table.wait_until_held(clock)
    has_left(clock)
    older = copied(tmp_path, "older")
    with RandomTable(tmp_path, clock.socket) as table:
        table.play(1)
        table.wait_until_held(clock)
    has_left(clock)
    with AskingThread(older, clock) as tablet:
        eventually(lambda: bool(asked(clock)))
        (request,) = asked(clock)
        assert (request["added"], request["hands_added"], request["hands_aside"]) == (0, 0, 1)
        assert choose(clock).status_code == 200
        tablet.goes_on()

    for _ in range(4):
        with RandomTable(tmp_path, clock.socket) as table:
            table.wait(lambda: table.face.away is not None and table.face.away.lost)
    has_left(clock)
    with RandomTable(older, clock.socket) as table:
        table.play(1)
        assert table.wait_until_held(clock)["flags"] == []
        assert at_clock(clock) == records(table.record)


def test_only_a_requested_history_can_be_chosen_and_the_second_of_two_tablets_asks_again(clock, tmp_path):
    with parted(clock, tmp_path) as (folder, twin):
        before = at_clock(clock)
        nobody = choose(clock)
        assert (nobody.status_code, nobody.json()["code"]) == (409, "history-not-asked")
        with AskingThread(tmp_path, clock) as tablet, AskingThread(folder, clock, "222222"):
            eventually(lambda: len(asked(clock)) == 2)
            assert choose(clock, "").json()["code"] == "history-not-asked"
            assert choose(clock, "333333").json()["code"] == "history-not-asked"
            assert at_clock(clock) == before
            first = choose(clock)
            assert choose(clock).json() == first.json()  # sent again, as after a lost answer
            late = choose(clock, "222222")
            assert (late.status_code, late.json()["code"]) == (409, "history-overtaken")
            tablet.goes_on()
        eventually(lambda: not asked(clock))
        assert choose(clock).json() == first.json()
        assert choose(clock, "222222").json()["code"] == "history-not-asked"
        assert at_clock(clock) == records(record_in(tmp_path))
        twin.wait(lambda: twin.face.away is not None and twin.face.away.lost)


def test_requests_without_the_right_or_without_a_whole_journal_are_rejected(clock):
    one, two = chain(START, 1, 0, [b"one", b"two"])
    whole = AskKeep(token(1), 1, CHECK, 1, mark_of(two), sitting_of(1))

    def why(*messages):
        return talk(clock, *messages)[-1]["why"]

    assert "does not accept this token" in why(replace(whole, token="no token"))
    assert "no record" in why(replace(whole, head=START))
    assert "an earlier or later opening" in why(replace(whole, sitting="abc-1"))
    assert "opened 9223372036854775807 times" in why(replace(whole, epoch=2**63 - 1))
    assert "the table has two histories" in why(whole, Records((two,)))
    assert "the table has two histories" in why(replace(whole, epoch=0), Records((one,)))
    assert "the table has two histories" in why(replace(whole, head=mark_of(one)), Records((one, two)))
    held, ack = talk(clock, whole, Records((one,)))
    assert (held["say"], ack["say"], ack["mark"]["seq"]) == ("copy-held", "ack", 1)
    assert asked(clock) == []  # half a journal cannot be chosen


def test_the_command_shows_the_effect_first_and_carries_it_out_given_the_number(clock, tmp_path):
    def run(*words):
        out, err = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.stdout", out)
            patch.setattr("sys.stderr", err)
            code = main([*words])
        return code, out.getvalue(), err.getvalue()

    def room(*words):
        return run("room", "--clock", clock.site, "--settings", str(clock.settings), "keep-tablet", "1", *words)

    with parted(clock, tmp_path), AskingThread(tmp_path, clock) as tablet:
        eventually(lambda: bool(asked(clock)))
        before = at_clock(clock)
        code, said, _ = room()
        assert code == 0
        assert "1 hand in the clock's record" in said
        assert f"keep-tablet 1 {CHECK}" in said
        assert at_clock(clock) == before
        assert room("654321")[0] == 1
        code, said, _ = room(CHECK[:3] + " " + CHECK[3:])
        assert (code, "set aside" in said) == (0, True)
        file = said.split()[-1]
        code, said, _ = run("history", file)
        assert (code, "hand" in said) == (0, True)
        tablet.goes_on()
    eventually(lambda: not asked(clock))
    code, _, why = room()
    assert (code, "no tablet" in why) == (1, True)
