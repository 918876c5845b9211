"""The clock and its tables exchange their versions, and the director sees which tables differ from the clock."""

import json
from contextlib import ExitStack, contextmanager

import pytest
from websockets.sync.client import connect

from kiosk.cli import main
from kiosk.protocol.link.versions import own_version
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Hello
from kiosk.storage.chain import START
from tests.kit.clock import DEADLINE_S, ClockThread, RandomTable, eventually, settings_text, token
from tests.kit.full_tables import sitting_of
from tests.kit.signing import Asker


@contextmanager
def linked(clock, table, version, sitting=None):
    """A table whose program has this version, without the program. Yields the message that lets it in."""
    hello = Hello(token(table), table, 1, START, sitting=sitting_of(table) if sitting is None else sitting)
    said = json.loads(encode(hello))
    with connect(f"{clock.socket}/table", proxy=None) as socket:
        socket.send(json.dumps({**said, "version": version} if version else said))
        said = {"say": ""}
        while said["say"] not in ("welcome", "go-to"):
            said = json.loads(socket.recv(timeout=DEADLINE_S))
        yield said


@pytest.mark.parametrize(
    ("version", "compared", "line"),
    [
        (own_version(), "same", "table 1: version {version}\n"),
        ("0.0.1", "older", "table 1: version {version}, older than the clock ({own})\n"),
        ("99.0", "newer", "table 1: version {version}, newer than the clock ({own}): update the clock\n"),
        ("", "older", "table 1: an old version; update it at the table\n"),
        ("<b>", "unknown", "table 1: version {version}\n"),
    ],
)
def test_the_director_sees_which_version_a_connected_table_runs(clock, capsys, version, compared, line):
    with linked(clock, 1, version) as welcome:
        assert (welcome["say"], welcome["version"]) == ("welcome", own_version())
        said = Asker(clock).get("devices").json()
        assert said["version"] == own_version()
        assert said["connected"] == [{"table": 1, "version": version, "compared_to_clock": compared}]
        assert main(["room", "--settings", str(clock.settings), "tablets"]) == 0
        assert line.format(version=version, own=own_version()) in capsys.readouterr().out
    eventually(lambda: "connected" not in Asker(clock).get("devices").json())


def test_a_table_without_a_tournament_gets_the_clocks_version_too(clock):
    with ExitStack() as links:
        assert links.enter_context(linked(clock, 2, "0.0.1", sitting=""))["version"] == own_version()
        links.enter_context(linked(clock, 1, "0.0.2"))
        assert [one["table"] for one in Asker(clock).get("devices").json()["connected"]] == [1, 2]


class OlderTable(RandomTable):
    own = "0.0.1"


def test_a_real_table_sends_its_version_and_is_offered_nothing_during_its_tournament(clock, tmp_path):
    with OlderTable(tmp_path, clock.socket) as table:
        table.wait_until_held(clock)
        shown = [{"table": 1, "version": "0.0.1", "compared_to_clock": "older"}]
        eventually(lambda: Asker(clock).get("devices").json().get("connected") == shown)
        assert table.face.surroundings.update == ""


def test_a_real_table_without_a_tournament_is_offered_the_clocks_version(free_port, tmp_path):
    clock = ClockThread(tmp_path, free_port, settings_text(free_port))
    clock.start()
    with OlderTable(tmp_path, clock.socket) as table:
        table.wait(lambda: table.face.surroundings.update == own_version())
    clock.stop()
