"""`kiosk dealer --glass`: one table on a virtual screen, shown by one tablet or laptop in its browser."""

import argparse
import asyncio
import signal
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TextIO

import segno

from engine.message import message
from kiosk.arguments import words_for
from kiosk.host.addresses import EVERY_ADDRESS, PORT, glass_address, kept_token
from kiosk.host.glass import Glass
from kiosk.host.table_run import TableRun
from kiosk.host.web import GlassServer
from kiosk.settings_file import add_settings, settings_of
from kiosk.table.settings import read_table_settings
from ui.words import Words


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["glass"]
    parser.add_argument("--glass", action="store_true", help=say["glass"])
    add_settings(parser, words, words.commands.help["dealer"]["settings"], "table")
    parser.add_argument("--clock", default="", metavar="ADDRESS", help=words.commands.help["dealer"]["clock"])
    parser.add_argument("--host", default=EVERY_ADDRESS, help=say["host"])
    parser.add_argument("--port", type=int, default=PORT, help=say["port"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Serve the table until it is asked to end. Returns the program's exit code."""
    path = settings_of(args, err, "table")
    settings, words = read_table_settings(path), words_for(args)
    token = kept_token(Path(settings.journal))
    command = [sys.executable, "-m", "kiosk.cli", "dealer", "--settings", str(path)]
    for name, value in (("--clock", args.clock), ("--language", args.language)):
        command += [name, value] if value else []
    with TemporaryDirectory(prefix="kiosk-glass-", ignore_cleanup_errors=True) as folder:
        glass = Glass(settings.table)
        table = TableRun(command, Path(folder) / "screen", glass.say_tone)

        def say(address: str) -> None:
            print(words.say(message("glass-at", address=address)), file=out, flush=True)
            if out.isatty() and "utf" in (out.encoding or "").lower():
                # A tablet scans it, so that nobody has to type the address.
                segno.make(address, error="l", micro=False).terminal(out, border=2, compact=True)

        async def serve() -> int:
            language = args.language or settings.language  # the one on the table's screen
            server = GlassServer(token, partial(glass.serve, run=table), language)
            async with await server.listen(args.host, args.port) as listening:
                say(glass_address(args.host, listening.sockets[0].getsockname()[1], token))
                return await _until_asked(table)

        return asyncio.run(serve())


async def _until_asked(table: TableRun) -> int:
    """Keep the table running until its program ends, or until this one is asked to end."""
    running = asyncio.create_task(table.keep_running(once=True))
    for ending in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(ending, running.cancel)
    try:
        return await running
    except asyncio.CancelledError:
        return 0
