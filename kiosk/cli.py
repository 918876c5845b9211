"""The `kiosk` command: imports and runs a subcommand."""

import argparse
import codecs
import errno
import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import Protocol, TextIO

from kiosk.arguments import read_language, speak
from kiosk.examples import EXAMPLES
from kiosk.faults import Fault
from kiosk.spoken import spoken
from ui.words import Words
from ui.words.languages import LANGUAGES, words_in

COMMANDS = {
    "dealer": "kiosk.table.command",
    "dealer --practice": "kiosk.practice.command",
    "clock": "kiosk.clock.command",
    "demo": "kiosk.demo.command",
    "simulate": "kiosk.simulate.command",
    "replay": "kiosk.commands.replay",
    "ruling": "kiosk.commands.ruling",
    "history": "kiosk.commands.history",
    "restore": "kiosk.commands.restore",
    "backup": "kiosk.clock.backup.command",
    "restore-clock": "kiosk.clock.backup.restore_command",
    "recovery-code": "kiosk.clock.backup.code_command",
    "rules": "kiosk.commands.rules",
    "sheet": "kiosk.commands.sheet",
    "structure": "kiosk.commands.structure",
    "staff": "kiosk.commands.staff",
    "read": "kiosk.commands.read.command",
    "room": "kiosk.commands.room.command",
    "deck": "kiosk.commands.deck.command",
    "doctor": "kiosk.commands.doctor.command",
    "bundle": "kiosk.commands.bundle.command",
}


DISTRIBUTION = "dealer-assist-kiosk"
ABOUT_ITSELF = ("--version", "--completion")
ESCAPED = "escaped-letters"
BASIC_PLANE = 0xFFFF
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What a full or broken disk says of output sent to a file."""
STOPPED = 130
"""The exit code of what was ended by Ctrl-C, as shells have it."""


class Program(Protocol):
    """The interface of each command's module."""

    def add_arguments(self, parser: argparse.ArgumentParser, words: Words) -> None: ...

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int: ...


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Exit code 0: all well, 1: a check failed, 2: bad arguments or not started, 130: ended by hand."""
    for stream in (sys.__stdout__, sys.__stderr__):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=ESCAPED)
    try:
        status = _run(argv)
        with suppress(KeyboardInterrupt):  # it has ended already
            sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
        return 2
    except OSError as error:
        if error.filename or error.errno not in UNWRITABLE:
            raise
        _discard_output()
        words = words_in(spoken())
        print(f"kiosk: {words.fault(Fault('output-failed', error=error.strerror or '').message)}", file=sys.stderr)
        return 2
    return status


def _discard_output() -> None:
    """Let go of output that cannot be written: Python would try again at its end."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """Letters that the output's encoding lacks, written as TOML reads them, and JSON those up to U+FFFF."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(f"\\U{ord(x):08x}" if ord(x) > BASIC_PLANE else f"\\u{ord(x):04x}" for x in letters), error.end


codecs.register_error(ESCAPED, _escaped)


def _run(argv: Sequence[str] | None) -> int:
    given = list(sys.argv[1:] if argv is None else argv)
    words = words_in(spoken())
    speak(words)
    if given and given[0] in ABOUT_ITSELF:
        return _about_itself(given, words)
    if not given or given[0] not in COMMANDS:
        return _overview(given, words)
    name = next((both for word in given[1:] if (both := f"{given[0]} {word}") in COMMANDS), given[0])
    language, rest = read_language(f"kiosk {name}", given[1:])
    if language:
        words = words_in(language)
        speak(words)
    try:
        program = program_of(name)
        args = parser_of(name, program, words).parse_args(rest, argparse.Namespace(language=language))
        return program.run(args, sys.stdout, sys.stderr)
    except Fault as fault:
        print(f"kiosk {name}: {words.fault(fault.message)}", file=sys.stderr)
        return 2
    except (KeyboardInterrupt, EOFError):  # Ctrl-C or Ctrl-D, at a question or while it works
        print(f"\nkiosk {name}: {words.commands.stopped}", file=sys.stderr)
        return STOPPED


def program_of(name: str) -> Program:
    """The module of a command. Only that is imported: a clock's machine has no Qt, a table's no web server."""
    try:
        program: Program = importlib.import_module(COMMANDS[name])
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith(("kiosk", "engine", "hardware", "ui")):
            raise
        extra = "clock" if name in ("clock", "backup", "restore-clock", "recovery-code") else "table"
        raise Fault("not-installed", module=missing.name or "", extra=extra) from missing
    return program


def parser_of(name: str, program: Program, words: Words) -> argparse.ArgumentParser:
    """Reads the arguments of a command, and tells of them."""
    shown = "\n".join(f"  {line}" for line in EXAMPLES[name])
    parser = argparse.ArgumentParser(
        f"kiosk {name}",
        description=words.commands.about[name],
        epilog=f"{words.commands.examples}\n{shown}\n\n{words.commands.exits}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--language", choices=LANGUAGES, help=words.commands.help["every"]["language"])
    program.add_arguments(parser, words)
    return parser


def _about_itself(given: Sequence[str], words: Words) -> int:
    """Its version, or a script for the shell."""
    # Only here: no table and no clock waits for these.
    from importlib.metadata import version  # noqa: PLC0415

    from kiosk.completion import bash_script  # noqa: PLC0415

    if given[0] == "--version":
        print(f"kiosk {version(DISTRIBUTION)}")
    else:
        print(bash_script(COMMANDS, lambda name: _parser_if_installed(name, words)), end="")
    return 0


def _parser_if_installed(name: str, words: Words) -> argparse.ArgumentParser | None:
    try:
        return parser_of(name, program_of(name), words)
    except Fault:
        return None


def _overview(given: Sequence[str], words: Words) -> int:
    asked = not given or given[0] in ("-h", "--help", "help")
    out = sys.stdout if asked else sys.stderr
    if not asked:
        print(f"kiosk: {words.fault(Fault('no-command', command=repr(given[0])).message)}", file=out)
    print(words.commands.usage, file=out)
    for name in COMMANDS:
        print(f"  {name:17} {words.commands.about[name]}", file=out)
    print(f"\n{words.commands.exits}\n{words.commands.more_options}", file=out)
    return 0 if asked and given else 2


if __name__ == "__main__":
    sys.exit(main())
