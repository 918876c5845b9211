"""`kiosk deck enroll`: enrolls a deck at a terminal, by scanning its fifty-two cards one by one with a reader."""

import argparse
import queue
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import TextIO

from msgspec.structs import replace

from engine.bad_input import why_bad
from engine.message import Message, message
from hardware.decks.enrollment import SIMULTANEOUS_MS, Enrollment, ScanResult
from hardware.decks.files import part_path
from hardware.readers import kind_of, open_reader
from hardware.readers.kind import ReaderConfig
from hardware.reading.deck import CardMatch, DeckRefused
from hardware.reading.reading import Health, ReaderMessage, UnknownCode
from kiosk.arguments import words_for
from kiosk.commands.health import health_line
from kiosk.faults import Fault
from kiosk.settings_file import add_settings, found_settings
from kiosk.table.decks.enrollment import EnrollmentSession, begin
from kiosk.table.decks.rotation import named_deck, warnings
from kiosk.table.settings import ReaderSettings, read_table_settings
from kiosk.times import monotonic_ms
from ui.words import Words


class NoCodes:
    """A deck without any codes, so that a reader reports each code verbatim."""

    is_truncation_safe = True

    def find(self, code: str) -> CardMatch | None:
        return None


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["deck enroll"]
    parser.add_argument("--reader", required=True, metavar="URL", help=say["reader"])
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=say["out"])
    parser.add_argument("--name", help=say["name"])
    parser.add_argument("--other", action="append", default=[], metavar="FILE", help=say["other"])
    add_settings(parser, words, say["settings"], "table")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Enroll a deck. Returns exit code 1 if the user quit. Raises `Fault` for wrong arguments."""
    if args.out.exists():
        raise Fault("file-there-already", path=str(args.out))
    if not args.out.parent.is_dir():
        raise Fault("folder-missing", path=str(args.out.parent))
    if kind_of(args.reader).at_screen:
        raise Fault("reader-types-into-screen", reader=args.reader)
    try:
        others = tuple(named_deck(name) for name in args.other)
        started = begin(args.out, args.name)
    except DeckRefused as bad:
        raise Fault("deck-file-refused", error=bad.message) from bad
    session = EnrollmentSession(args.out, started, others)
    inbox: queue.Queue[ReaderMessage | str] = queue.Queue()
    try:
        how = _how(args, err)
        camera = replace(how.camera, reads="codes", learned="")  # enrolls codes, not faces
        config = ReaderConfig(args.reader, "deck", how.line, camera)
        reader = open_reader(config, NoCodes(), inbox.put, monotonic_ms)
    except ValueError as error:
        raise Fault("reader-argument", error=why_bad(error)) from error
    reader.start()
    listen_to_keys(inbox.put)
    try:
        return _enroll(session, inbox, lambda line: print(line, file=out, flush=True), words_for(args))
    finally:
        reader.stop()


def _enroll(
    session: EnrollmentSession, inbox: "queue.Queue[ReaderMessage | str]", say: Callable[[str], None], words: Words
) -> int:
    say(words.say(message("deck-enroll-keys")))
    say(words.say(next_card(session.enrollment)))
    while True:
        match _next(inbox, session.enrollment.asked is None):
            case None if session.is_whole(monotonic_ms()):
                break
            case UnknownCode() | Health() as late if session.is_whole(late.at_ms):
                break
            case UnknownCode() as unread:
                answer = session.scanned(unread)
                after = next_card(answer.enrollment)
                said = (
                    after if answer.taken else message("deck-not-taken-next", why=refused(answer, unread), next=after)
                )
                say(words.say(said))
            case Health() as health:
                say(health_line(health, words))
            case str() as word if _typed(session, word, say, words):
                say(words.say(message("deck-stopped", path=str(part_path(session.path)))))
                return 1
    deck = session.finish()
    for warning in warnings(deck):
        say(f"  {words.say(warning)}")
    say(words.say(message("file-written", path=str(session.path))))
    return 0


def _next(inbox: "queue.Queue[ReaderMessage | str]", is_last: bool) -> ReaderMessage | str | None:
    """The next input, or None if nothing arrives in time to cancel the last card."""
    try:
        return inbox.get(timeout=SIMULTANEOUS_MS / 1000 if is_last else None)
    except queue.Empty:
        return None


def _typed(session: EnrollmentSession, word: str, say: Callable[[str], None], words: Words) -> bool:
    """Handle a typed line, and return whether to quit."""
    match word.strip().lower():
        case "u":
            session.again()
        case "s":
            session.later()
        case "q":
            return True
        case _:
            say(words.say(message("deck-enroll-keys")))
    say(words.say(next_card(session.enrollment)))
    return False


def listen_to_keys(post: Callable[[str], None]) -> None:
    """Post each line typed at the terminal, from a thread."""

    def listen(keys: TextIO) -> None:
        for line in keys:
            post(line)

    Thread(target=listen, args=(sys.stdin,), name="keys", daemon=True).start()


def _how(args: argparse.Namespace, err: TextIO) -> ReaderSettings:
    """The reader's options, from the settings if it is listed there. Raises `ValueError` for an invalid address."""
    readers = [one for path in found_settings(args, err, ("table",)) for one in read_table_settings(path).readers]
    return next((reader for reader in readers if reader.url == args.reader), None) or ReaderSettings(args.reader)


def next_card(enrollment: Enrollment) -> Message:
    asked = enrollment.asked
    if asked is None:
        return message("deck-all-enrolled", deck=enrollment.name)
    return message("deck-scan-card", done=len(enrollment.codes), card=asked, short=str(asked))


def refused(answer: ScanResult, code: UnknownCode) -> Message:
    card, read = answer.card, repr(code.code)
    reasons = {
        "again": message("deck-card-before", card=card) if card else None,
        "twice": message("deck-card-twice", card=card) if card else None,
        "foreign": message("deck-card-foreign", deck=answer.of, card=card) if card else None,
        "unreadable": message("deck-code-unreadable", read=read),
        "elsewhere": message("deck-read-elsewhere", place=answer.place, at=answer.at),
        "nowhere": message("deck-read-nowhere", read=read),
        "at-once": message("deck-two-codes"),
        "layout": message("hint-layout", read=read),
        "caps": message("hint-caps", read=read),
        "learned": message("hint-learned"),
        "parity": message("hint-parity", read=read),
        "speed": message("hint-speed", read=read),
    }
    return reasons.get(answer.problem) or message("deck-is-whole")
