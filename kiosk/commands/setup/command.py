"""`kiosk setup`: asks a few questions, and writes the settings of a clock, a table, a display or a host."""

import argparse
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TextIO, TypeVar
from urllib.parse import urlsplit

from engine.bad_input import BadInput
from engine.message import Message, message
from kiosk.arguments import words_for
from kiosk.clock.settings import ClockSettings, read_clock_settings
from kiosk.commands.setup.files import (
    MACHINES,
    PLAIN_PORT,
    TLS_PORT,
    Answers,
    Machine,
    next_steps,
    place_for,
    write,
)
from kiosk.commands.setup.nearby import clocks_nearby
from kiosk.faults import Fault
from kiosk.host.settings import MOST_TABLES
from kiosk.protocol.link.addresses import possible_addresses
from kiosk.protocol.link.announced import AnnouncedClock
from kiosk.settings_file import places_of
from ui.words import Words
from ui.words.languages import LANGUAGES

T = TypeVar("T")


class Questions:
    """Asks in the terminal until an answer can be used. If it `asks` nothing, the defaults are the answers."""

    def __init__(self, words: Words, err: TextIO, *, asks: bool) -> None:
        self._words = words
        self._err = err
        self._asks = asks

    def ask(self, given: str | None, said: Message, read: Callable[[str], T], default: str, shown: str = "") -> T:
        """The answer that was given on the command line, or else the one from the terminal. `read` converts it, or
        raises `BadInput`. `shown` describes the default in words."""
        if given is not None:
            return read(given)
        hint = f" [{shown or default}]" if shown or default else ""
        while self._asks:
            print(f"{self._words.say(said)}{hint}: ", end="", file=self._err, flush=True)
            try:
                return read(input().strip() or default)
            except BadInput as bad:
                print(f"  {self._words.say(bad.message)}", file=self._err)
        return read(default)

    def is_agreed(self, said: Message, default: bool) -> bool:
        yes, no = self._words.commands.yes, self._words.commands.no
        return self.ask(None, said, lambda answer: answer[0].lower() == yes[0], yes if default else no)

    def clock(
        self,
        given: str | None,
        here: str,
        read: Callable[[str], str],
        address_of: Callable[[AnnouncedClock], str],
        later: str = "",
    ) -> str:
        """The clock's address. The default is the clock on this machine, or else the first one found on the network. If
        the address may be left out, `later` says what happens then."""
        found: tuple[AnnouncedClock, ...] = ()
        if given is None and not here and self._asks:
            print(self._words.say(message("setup-looking")), file=self._err)
            found = clocks_nearby()
        if not found:
            return self.ask(given, message("setup-address"), read, here, "" if here else later)
        choices = {str(number): address_of(clock) for number, clock in enumerate(found, 1)}
        for number, clock in enumerate(found, 1):
            print(f"  {number}  {f'{clock.name}  ' if clock.name else ''}{address_of(clock)}", file=self._err)
        if later:
            choices["0"] = ""
            print(f"  0  {later}", file=self._err)

        def choose(answer: str) -> str:
            if answer.isdecimal() and answer not in choices:
                raise BadInput("setup-no-machine", most=str(len(found)), given=repr(answer))
            return read(choices.get(answer, answer))

        return self.ask(None, message("setup-offer"), choose, "1", choices["1"])

    def machine(self) -> Machine:
        """The kind of this machine, by its number in a list or by its name."""
        says = {"clock": message("setup-is-clock"), "table": message("setup-is-table"),
                "display": message("setup-is-display"), "host": message("setup-is-host")}  # fmt: skip
        choices = {str(number): machine for number, machine in enumerate(MACHINES, 1)} | {one: one for one in MACHINES}
        for number, machine in enumerate(MACHINES, 1):
            print(f"  {number}  {self._words.say(says[machine])}", file=self._err)

        def read(answer: str) -> Machine:
            if answer not in choices:
                raise BadInput("setup-no-machine", most=str(len(MACHINES)), given=repr(answer))
            return choices[answer]

        return self.ask(None, message("setup-machine"), read, "1")


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["setup"]
    parser.add_argument("machine", nargs="?", choices=MACHINES, help=say["machine"])
    parser.add_argument("--table", nargs="+", metavar="NUMBER", help=say["table"])
    parser.add_argument("--clock", metavar="ADDRESS", help=say["clock"])
    parser.add_argument("--name", help=say["name"])
    parser.add_argument("--only-here", action="store_true", help=say["only_here"])
    parser.add_argument("--ask", action="store_true", help=say["ask"])
    parser.add_argument("--to", type=Path, metavar="FOLDER", help=say["to"])
    parser.add_argument("--replace", action="store_true", help=say["replace"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Write the settings. With `--ask`, or if no machine is named on the command line, ask about everything that
    no option sets. Exit code 1 if the user keeps the existing settings. Raises `Fault`."""
    words = words_for(args)
    asks = args.ask or args.machine is None
    questions = Questions(words, err, asks=asks)
    machine = args.machine or questions.machine()
    place = place_for(machine, args.to)
    if place.path.exists() and not args.replace:
        if not asks:
            raise Fault("settings-there-already", path=str(place.path))
        if not questions.is_agreed(message("setup-replace", path=str(place.path)), False):
            print(words.say(message("setup-kept")), file=out)
            return 1
    try:
        answers = answers_for(machine, args, questions, words)
    except BadInput as bad:
        raise Fault("setup-unusable", problem=bad.message) from bad
    kept = write(machine, answers, place)
    print(words.say(message("setup-written", path=str(place.path))), file=out)
    if kept:
        print(words.say(message("files-as-found", path=str(kept))), file=out)
    for step in next_steps(machine, answers, place):
        print(words.say(step), file=out)
    return 0


def answers_for(machine: Machine, args: argparse.Namespace, questions: Questions, words: Words) -> Answers:
    """The answers from the command line and from the terminal. Raises `BadInput`."""
    ask, table = questions.ask, " ".join(args.table) if args.table else None
    which = message("setup-language", languages=", ".join(LANGUAGES))
    if machine == "clock":
        only_here = args.only_here or not questions.is_agreed(message("setup-reach"), True)
        language = ask(args.language, which, _language, "", words.say(message("setup-any-language")))
        return Answers(only_here=only_here, language=language)
    if machine == "display":
        clock = questions.clock(args.clock, _site_here(), _site, _for_displays)
        name = ask(args.name, message("setup-display"), str, "Display")
        language = ask(args.language, which, _language, "", words.say(message("setup-any-language")))
        return Answers(clock=clock, name=name, language=language)
    here = _clock_here()
    if machine == "table":
        tables: tuple[int, ...] = (ask(table, message("setup-table"), _table, "0"),)
        later = words.say(message("setup-address-later"))
        clock = questions.clock(args.clock, here, lambda said: said and _address(said), _for_tables, later)
    else:
        tables = ask(table, message("setup-tables"), _tables, "1")
        clock = questions.clock(args.clock, here, _address, _for_tables)
    return Answers(tables, clock, language=ask(args.language, which, _language, words.language))


def _language(said: str) -> str:
    if said and said not in LANGUAGES:
        raise BadInput("language-unknown", allowed=", ".join(LANGUAGES), given=repr(said))
    return said


def _table(said: str) -> int:
    if not (said.isdecimal() and len(said) <= len("9999")):
        raise BadInput("setup-no-tables", given=repr(said))
    return int(said)


def _tables(said: str) -> tuple[int, ...]:
    """Tables such as `1 2 5-8`. Raises `BadInput`."""
    found: list[int] = []
    for part in said.replace(",", " ").split():
        first, _, last = part.partition("-")
        found += range(_table(first), _table(last or first) + 1)
    if not 1 <= len(set(found)) == len(found) <= MOST_TABLES or 0 in found:
        raise BadInput("host-tables", most=str(MOST_TABLES))
    return tuple(found)


def _address(said: str) -> str:
    """The clock's address for the settings. Without a scheme and a port, it is the address of a clock with TLS. Raises
    `BadInput`."""
    found = possible_addresses(said)
    if not found or ("://" not in said and urlsplit(found[0]).port != TLS_PORT):  # is it TLS?
        raise BadInput("setup-no-address", given=repr(said))
    return found[0]


def _site(said: str) -> str:
    """The site with the clock's displays: as in a browser's address bar, or the usual one on the clock's machine.
    Raises `BadInput`."""
    if not possible_addresses(said):
        raise BadInput("setup-no-address", given=repr(said))
    scheme, _, rest = said.rpartition("://")
    place = rest.partition("/")[0]
    if scheme.lower() == "https":
        return f"https://{place}"
    port = urlsplit(f"//{place}").port
    return f"http://{place.removesuffix(f':{port}')}:{port if port and scheme.lower() != 'wss' else PLAIN_PORT}"


def _for_tables(clock: AnnouncedClock) -> str:
    return clock.for_tables


def _for_displays(clock: AnnouncedClock) -> str:
    return clock.for_displays


def _clock_on_this_machine() -> ClockSettings | None:
    for path in filter(os.path.exists, places_of("clock")):
        with suppress(Fault):
            return read_clock_settings(path)
    return None


def _clock_here() -> str:
    """The address of the clock on this machine for its tables, or an empty string if there is none."""
    clock = _clock_on_this_machine()
    return f"{'wss' if clock.is_tls else 'ws'}://127.0.0.1:{clock.port}" if clock else ""


def _site_here() -> str:
    """The site with the displays of the clock on this machine, or an empty string if there is none."""
    clock = _clock_on_this_machine()
    if clock and clock.is_tls and not clock.public_port:
        return f"https://localhost:{clock.port}"
    return f"http://127.0.0.1:{clock.public_port or clock.port}" if clock else ""
