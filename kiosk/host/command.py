"""`kiosk host`: several tables on virtual screens. Tablets and laptops show them in their browsers, through the
clock."""

import argparse
import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TextIO

from engine.message import message
from kiosk.arguments import words_for
from kiosk.host.glass import Glass
from kiosk.host.limits import TableLimits, cores_by_table, own_cores
from kiosk.host.offered_table import OfferedTable
from kiosk.host.settings import HostSettings, read_host_settings, table_file
from kiosk.host.table_run import TableRun
from kiosk.host.virtual_screen import check_installed
from kiosk.log import log_path, log_to
from kiosk.log_words import in_words
from kiosk.protocol.pairing import CodeAndCheck
from kiosk.settings_file import add_settings, settings_of
from kiosk.table.settings import read_table_settings
from ui.words import Words


class HostedTable(NamedTuple):
    table: int
    run: TableRun
    offer: OfferedTable

    async def keep(self, say: Callable[[CodeAndCheck], object]) -> None:
        """Pair the table with its clock, then run it and offer it there."""
        if await self.offer.pair(say):
            async with asyncio.TaskGroup() as both:  # which waits until the program has ended
                both.create_task(self._keep_running())
                both.create_task(self.offer.keep_open())

    async def _keep_running(self) -> None:
        """Run the table's program again even if it has ended as asked: nobody at a tablet can start it."""
        while True:
            await self.run.keep_running()


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    add_settings(parser, words, words.commands.help["host"]["settings"], "host")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Run the tables until the program is asked to end."""
    words = words_for(args)

    def say(table: int, shown: CodeAndCheck) -> None:
        said = message("host-table-asks", table=table, letters=shown.code, check=f"{shown.check[:3]} {shown.check[3:]}")
        print(words.say(said), file=out, flush=True)

    run_host(read_host_settings(settings_of(args, err, "host")), say)
    return 0


def run_host(
    settings: HostSettings, say: Callable[[int, CodeAndCheck], None], *beside: Callable[[], Coroutine[None, None, None]]
) -> None:
    """Run the tables, and `beside` at the same time, until the program is asked to end. `say` gets the code of each
    table that asks to be paired. Raises `Fault`."""
    check_installed()
    with TemporaryDirectory(prefix="kiosk-host-", ignore_cleanup_errors=True) as screens:
        tables = hosted(settings, Path(screens))
        with log_to(log_path(Path(settings.folder) / "host"), (), in_words):
            asyncio.run(_serve([*(one.keep(partial(say, one.table)) for one in tables), *(part() for part in beside)]))


def hosted(settings: HostSettings, screens: Path) -> list[HostedTable]:
    """The tables, not started yet. Raises `Fault` if a table's files cannot be used."""
    cores = cores_by_table(len(settings.tables), settings.cores, own_cores())
    return [
        _hosted(settings, table, screens, TableLimits(settings.memory_mb, its_cores))
        for table, its_cores in zip(settings.tables, cores, strict=True)
    ]


def _hosted(settings: HostSettings, table: int, screens: Path, limits: TableLimits) -> HostedTable:
    path = table_file(settings, table)
    read_table_settings(path)
    command = [sys.executable, "-m", "kiosk.cli", "dealer", "--settings", str(path)]
    glass = Glass(table)
    run = TableRun(command, screens / f"table-{table}", glass.say_tone, limits)
    return HostedTable(table, run, OfferedTable(path, settings.clock, partial(glass.serve, run=run)))


async def _serve(parts: list[Coroutine[None, None, None]]) -> None:
    ending = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, ending.set)
    running = [asyncio.create_task(part) for part in parts]
    await ending.wait()
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
