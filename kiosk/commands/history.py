"""`kiosk history`: exports the hands of a table's journal. Reads the journal while its kiosk goes on writing.

Knows files and lines of output; `engine.history` and `ui.words.history` write the hands.
"""

import argparse
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple, TextIO

import msgspec

from engine.events import Event
from engine.game.game import BadRecord
from engine.hand.state import ChipsNotConserved
from engine.history.ohh_text import to_ohh
from engine.history.phh_text import phh_fields, to_phh
from engine.history.record import HandRecord, hands
from kiosk.faults import Fault
from kiosk.protocol.codec import Unreadable, decode_event
from kiosk.spoken import spoken
from kiosk.storage.chain import Record
from kiosk.storage.files import write_atomic
from kiosk.storage.journal import files_of, salvage
from ui.words.history.hand import in_words
from ui.words.languages import words_in

EPOCH = datetime(1970, 1, 1)
EVERY = 1_000
"""Hands between two progress messages."""
ALONE = 0
"""The number of a single hand."""


class Form(NamedTuple):
    """How a hand is written, given its number in the output, and the text between two hands."""

    render: Callable[[HandRecord, int], str]
    between: str


def _phh(record: HandRecord, number: int) -> str:
    return to_phh(record) if number == ALONE else f"[{number}]\n{to_phh(record)}"


FORMS = {
    "words": Form(lambda record, _: in_words(record, words_in("en")), "\n\n"),
    "phh": Form(_phh, "\n"),
    "ohh": Form(lambda record, _: to_ohh([record]), "\n"),
    "json": Form(lambda record, _: f"{msgspec.json.encode(phh_fields(record)).decode()}\n", ""),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `kiosk history`."""
    parser.add_argument("journal", metavar="JOURNAL", type=Path, help="a table's journal; its kiosk may be running")
    parser.add_argument("--format", choices=FORMS, default="words", help="how to tell the hands (default: words)")
    parser.add_argument("--hand", type=int, metavar="N", help="only the hand of this number")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write a file instead of to standard output")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Write the finished hands. Exit code 0 if all is well, 1 if hands are missing."""
    records, problem = read_hands(args.journal)
    if not records and not problem:
        print(f"{args.journal}: no hand has been played to its end", file=err)
    if args.hand is not None:
        records = [record for record in records if record.deal.hand == args.hand]
        problem = problem or ("" if records else f"{args.journal}: hand {args.hand} was not played to its end here")
    renderer = _Renderer(FORMS[args.format], alone=args.hand is not None, err=err)
    if args.out is None:
        for text in renderer.render(records):
            out.write(text)
    else:
        write_file(args.out, args.journal, renderer.render(records))
    problem = problem or renderer.problem
    if problem:
        print(problem, file=err)
    return 1 if problem else 0


def read_hands(journal: Path) -> tuple[list[HandRecord], str]:
    """The finished hands of a journal as far as it is valid, and one line for what stopped it, if anything did.

    Raises `Fault` when nothing of it can be read.
    """
    records, fault = salvage(journal)
    if fault and not records:
        raise fault
    events, problem = _decoded(journal, records)
    try:
        told = hands(events, (_utc(record.at_ms) for record in records))
    except BadRecord as bad:
        raise Fault("not-a-tables-history", path=str(journal), error=str(bad)) from bad
    return told, str(words_in(spoken()).fault(fault.message)) if fault else problem


def _decoded(journal: Path, records: Iterable[Record]) -> tuple[list[Event], str]:
    events: list[Event] = []
    for record in records:
        try:
            events.append(decode_event(record.body))
        except Unreadable as error:
            if not events:
                raise Fault("not-a-tables-record", path=str(journal), record=record.seq, error=str(error)) from error
            return events, f"{journal}: only the hands before record {record.seq} are told, which is {error}"
    return events, ""


def _utc(at_ms: int) -> str:
    return (EPOCH + timedelta(milliseconds=at_ms)).strftime("%Y-%m-%dT%H:%M:%S")


class _Renderer:
    """Renders hands one by one; `problem` is what stopped it."""

    def __init__(self, form: Form, *, alone: bool, err: TextIO) -> None:
        self.form = form
        self.alone = alone
        self.err = err
        self.problem = ""

    def render(self, records: Iterable[HandRecord]) -> Iterator[str]:
        """The text of each hand, after the text between it and the one before."""
        for number, record in enumerate(records, 1):
            try:
                text = self.form.render(record, ALONE if self.alone else number)
            except ChipsNotConserved as error:
                self.problem = f"only the hands before hand {record.deal.hand} are told: {error}"
                return
            yield text if number == 1 else f"{self.form.between}{text}"
            if number % EVERY == 0:
                print(f"{number:,} hands", file=self.err)


def write_file(path: Path, journal: Path, texts: Iterable[str]) -> None:
    """Write the file atomically. Raises `Fault`; the journal's own files are never overwritten."""
    own = journal.resolve()
    if path.resolve() in [*files_of(own), *(own.with_name(own.name + suffix) for suffix in ("-shm", ".lock"))]:
        raise Fault("file-of-journal", path=str(path))
    write_atomic(path, texts)
