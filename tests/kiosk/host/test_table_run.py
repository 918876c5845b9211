"""A table's screen and program are started again together, whichever of them ends. With a real Xvnc."""

import asyncio
import os
import shutil
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from kiosk.faults import Fault
from kiosk.host import table_run, virtual_screen
from kiosk.host.limits import NO_LIMITS, TableLimits
from kiosk.host.table_run import NOT_STARTED, TableRun, memory_mb
from kiosk.protocol.glass import GlassTone
from tests.kit.patience import PATIENCE_S

pytestmark = pytest.mark.slow
SLEEPS = "import time; time.sleep(3600)"
GROWS = "held = bytearray(200_000_000); import time; time.sleep(3600)"
SAYS = """
import os, socket, time
line = socket.socket(fileno=int(os.environ["KIOSK_GLASS_LINE"]))
line.sendall(b'not JSON\\n{"say":"tone","tone":"pot"}\\n')
seen = line.makefile().readline()
open(os.environ["KIOSK_SEEN"], "w").write(seen + os.environ["DISPLAY"])
time.sleep(3600)
"""


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Programs are started again without a pause."""
    if shutil.which("Xvnc") is None:
        pytest.skip("needs TigerVNC: apt-get install tigervnc-standalone-server")
    monkeypatch.setattr(table_run, "FIRST_WAIT_S", 0.01)
    monkeypatch.setattr(table_run, "LONGEST_WAIT_S", 0.02)
    monkeypatch.setattr(table_run, "MEMORY_LOOK_S", 0.05)


class Watched(TableRun):
    """Notes the processes of each start."""

    def __init__(self, code, folder, limits=NO_LIMITS, say_tone=bool) -> None:
        starts = folder / "starts"
        noted = f"import os; open({str(starts)!r}, 'a').write(f'{{os.getpid()}}\\n')\n{code}"
        super().__init__([sys.executable, "-c", noted], folder / "screen", say_tone, limits)
        self._starts = starts

    async def started(self, times):
        """The process of the last of so many starts."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                found = self._starts.read_text().split() if self._starts.exists() else []
                if len(found) >= times and self.screen:
                    return int(found[-1])
                await asyncio.sleep(0.02)


def children(process):
    """The processes that this one has started and that still run."""
    found: list[int] = []
    for task in Path(f"/proc/{process}/task").iterdir():
        with suppress(OSError):  # a thread that has ended meanwhile
            found += map(int, (task / "children").read_text().split())
    return found


def running(run, use):
    async def main():
        keeping = asyncio.create_task(run.keep_running())
        try:
            await use(run)
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)

    asyncio.run(main())


def test_a_program_that_is_killed_is_started_again_on_a_new_screen(tmp_path, caplog):
    async def use(run):
        first, screen = await run.started(1), run.screen
        os.kill(first, signal.SIGKILL)
        assert await run.started(2) != first
        assert run.screen is not screen

    running(Watched(SLEEPS, tmp_path), use)


def test_ctrl_c_reaches_neither_the_program_nor_its_screen(tmp_path):
    async def use(run):
        for process in (await run.started(1), run.screen._process.pid):
            assert os.getpgid(process) == process  # a terminal sends it to its own group

    running(Watched(SLEEPS, tmp_path), use)


def test_a_screen_that_is_killed_takes_its_program_along_and_both_are_started_again(tmp_path, caplog):
    async def use(run):
        first = await run.started(1)
        os.kill(run.screen._process.pid, signal.SIGKILL)
        second = await run.started(2)
        assert second != first
        assert not os.path.exists(f"/proc/{first}")

    running(Watched(SLEEPS, tmp_path), use)


def test_a_program_that_uses_too_much_memory_is_started_again(tmp_path, caplog):
    async def use(run):
        await run.started(2)

    running(Watched(GROWS, tmp_path, TableLimits(memory_mb=100)), use)
    assert "the table's program used more than 100 MB" in caplog.text


def test_a_program_below_the_limit_is_left_in_peace(tmp_path):
    async def use(run):
        process = await run.started(1)
        await asyncio.sleep(0.5)
        assert 0 < memory_mb(process) < 100
        assert os.path.exists(f"/proc/{process}")

    running(Watched(SLEEPS, tmp_path, TableLimits(memory_mb=100)), use)


def test_the_program_and_its_screen_use_only_their_cores(tmp_path):
    """The program starts another one, which keeps to the same cores."""
    core = min(os.sched_getaffinity(0))
    starts_another = "import os, subprocess; subprocess.run(['sleep', '3600'])"
    of_other_tests = children(os.getpid())  # such as a server or a browser that they share

    async def use(run):
        process = await run.started(1)
        async with asyncio.timeout(PATIENCE_S):
            while not (others := children(process)):
                await asyncio.sleep(0.02)
        mine = [one for one in children(os.getpid()) if one not in of_other_tests]
        assert process in mine
        assert len(mine) == 2, "the program and its screen"
        assert [os.sched_getaffinity(one) for one in mine + others] == [{core}] * len(mine + others)

    running(Watched(starts_another, tmp_path, TableLimits(cores=(core,))), use)


def test_the_program_gets_the_scale_and_its_sounds_are_heard(tmp_path, monkeypatch):
    heard: list[GlassTone] = []
    seen = tmp_path / "seen"
    monkeypatch.setenv("KIOSK_SEEN", str(seen))

    async def use(run):
        await run.started(1)
        run.scale(4.5)
        async with asyncio.timeout(PATIENCE_S):
            while not (heard and seen.exists() and seen.read_text()):
                await asyncio.sleep(0.02)
        assert seen.read_text() == f'{{"say":"scale","px_per_mm":4.5}}\n{run.screen.display}'

    running(Watched(SAYS, tmp_path, say_tone=heard.append), use)
    assert heard == [GlassTone("pot")]


@pytest.mark.parametrize(("code", "ends"), [("pass", 0), ("raise SystemExit(2)", NOT_STARTED)])
def test_a_program_that_ends_as_asked_or_cannot_start_is_not_started_again(tmp_path, code, ends):
    run = Watched(code, tmp_path)

    assert asyncio.run(run.keep_running(once=True)) == ends


def test_without_xvnc_one_table_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(virtual_screen, "PROGRAM", "Xvnc-that-nobody-has")

    with pytest.raises(Fault):
        asyncio.run(Watched(SLEEPS, tmp_path).keep_running(once=True))


def test_a_process_that_has_ended_uses_no_memory():
    assert memory_mb(2**30) == 0
