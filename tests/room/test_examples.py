"""Each room in `examples` starts with its settings, and the commands of its page make its tournament."""

import re
import shutil
import sys
import tomllib
from subprocess import run

import pytest

from kiosk.cli import main
from kiosk.commands.room import client
from kiosk.host.settings import HostSettings
from kiosk.protocol.tournaments import PublicTournament, TournamentList
from kiosk.settings import read_settings
from kiosk.table.settings import TableSettings
from tests.kit import docs
from tests.kit.clock import DEADLINE_S, KillableClock, RandomTable
from tests.kit.ports import unused_port

EXAMPLES = docs.ROOT / "examples"
COMMANDS = {
    str(section.commands).split("examples/")[1].split("/")[0]: section.commands
    for section in docs.sections()
    if section.page == "examples/README.md"
}
"""The commands of the page, by folder."""
TABLES = {"club-3-tables": 3, "venue-40-tables": 40, "festival": 32}


class ExampleClock(KillableClock):
    """A clock with the settings of an example."""

    def _move_to_server(self) -> None:
        """The example names its own database."""


@pytest.fixture(params=sorted(TABLES))
def folder(request, tmp_path):
    """A copy of an example, with ports that are free."""
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    return tmp_path / "examples" / request.param


@pytest.fixture
def clock(folder, monkeypatch):
    monkeypatch.setattr(client, "PATIENCE_S", DEADLINE_S)
    for words in COMMANDS[folder.name]:
        if words[0] == "python3":
            made = run([sys.executable, *words[1:-2]], capture_output=True, text=True, check=True).stdout
            (folder.parents[1] / words[-1]).write_text(made, "utf-8")
    port, public = unused_port(), unused_port()
    text = (folder / "clock.toml").read_text("utf-8").replace("0.0.0.0", "127.0.0.1")
    text = re.sub(r"^public_port = .*", f"public_port = {public}", text, flags=re.MULTILINE)
    one = ExampleClock(folder, port, f"port = {port}\n" + re.sub(r"^port = .*", "", text, flags=re.MULTILINE))
    one.start()
    yield one
    one.stop()


def seated(settings):
    """The number of players of the newest tournament, and how many of them have a seat."""
    of_clock = client.client_for(settings, "", "", "")
    newest = of_clock.read("/api/tournaments", TournamentList).tournaments[-1]
    entries = of_clock.read(f"/api/tournaments/{newest.id}", PublicTournament).tournament.entries
    return len(entries), sum(bool(entry.table and entry.seat) for entry in entries)


@pytest.mark.slow
def test_its_clock_starts_and_its_tournament_seats_players(folder, clock, capsys):
    def room(*words):
        assert main(["room", "--settings", str(clock.settings), *words]) == 0, capsys.readouterr().err

    opened = 0
    for words in COMMANDS[folder.name]:
        if words[0] != "room":
            continue
        room(*(word.replace("examples/", f"{folder.parent}/") for word in words[1:]))
        if words[1] == "open":
            tables, seats = words[2 : words.index("--seats")], int(words[words.index("--seats") + 1])
            count, opened = len(tables) * seats, opened + len(tables)
            room("enter", "--another", *(f"{words[2]}-{number}" for number in range(count)))
            room("draw")
            assert seated(clock.settings) == (count, count)

    assert opened == TABLES[folder.name]
    machines = [read_settings(path, TableSettings) for path in folder.glob("table*.toml")]
    hosts = [read_settings(path, HostSettings) for path in folder.glob("host.toml")]
    port = tomllib.loads((EXAMPLES / folder.name / "clock.toml").read_text("utf-8")).get("port", 8080)
    assert machines
    assert all(
        address.endswith(f":{port}") for address in [one.clock for one in machines] + [one.clock for one in hosts]
    )
    for machine in (one for one in machines if one.token):
        with RandomTable(folder, clock.socket, machine.table, machine.token) as table:
            table.sit()
