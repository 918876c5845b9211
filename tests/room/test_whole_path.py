"""From the felt to the clock: corpus hands by bytes and taps through real readers, screens, journals, links and clock,
while cables are pulled and processes are killed.
"""

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from threading import Event, Timer
from typing import Any
from urllib.request import Request, urlopen

import pytest

from engine.tournament.levels.structure import parse_structure
from kiosk.storage.journal_reader import open_reader
from tests.kit.full_tables import FullTables, sitting_of
from tests.room.scripts import BIG, SMALL, HandScript, scripts
from tests.room.table_process import UNPLUGGED_AT

pytestmark = [pytest.mark.nightly, pytest.mark.long(60)]

KEY = "director-key"
DEADLINE_S = 600.0
"""The wait for each line and each count, whatever their number: before the first, fifty tables start."""
STRUCTURE = f"""
name = "Corpus"
starting_stack = 1000
chips = [1]
entries = [{{ small = {SMALL}, big = {BIG}, minutes = 600 }}]
"""
KIOSK_DIES_AT, KIOSK_DIES_AGAIN_AT = (7, 60), (31, 45)
"""The table, and how long its record is then: in the middle of a hand."""
CLOCK_DIES_AT, CLOCK_IS_BACK_AT = 20, 26


class ClockProgram:
    """`kiosk clock` in its own process."""

    def __init__(self, folder: Path, hands: list[HandScript], port: int) -> None:
        self.settings = folder / "clock.toml"
        self.address = f"127.0.0.1:{port}"
        self.settings.write_text(clock_settings(len(hands), port))
        event_of(hands).write(folder / "clock.db")
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "kiosk.cli", "clock", "--settings", str(self.settings)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert "director" in line_of(self.process)

    def kill(self) -> None:
        self.process.kill()
        end(self.process)

    def tables(self) -> dict[str, Any]:
        request = Request(f"http://{self.address}/api/tables", headers={"Authorization": f"Bearer {KEY}"})
        with urlopen(request, timeout=120) as answer:
            return dict(json.load(answer))

    def counts(self) -> dict[int, tuple[int, ...]]:
        """Chips by table and seat; a seat that a player has lost holds none."""
        found = {}
        for table in self.tables()["tables"]:
            chips = {seat["seat"]: seat["chips"] for seat in table["seats"]}
            found[table["table"]] = tuple(chips.get(seat, 0) for seat in range(1, table["seat_count"] + 1))
        return found


def clock_settings(tables: int, port: int) -> str:
    lines = [f'director_key = "{KEY}"', f"port = {port}"]
    for table in range(1, tables + 1):
        lines += ["[[tables]]", f"table = {table}", f'token = "token-{table}"']
    return "\n".join(lines)


def event_of(hands: list[HandScript]) -> FullTables:
    players = [
        {f"Table {table} player {seat}": chips for seat, chips in enumerate(script.stacks, 1)}
        for table, script in enumerate(hands, 1)
    ]
    return FullTables(structure=parse_structure(STRUCTURE, "corpus.toml"), name="Corpus", players=players)


def start_kiosks(
    folder: Path, shared: Path, clock: ClockProgram, halt: tuple[int, int] = (0, 0)
) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.room.table_process", str(folder), str(shared), f"ws://{clock.address}"]
    arguments = [str(number) for number in halt]
    return subprocess.Popen([*command, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def line_of(process: subprocess.Popen[str]) -> str:
    """The next line. A process that prints nothing until the deadline is killed."""
    assert process.stdout
    stuck = Event()

    def give_up() -> None:
        stuck.set()
        process.kill()

    watchdog = Timer(DEADLINE_S, give_up)
    watchdog.start()
    line = process.stdout.readline()
    watchdog.cancel()
    assert line, "the process is stuck" if stuck.is_set() else f"the process ended with code {process.wait()}"
    return line.strip()


def read_until(process: subprocess.Popen[str], wanted: str) -> list[str]:
    """The lines up to the wanted one."""
    lines = [line_of(process)]
    while lines[-1] != wanted:
        assert lines[-1] != "all over", f"no line said {wanted!r}: {lines}"
        lines.append(line_of(process))
    return lines


def end(process: subprocess.Popen[str]) -> None:
    for stream in (process.stdin, process.stdout):
        if stream:
            stream.close()
    process.wait(timeout=DEADLINE_S)


def wait_for_counts(clock: ClockProgram, wanted: dict[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """The clock's counts when they are as wanted, or the counts at the deadline."""
    found = clock.counts()
    for _ in range(int(DEADLINE_S / 0.1)):
        if found == wanted:
            break
        Event().wait(0.1)
        found = clock.counts()
    return found


@pytest.fixture
def started():
    """Processes to be ended whatever happens."""
    processes: list[ClockProgram | subprocess.Popen[str]] = []
    yield processes
    for process in processes:
        running = process.process if isinstance(process, ClockProgram) else process
        running.kill()
        end(running)


def test_fifty_hands_reach_the_clock_exactly_although_cables_and_processes_die(shared, tmp_path, free_port, started):
    hands = scripts(shared)
    finishing = {table: script.finishing for table, script in enumerate(hands, 1)}
    clock = ClockProgram(tmp_path, hands, free_port)
    started.append(clock)
    lines: list[str] = []

    # The kiosk dies twice in the middle of a hand.
    for halt in (KIOSK_DIES_AT, KIOSK_DIES_AGAIN_AT):
        kiosks = start_kiosks(tmp_path, shared, clock, halt)
        started.append(kiosks)
        if halt == KIOSK_DIES_AGAIN_AT:  # the clock dies in between, and is away for a while
            lines += read_until(kiosks, f"over {CLOCK_DIES_AT}")
            clock.kill()
            lines += read_until(kiosks, f"over {CLOCK_IS_BACK_AT}")
            clock.start()
        lines += read_until(kiosks, f"halted {halt[0]}")
        kiosks.kill()
        end(kiosks)
    kiosks = start_kiosks(tmp_path, shared, clock)
    started.append(kiosks)
    lines += read_until(kiosks, "all over")

    assert f"unplugged {UNPLUGGED_AT}" in lines
    assert wait_for_counts(clock, finishing) == finishing
    floor = clock.tables()
    assert [table["flags"] for table in floor["tables"] if table["flags"]] == []
    assert floor["totals"]["chips_found"] == floor["totals"]["chips_issued"] == sum(map(sum, finishing.values()))
    assert {table["hand"] for table in floor["tables"]} == {1}
    for table in floor["tables"]:  # the clock holds each record exactly once
        with closing(open_reader(tmp_path / f"table-{table['table']}-{sitting_of(table['table'])}.journal")) as journal:
            assert table["records"] == journal.head.seq
