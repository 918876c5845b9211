"""`kiosk host`: several tables on virtual screens, each shown by one tablet or laptop in its browser."""

import argparse
import asyncio
import signal
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TextIO

from engine.message import message
from kiosk.arguments import words_for
from kiosk.host.addresses import glass_address, kept_token
from kiosk.host.glass import Glass
from kiosk.host.settings import HostSettings, read_host_settings, table_file
from kiosk.host.table_run import TableRun
from kiosk.host.virtual_screen import check_installed
from kiosk.host.web import GlassServer, ShowTable, hash_of
from kiosk.log import log_path, log_to
from kiosk.log_words import in_words
from kiosk.table.settings import read_table_settings
from ui.words import Words


class HostedTable(NamedTuple):
    table: int
    token: str
    run: TableRun
    show: ShowTable


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--settings", type=Path, required=True, help=words.commands.help["host"]["settings"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Run the tables until the program is asked to end."""
    settings, words = read_host_settings(args.settings), words_for(args)
    check_installed()
    with TemporaryDirectory(prefix="kiosk-host-", ignore_cleanup_errors=True) as screens:
        tables = [hosted(settings, table, Path(screens)) for table in settings.tables]
        secret = [one.token for one in tables]
        with log_to(log_path(Path(settings.folder) / "host"), secret, in_words):
            asyncio.run(_serve(settings, tables, out, words))
    return 0


def hosted(settings: HostSettings, table: int, screens: Path) -> HostedTable:
    """One table, not started yet. Raises `Fault` if its files cannot be used."""
    path = table_file(settings, table)
    token = kept_token(Path(read_table_settings(path).journal))
    command = [sys.executable, "-m", "kiosk.cli", "dealer", "--settings", str(path)]
    glass = Glass(table)
    run = TableRun(command, screens / f"table-{table}", glass.say_tone, settings.memory_mb)
    return HostedTable(table, token, run, partial(glass.serve, run=run))


async def _serve(settings: HostSettings, tables: list[HostedTable], out: TextIO, words: Words) -> None:
    ending = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, ending.set)
    server = GlassServer({hash_of(one.token): one.show for one in tables}, settings.language)
    async with await server.listen(settings.host, settings.port) as listening:
        port = listening.sockets[0].getsockname()[1]
        for one in tables:
            address = glass_address(settings.host, port, one.token, one.table)
            print(words.say(message("glass-of-table", table=one.table, address=address)), file=out, flush=True)
        running = [asyncio.create_task(_keep(one.run)) for one in tables]
        await ending.wait()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def _keep(table: TableRun) -> None:
    """Run a table's program again even if it has ended as asked: nobody at a tablet can start it."""
    while True:
        await table.keep_running()
