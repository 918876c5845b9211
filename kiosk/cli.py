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

from kiosk.arguments import argparse_in, read_language, spoken
from kiosk.faults import Fault
from ui.words import Words
from ui.words.languages import LANGUAGES, words_in


class Command:
    """A command: its module, and the examples shown below its help in every language."""

    def __init__(self, module: str, *examples: str) -> None:
        self.module, self.examples = module, examples


COMMANDS = {
    "setup": Command("kiosk.commands.setup.command", "kiosk setup", "kiosk setup clock --language de --to friday"),
    "dealer": Command("kiosk.table.program.command", "kiosk dealer --settings table.toml"),
    "dealer --practice": Command(
        "kiosk.practice.command", "kiosk dealer --practice --hands 5", "kiosk dealer --practice --step --language es"
    ),
    "dealer --glass": Command("kiosk.host.one_table", "kiosk dealer --glass --settings table.toml"),
    "host": Command("kiosk.host.command", "kiosk host --settings host.toml"),
    "clock": Command("kiosk.clock.command", "kiosk clock --settings clock.toml"),
    "demo": Command(
        "kiosk.demo.command", "kiosk demo", "kiosk demo --robot --no-browser", "kiosk demo --headless --hands 6 --json"
    ),
    "simulate": Command("kiosk.simulate.command", "kiosk simulate --players 40 --seed 7"),
    "replay": Command(
        "kiosk.commands.replay", "kiosk replay hands.phhs", "kiosk replay evening.ohh --book house.toml --json"
    ),
    "ruling": Command("kiosk.commands.ruling", "kiosk ruling question.toml"),
    "history": Command(
        "kiosk.commands.history",
        "kiosk history table.journal",
        "kiosk history table.journal --format ohh --out evening.ohh",
    ),
    "restore": Command(
        "kiosk.commands.restore", "kiosk restore table.journal", "kiosk restore table.journal --all", "kiosk restore 7"
    ),
    "backup": Command("kiosk.clock.backup.command", "kiosk backup /media/backup --settings clock.toml"),
    "restore-clock": Command(
        "kiosk.clock.backup.restore_command",
        "kiosk restore-clock /media/backup --settings clock.toml",
        "kiosk restore-clock table1.clock-backup table7.clock-backup",
    ),
    "move-clock": Command(
        "kiosk.clock.backup.move_command", "kiosk move-clock /etc/kiosk/clock.toml /etc/kiosk/clock-on-server.toml"
    ),
    "recovery-code": Command("kiosk.clock.backup.code_command", "kiosk recovery-code --settings clock.toml"),
    "rules": Command("kiosk.commands.rules", "kiosk rules", "kiosk rules tda --html card.html"),
    "sheet": Command(
        "kiosk.commands.sheet", "kiosk sheet director", "kiosk sheet dealer --html dealer.html --paper letter"
    ),
    "structure": Command(
        "kiosk.commands.structure",
        "kiosk structure show club",
        "kiosk structure convert friday.tdt --to toml",
        "kiosk structure make --players 20 --hours 4 --chips 25,100,500,1000,5000",
    ),
    "staff": Command("kiosk.commands.staff", "kiosk staff Ana --role floor"),
    "read": Command("kiosk.commands.read.command", "kiosk read table.png --show", "kiosk read cards.mp4 --json"),
    "room": Command(
        "kiosk.commands.room.command", "kiosk room --settings clock.toml list", "kiosk room --settings clock.toml start"
    ),
    "deck": Command("kiosk.commands.deck.command", "kiosk deck check red.toml", "kiosk deck print --out stickers.pdf"),
    "doctor": Command("kiosk.commands.doctor.command", "kiosk doctor", "kiosk doctor --settings table.toml --live"),
    "bundle": Command(
        "kiosk.commands.bundle",
        "kiosk bundle --settings table.toml",
        "kiosk bundle --settings clock.toml --out clock.zip",
    ),
}
DISTRIBUTION = "dealer-assist-kiosk"
ABOUT_ITSELF = ("--version", "--completion")
FOR_SHELLS = """\
# For bash: eval "$(kiosk --completion bash)" in ~/.bashrc.
# For zsh: autoload -U +X bashcompinit && bashcompinit first.
"""
OR_A_FILE = "complete -o bashdefault -o default -F _shtab_kiosk kiosk"
"""If nothing else fits, the shell completes file names."""
ESCAPED = "escaped-letters"
BASIC_PLANE = 0xFFFF
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""The errors raised if output is redirected to a file on a disk that is full or broken."""
STOPPED = 130
"""The exit code after Ctrl-C, which is the same as in shells."""


class Program(Protocol):
    def add_arguments(self, parser: argparse.ArgumentParser, words: Words) -> None: ...

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int: ...


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. The exit code is 0 for success, 1 if a check failed, 2 for bad arguments or if the command could
    not start or write its output, and 130 after Ctrl-C."""
    for stream in (sys.__stdout__, sys.__stderr__):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=ESCAPED)
    try:
        status = _run(argv)
        with suppress(KeyboardInterrupt):  # the command has already ended
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
    """Discard output that cannot be written. Python would try to write it again at exit."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """An encoding error handler: it escapes the characters that the output's encoding lacks. TOML can read the escapes,
    and JSON can read those up to U+FFFF."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(f"\\U{ord(x):08x}" if ord(x) > BASIC_PLANE else f"\\u{ord(x):04x}" for x in letters), error.end


