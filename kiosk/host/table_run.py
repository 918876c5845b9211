"""One table without a screen of its own: its virtual screen and its program, started together and watched together."""

import asyncio
import logging
import os
import resource
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from engine.decoders import NOT_JSON
from kiosk.faults import Fault
from kiosk.host.limits import NO_LIMITS, TableLimits
from kiosk.host.rfb_filter import LEAST_PX
from kiosk.host.virtual_screen import START_SIZE, VirtualScreen, VirtualSize, ends_with_parent, stopped
from kiosk.protocol.glass import FROM_PROGRAM, GlassScale, GlassTone
from kiosk.protocol.link.wire import encode
from kiosk.table.settings import GLASS_LINE, GLASS_SCALE

START_PX_PER_MM = 5.9
PROGRAM_ENDS_S = 15.0
FIRST_WAIT_S, LONGEST_WAIT_S = 0.5, 10.0
SOON_S = 20.0
"""A program that ends sooner than this is started again after a longer wait each time."""
NOT_STARTED = 2
"""The exit code of a program whose settings cannot be used."""
STOPPED = -1
"""The code of a program that this module has stopped, because its screen has ended or it used too much memory."""
MEMORY_LOOK_S = 5.0
PAGE_MB = resource.getpagesize() / 1_000_000
log = logging.getLogger(__name__)


class TableRun:
    """The screen and the program of one table. `say_tone` is called for each sound that the program plays."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        say_tone: Callable[[GlassTone], object],
        limits: TableLimits = NO_LIMITS,
    ) -> None:
        """`folder` is made for this run, in a folder that only this user can open."""
        self._command = command
        self._folder = folder
        self._say_tone = say_tone
        self._limits = limits
        self._line: asyncio.StreamWriter | None = None
        self.size = START_SIZE
        """The size of the screen when it is started again."""
        self.px_per_mm = START_PX_PER_MM
        self.screen: VirtualScreen | None = None
        """The screen; None while it is starting."""

    async def keep_running(self, once: bool = False) -> int:
        """Run the program until it ends as asked, and start it and its screen again whenever one of them ends
        otherwise. Returns the exit code. With `once`, a program whose settings cannot be used is not started again, and
        a screen that cannot be started raises `Fault`."""
        wait_s, loop = FIRST_WAIT_S, asyncio.get_running_loop()
        while True:
            began_s = loop.time()
            try:
                code = await self._run()
            except Fault as fault:
                if once:
                    raise
                log.warning("%s", fault)
                code = STOPPED
            if code == 0 or (once and code == NOT_STARTED):
                return code
            wait_s = FIRST_WAIT_S if loop.time() - began_s > SOON_S else min(LONGEST_WAIT_S, wait_s * 2)
            log.warning("the table's program ended with code %d and is started again", code)
            await asyncio.sleep(wait_s)

    def scale(self, px_per_mm: float) -> None:
        """Tell the program how many pixels are in a millimeter."""
        self.px_per_mm = px_per_mm
        if self._line:
            self._line.write(encode(GlassScale(px_per_mm)).encode() + b"\n")

    def resized(self, wide: int, high: int) -> None:
        self.size = VirtualSize(max(LEAST_PX, wide), max(LEAST_PX, high))

    async def _run(self) -> int:
        """Start the screen and the program. Returns the program's exit code once either has ended. Raises `Fault`."""
        screen = await VirtualScreen.start(self._folder, self.size, self._limits)
        ours, theirs = socket.socketpair()
        reader, self._line = await asyncio.open_connection(sock=ours)
        number = theirs.fileno()
        given = {GLASS_LINE: str(number), GLASS_SCALE: str(self.px_per_mm)}
        try:
            with theirs:
                program = await asyncio.create_subprocess_exec(
                    *ends_with_parent(), *self._limits.prefix(), *self._command,
                    env={**os.environ, **screen.environment, **given},
                    stdin=asyncio.subprocess.DEVNULL, pass_fds=[number], process_group=0,
                )  # fmt: skip
            listening = asyncio.create_task(self._listen(reader))
            ways = program.wait(), screen.wait(), self._outgrown(program.pid)
            ends = [asyncio.create_task(one) for one in ways]
            self.screen = screen
            try:
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
                code = STOPPED if program.returncode is None else program.returncode
            finally:
                self.screen = None
                for task in (listening, *ends):
                    task.cancel()
                await asyncio.shield(stopped(program, PROGRAM_ENDS_S))
        finally:
            self._line.close()
            self._line = None
            await asyncio.shield(screen.stop())
        return code

    async def _outgrown(self, process: int) -> None:
        """Wait until the process uses too much memory."""
        most_mb = self._limits.memory_mb
        while not most_mb or memory_mb(process) <= most_mb:
            await asyncio.sleep(MEMORY_LOOK_S)
        log.warning("the table's program used more than %d MB", most_mb)

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        """Pass on what the program says until it ends. A line that cannot be read is ignored."""
        with suppress(OSError, ValueError):  # a reset line, or one without an end
            while line := await reader.readline():
                with suppress(*NOT_JSON):
                    self._say_tone(FROM_PROGRAM.decode(line))


def memory_mb(process: int) -> float:
    """The memory that a process uses, in megabytes; 0 once it has ended."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1]) * PAGE_MB
    except (OSError, IndexError):
        return 0.0
