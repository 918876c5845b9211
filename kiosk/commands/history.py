"""`kiosk history`: exports the hands in a table's journal, even while the kiosk writes to it."""

import argparse
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple, TextIO

import msgspec

from engine.events import Event
from engine.game.game import BadRecord
from engine.hand.state import ChipsNotConserved
from engine.history.ohh.text import to_ohh
from engine.history.phh.text import phh_fields, to_phh
from engine.history.pokerstars import BETWEEN, to_pokerstars
from engine.history.record import HandRecord, hands
from engine.message import message
from kiosk.arguments import words_for
from kiosk.faults import Fault
from kiosk.protocol.codec import Unreadable, decode_event
from kiosk.protocol.numbered import named, names_in, read_target
from kiosk.storage.chain import Record
from kiosk.storage.files import write_atomic
from kiosk.storage.journal_reader import files_of, real_path, salvage
from kiosk.storage.sitting_files import elsewhere
from ui.words import Words
from ui.words.history.hand import in_words

EPOCH = datetime(1970, 1, 1)
EVERY = 1_000
"""How many hands there are between two progress messages."""


class Form(NamedTuple):
    """An output format: how to render a hand, given its number (0 if it is the only hand), and the separator between
    hands."""

    render: Callable[[HandRecord, int, Words], str]
    between: str


FORMS = {
    "words": Form(lambda record, _, words: in_words(record, words), "\n\n"),
    "phh": Form(lambda record, number, _: f"[{number}]\n{to_phh(record)}" if number else to_phh(record), "\n"),
    "ohh": Form(lambda record, *_: to_ohh([record]), "\n"),
    "pokerstars": Form(lambda record, *_: to_pokerstars(record), BETWEEN),
    "json": Form(lambda record, *_: f"{msgspec.json.encode(phh_fields(record)).decode()}\n", ""),
}


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["history"]
    parser.add_argument("journal", metavar="JOURNAL", type=Path, help=say["journal"])
    parser.add_argument("--format", choices=FORMS, default="words", help=say["format"])
    parser.add_argument("--hand", type=int, metavar="N", help=say["hand"])
    parser.add_argument("--out", type=Path, metavar="FILE", help=say["out"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Write the finished hands. Exit code 0, or 1 if hands are missing."""
    words, path = words_for(args), str(args.journal)
    if now := elsewhere(args.journal):
        print(words.say(message("journal-elsewhere", path=str(now))), file=err)
    records, problem = read_hands(args.journal, words)
    if not records and not problem:
        print(words.say(message("no-hand-ended", path=path)), file=err)
    if args.hand is not None:
        records = [record for record in records if record.deal.hand == args.hand]
        missing = words.say(message("hand-not-ended", path=path, hand=args.hand))
        problem = problem or ("" if records else missing)
    renderer = _Renderer(FORMS[args.format], words, alone=args.hand is not None, err=err)
    if args.out is None:
        out.writelines(renderer.render(records))
    else:
        write_file(args.out, args.journal, renderer.render(records))
    if problem := problem or renderer.problem:
        print(problem, file=err)
    return 1 if problem else 0


def read_hands(journal: Path, words: Words) -> tuple[list[HandRecord], str]:
    """The finished hands in a journal, and the problem at which reading stopped, or "". Raises `Fault` if none can be
    read."""
    records, fault = salvage(journal)
    if fault and not records:
        raise fault
    events, problem = _decoded(journal, records, words)
    try:
        found = hands(events, (_utc(record.at_ms) for record in records))
    except BadRecord as bad:
        raise Fault("not-a-tables-history", path=str(journal), error=bad.message) from bad
    return found, str(words.fault(fault.message)) if fault else problem


def _decoded(journal: Path, records: Iterable[Record], words: Words) -> tuple[list[Event], str]:
    events: list[Event] = []
    names = names_in(read_target(real_path(journal)))
    for record in records:
        try:
            events.append(named(decode_event(record.body), names))
        except Unreadable as error:
            if not events:
                raise Fault("not-a-tables-record", path=str(journal), record=record.seq, error=error.message) from error
            unread = message("hands-before-record", path=str(journal), record=record.seq, error=error.message)
            return events, words.say(unread)
    return events, ""


def _utc(at_ms: int) -> str:
    return (EPOCH + timedelta(milliseconds=at_ms)).strftime("%Y-%m-%dT%H:%M:%S")


class _Renderer:
    """Renders hands one by one. If it stops early, `problem` says why."""

    def __init__(self, form: Form, words: Words, *, alone: bool, err: TextIO) -> None:
        self.form = form
        self.words = words
        self.alone = alone
        self.err = err
        self.problem = ""

    def render(self, records: Iterable[HandRecord]) -> Iterator[str]:
        for number, record in enumerate(records, 1):
            try:
                text = self.form.render(record, 0 if self.alone else number, self.words)
            except ChipsNotConserved as error:
                self.problem = self.words.say(message("hands-before", hand=record.deal.hand, error=error.message))
                return
            yield text if number == 1 else f"{self.form.between}{text}"
            if number % EVERY == 0:
                print(self.words.say(message("hands-done", count=number)), file=self.err)


def write_file(path: Path, journal: Path, texts: Iterable[str]) -> None:
    """Write the file atomically. Raises `Fault` if that fails, or if it is one of the journal's own files."""
    own = real_path(journal)
    if real_path(path) in [*files_of(own), *(own.with_name(own.name + suffix) for suffix in ("-shm", ".lock"))]:
        raise Fault("file-of-journal", path=str(path))
    write_atomic(path, texts, shared=True)
