"""`kiosk deck enrol`: a deck's fifty-two cards, scanned one after the other. Every card is on disk before the next one
is asked for, so that it goes on after a power cut where it was."""

import argparse
import queue
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TextIO

from hardware.deck_files import deck_text, part_path, read_part, write_whole
from hardware.decks import Deck, DeckRefused, Found
from hardware.enrol import Enrolment, prompt, resumed, scan, skip, undo
from hardware.line import SerialSettings
from hardware.readers import open_reader
from hardware.reading import Health, Told, Unread
from kiosk.decks import named_deck
from kiosk.faults import Fault
from kiosk.table_settings import read_table_settings

HELP = "u and Enter: the last card again; s: this card at the end; q: leave off and go on later"


class NoCodes:
    """Knows no code, so that a reader tells each as it stands."""

    survives_cuts = True

    def find(self, code: str) -> Found | None:
        """None: what a code is, is being asked."""
        return None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `kiosk deck enrol` may be told."""
    parser.add_argument("--reader", required=True, metavar="URL", help="the reader's address, as in a table's settings")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the deck file to write")
    parser.add_argument("--name", help="of the deck (default: the file's)")
    parser.add_argument(
        "--other", action="append", default=[], metavar="FILE", help="a deck of the room: its cards are named"
    )
    parser.add_argument(
        "--settings", type=Path, help="a table's settings: how the line of its reader of this address talks"
    )


def run(args: argparse.Namespace, out: TextIO) -> int:
    """0 once the deck is written, 1 where it was left off. What is typed comes from standard input."""
    if args.out.exists():
        raise Fault(f"{args.out} is there already", "remove it first, or name another file with --out")
    try:
        others = [named_deck(name) for name in args.other]
        started = begin(args.out, args.name)
    except DeckRefused as refused:
        raise Fault(str(refused), "mend or remove that file") from refused
    session = Session(args.out, started, others, lambda words: print(words, file=out, flush=True))
    heard: queue.Queue[Told | str] = queue.Queue()
    try:
        reader = open_reader(args.reader, NoCodes(), "deck", heard.put, _now_ms, _line(args))
    except ValueError as error:
        raise Fault(str(error), "correct --reader") from error
    reader.start()
    Thread(target=_listen, args=(sys.stdin, heard), name="keys", daemon=True).start()
    try:
        return _enrol(session, heard)
    finally:
        reader.stop()


def begin(path: Path, name: str | None) -> Enrolment:
    """A new enrolment, or the one that was left off. Raises `DeckRefused`."""
    part = part_path(path)
    if not part.exists():
        return Enrolment(name or path.stem)
    known, codes = read_part(part)
    return resumed(name or known, codes)


@dataclass
class Session:
    """An enrolment that is kept on disk step by step, and says each in words."""

    path: Path
    enrolment: Enrolment
    others: list[Deck]
    say: Callable[[str], None]

    def scanned(self, code: str) -> bool:
        """A card was scanned; whether the deck is whole."""
        answer = scan(self.enrolment, code, self.others)
        if answer.taken:
            self._keep(answer.enrolment)
        self.say(("" if answer.taken else "NOT TAKEN: ") + answer.says)
        return self.enrolment.asked is None

    def typed(self, word: str) -> bool:
        """Somebody typed a line; whether to leave off."""
        match word.strip().lower():
            case "u":
                self._keep(undo(self.enrolment))
            case "s":
                self._keep(skip(self.enrolment))
            case "q":
                return True
            case _:
                self.say(HELP)
        self.say(prompt(self.enrolment))
        return False

    def finish(self) -> None:
        """The deck file, in one step; then what was kept meanwhile goes."""
        deck = self.enrolment.deck()
        self._write(self.path, deck_text(deck.name, deck.codes))
        part_path(self.path).unlink(missing_ok=True)

    def _keep(self, enrolment: Enrolment) -> None:
        self._write(part_path(self.path), deck_text(enrolment.name, dict(enrolment.codes)))
        self.enrolment = enrolment

    def _write(self, path: Path, text: str) -> None:
        try:
            write_whole(path, text)
        except OSError as error:
            raise Fault(
                f"{path} cannot be written: {error.strerror}", "free some room, or name another file"
            ) from error


def _enrol(session: Session, heard: "queue.Queue[Told | str]") -> int:
    session.say(HELP)
    session.say(prompt(session.enrolment))
    whole = session.enrolment.asked is None
    while not whole:
        match heard.get():
            case Unread() as unread:
                whole = session.scanned(unread.code)
            case Health() as health:
                session.say(health.says)
            case str() as word if session.typed(word):
                session.say(f"left off; the same command goes on from {part_path(session.path)}")
                return 1
    session.finish()
    session.say(f"written: {session.path}")
    return 0


def _listen(keys: TextIO, heard: "queue.Queue[Told | str]") -> None:
    for line in keys:
        heard.put(line)


def _line(args: argparse.Namespace) -> SerialSettings | None:
    if args.settings is None:
        return None
    readers = read_table_settings(args.settings).readers
    return next((reader.line for reader in readers if reader.url == args.reader), None)


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
