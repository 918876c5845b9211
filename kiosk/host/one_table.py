"""`kiosk dealer --glass`: one table on a virtual screen, shown by one tablet or laptop in its browser."""

import argparse
import asyncio
import secrets
import signal
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TextIO

from engine.message import message
from kiosk.arguments import words_for
from kiosk.clock.clients.site_address import own_address
from kiosk.faults import Fault
from kiosk.host.glass import Glass
from kiosk.host.table_run import TableRun
from kiosk.host.web import GlassServer, hash_of
from kiosk.storage.files import write_atomic
from kiosk.table.settings import read_table_settings
from ui.words import Words

EVERY_ADDRESS = ("0.0.0.0", "::")
PORT = 8090
TOKEN_BYTES, TOKEN_LETTERS = 32, 43


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["glass"]
    parser.add_argument("--glass", action="store_true", help=say["glass"])
    parser.add_argument("--settings", type=Path, help=words.commands.help["dealer"]["settings"])
    parser.add_argument("--clock", default="", metavar="ADDRESS", help=words.commands.help["dealer"]["clock"])
    parser.add_argument("--host", default=EVERY_ADDRESS[0], help=say["host"])
    parser.add_argument("--port", type=int, default=PORT, help=say["port"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Serve the table until it is asked to end. Returns the program's exit code."""
    if args.settings is None:
        raise Fault("no-settings-named")
    settings, words = read_table_settings(args.settings), words_for(args)
    token = kept_token(Path(settings.journal))
    command = [sys.executable, "-m", "kiosk.cli", "dealer", "--settings", str(args.settings)]
    for name, value in (("--clock", args.clock), ("--language", args.language)):
        command += [name, value] if value else []
    with TemporaryDirectory(prefix="kiosk-glass-", ignore_cleanup_errors=True) as folder:
        glass = Glass(settings.table)
        table = TableRun(command, Path(folder) / "screen", glass.say_tone)

        def say(address: str) -> None:
            print(words.say(message("glass-at", address=address)), file=out, flush=True)

        async def serve() -> int:
            server = GlassServer(hash_of(token), words.language, partial(glass.serve, run=table))
            async with await server.listen(args.host, args.port) as listening:
                say(f"http://{_place(args.host, listening.sockets[0].getsockname()[1])}/glass/#token={token}")
                return await _until_asked(table)

        return asyncio.run(serve())


def kept_token(journal: Path) -> str:
    """The secret part of the table's address, which stays the same from one start to the next. It is in a file beside
    the journal that only this user can read. Raises `Fault`."""
    path = journal.with_name(f"{journal.name}.glass")
    try:
        with suppress(FileNotFoundError, UnicodeDecodeError):
            token = path.read_text("utf-8").strip()
            if len(token) == TOKEN_LETTERS:
                return token
        token = secrets.token_urlsafe(TOKEN_BYTES)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, f"{token}\n".encode())
        path.chmod(0o600)
    except OSError as error:
        raise Fault("glass-token", path=str(path), error=error.strerror or str(error)) from error
    return token


async def _until_asked(table: TableRun) -> int:
    """Keep the table running until its program ends, or until this one is asked to end."""
    running = asyncio.create_task(table.keep_running(once=True))
    for ending in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(ending, running.cancel)
    try:
        return await running
    except asyncio.CancelledError:
        return 0


def _place(host: str, port: int) -> str:
    host = (own_address() or "127.0.0.1") if host in EVERY_ADDRESS else host
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
