"""A table continues from the clock's copy with the director's approval: on a fresh tablet, and in place of a damaged or
an older journal, which is set aside.
Before, a table whose journal was behind the clock's copy could not catch up: it played on beside its record, and sent
nothing.
"""

import io
import json
import threading

import httpx
import pytest
from websockets.sync.client import connect

from kiosk.cli import main
from kiosk.protocol.link.recovery import AskCopy, FetchCopy
from kiosk.protocol.link.wire import encode
from kiosk.storage.journal_reader import open_reader
from kiosk.table.recovery.clock_copy import fetch_copy, put_in_place
from kiosk.table.settings import TableSettings
from tests.kit.clock import DEADLINE_S, KEY, RandomTable, clock, eventually, however_slow, token

__all__ = ["clock"]


def records_of(journal):
    with open_reader(journal) as reader:
        return list(reader.walk())


def settings_of(folder, clock):
    return TableSettings(1, str(folder / "table1.journal"), clock.socket, token(1))


def asked(clock):
    answer = httpx.get(f"{clock.site}/api/copies", headers={"Authorization": f"Bearer {KEY}"})
    return answer.json()["copies"]


def run(*words):
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", out)
        patch.setattr("sys.stderr", err)
        code = main([*words])
    return code, out.getvalue(), err.getvalue()


def test_a_fresh_tablet_gets_the_whole_table_with_approval_and_the_earlier_one_is_read_only(clock, tmp_path):
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    copies = []
    with RandomTable(tmp_path, clock.socket) as old:
        old.sit()
        old.play(1)
        old.wait_until_held(clock)
        fetching = threading.Thread(
            target=lambda: copies.append(
                however_slow(lambda: fetch_copy(settings_of(fresh, clock), "123456", lambda held: None))
            )
        )
        fetching.start()
        eventually(lambda: bool(asked(clock)))
        (waits,) = asked(clock)
        assert (waits["table"], waits["check"], waits["records"]) == (1, "123456", old.game.mark)
        room = ["room", "--clock", clock.site, "--settings", str(clock.settings), "restore-table", "1"]

        assert run(*room, "654321")[0] == 1
        code, said, _ = run(*room, "123 456")
        assert (code, "continues on the tablet" in said) == (0, True)
        fetching.join(DEADLINE_S)
        old.wait(lambda: old.face.away is not None and old.face.away.lost)

        journal, kept = put_in_place(settings_of(fresh, clock), copies[0])
        assert kept is None
        assert [one.body for one in records_of(journal)] == [one.body for one in records_of(old.record)]
        with RandomTable(fresh, clock.socket) as new:
            assert new.game.mark == old.game.mark
            new.play(1)
            new.wait(lambda: new.host.sittings.now.clock.is_linked)
            eventually(lambda: clock.table(1)["records"] == new.game.mark)
            new.wait(lambda: not new.host.sittings.now.waiting)
        assert clock.table(1)["flags"] == []


def test_the_command_asks_shows_its_number_and_sets_the_damaged_journal_aside(clock, tmp_path):
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.wait_until_held(clock)
        mark = table.game.mark
    journal = table.record
    journal.write_bytes(b"rotten")
    settings = tmp_path / "table.toml"
    settings.write_text(
        f'table = 1\njournal = "{table.journal}"\nclock = "{clock.socket}"\ntoken = "{token(1)}"\n', "utf-8"
    )
    ended = []
    words = ["restore", "1", "--settings", str(settings), "--json"]
    command = threading.Thread(target=lambda: ended.append(run(*words)))
    command.start()
    eventually(lambda: bool(asked(clock)))
    (waits,) = asked(clock)
    given = httpx.post(
        f"{clock.site}/api/copies/give",
        json={"table": 1, "check": waits["check"]},
        headers={"Authorization": f"Bearer {KEY}"},
    )
    command.join(DEADLINE_S)

    assert given.status_code == 200
    ((code, out, err),) = ended
    done = json.loads(out)
    assert (code, done["records"]) == (0, mark)
    assert waits["check"] in err
    assert [file.read_bytes() for file in tmp_path.glob(f"*.found-*/{journal.name}")] == [b"rotten"]
    assert len(records_of(journal)) == mark
    with RandomTable(tmp_path, clock.socket) as table:
        table.play(1)
        table.wait(lambda: table.host.sittings.now.clock.is_linked and not table.host.sittings.now.waiting)
        eventually(lambda: clock.table(1)["records"] == table.game.mark)  # once they are audited


def test_without_the_directors_approval_no_copy_is_sent(clock):
    with connect(f"{clock.socket}/table", proxy=None) as socket:
        socket.send(encode(AskCopy(token(1), 1, "1")))
        assert json.loads(socket.recv(timeout=DEADLINE_S))["say"] == "copy-held"
        socket.send(encode(FetchCopy(0)))
        assert "not approved" in json.loads(socket.recv(timeout=DEADLINE_S))["why"]
    with connect(f"{clock.socket}/table", proxy=None) as socket:
        socket.send(encode(AskCopy("no token", 1, "1")))
        assert json.loads(socket.recv(timeout=DEADLINE_S))["say"] == "refusal"
    eventually(lambda: not asked(clock))