codecs.register_error(ESCAPED, _escaped)


def _run(argv: Sequence[str] | None) -> int:
    given = list(sys.argv[1:] if argv is None else argv)
    words = words_in(spoken())
    if given and given[0] in ABOUT_ITSELF:
        return _about_itself(given, words)
    if not given or given[0] not in COMMANDS:
        return _overview(given, words)
    name = next((both for word in given[1:] if (both := f"{given[0]} {word}") in COMMANDS), given[0])
    with argparse_in(words.language):
        language, rest = read_language(f"kiosk {name}", given[1:])
    words = words_in(language) if language else words
    try:
        program = program_of(name)
        with argparse_in(words.language):
            args = parser_of(name, program, words).parse_args(rest, argparse.Namespace(language=language))
        return program.run(args, sys.stdout, sys.stderr)
    except Fault as fault:
        print(f"kiosk {name}: {words.fault(fault.message)}", file=sys.stderr)
        return 2
    except (KeyboardInterrupt, EOFError):  # Ctrl-C or Ctrl-D, at a prompt or during the work
        print(f"\nkiosk {name}: {words.commands.stopped}", file=sys.stderr)
        return STOPPED


def program_of(name: str) -> Program:
    """Import only the module of this command: a clock's machine has no Qt, and a table's machine has no web server.
    Raises `Fault` if a package is not installed."""
    try:
        program: Program = importlib.import_module(COMMANDS[name].module)
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith(("kiosk", "engine", "hardware", "ui")):
            raise
        extra = "clock" if name in ("clock", "backup", "restore-clock", "move-clock", "recovery-code") else "table"
        raise Fault("not-installed", module=missing.name or "", extra=extra) from missing
    return program


def parser_of(name: str, program: Program, words: Words) -> argparse.ArgumentParser:
    shown = "\n".join(f"  {line}" for line in COMMANDS[name].examples)
    parser = argparse.ArgumentParser(
        f"kiosk {name}",
        description=words.commands.about[name],
        epilog=f"{words.commands.examples}\n{shown}\n\n{words.commands.exits}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_arguments(parser, program, words)
    return parser


def _add_arguments(parser: argparse.ArgumentParser, program: Program, words: Words) -> None:
    parser.add_argument("--language", choices=LANGUAGES, help=words.commands.help["every"]["language"])
    program.add_arguments(parser, words)


def _about_itself(given: Sequence[str], words: Words) -> int:
    # Imported late, so that tables and clocks start without these.
    from importlib.metadata import version  # noqa: PLC0415

    import shtab  # noqa: PLC0415

    if given[0] == "--version":
        print(f"kiosk {version(DISTRIBUTION)}")
    else:
        print(FOR_SHELLS, shtab.complete(_whole_parser(words)), OR_A_FILE, sep="\n")
    return 0


def _whole_parser(words: Words) -> argparse.ArgumentParser:
    """All commands in one parser, for completion."""
    parser = argparse.ArgumentParser("kiosk")
    parser.add_argument("--version", action="store_true")
    commands = parser.add_subparsers()
    for name in COMMANDS:
        command, _, variant = name.partition(" ")
        if not variant:
            commands.add_parser(command, help=words.commands.about[name], conflict_handler="resolve")
        with suppress(Fault):  # not installed on this machine
            _add_arguments(commands.choices[command], program_of(name), words)
    return parser


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
