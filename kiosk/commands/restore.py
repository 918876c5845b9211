"""`kiosk restore`: shows and restores what is left of an incomplete journal, or restores one from the clock's copy."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import msgspec

from engine.message import Message, message
from kiosk.arguments import words_for
from kiosk.faults import Fault, Unsound
from kiosk.settings_file import add_settings, settings_of
from kiosk.storage.files import disk_faults
from kiosk.storage.journal import lock_journal
from kiosk.storage.journal_reader import check, real_path
from kiosk.storage.promised import Promises
from kiosk.storage.rescue import Findings, restore, survey
from kiosk.storage.sitting_files import SittingFiles, elsewhere
from kiosk.storage.witness import witness_path
from kiosk.table.pairing.paired import table_settings
from ui.words import Words

if TYPE_CHECKING:
    from kiosk.protocol.link.recovery import CopyHeld


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["restore"]
    parser.add_argument("journal", metavar="JOURNAL|TABLE", help=say["journal"])
    add_settings(parser, words, say["settings"], "table")
    does = parser.add_mutually_exclusive_group()
    does.add_argument("--all", action="store_true", help=say["all"])
    does.add_argument("--go-on", action="store_true", help=say["go_on"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Report on the journal, and restore it if asked. Exit code 1 if it is incomplete and was not restored."""
    if args.journal.isdecimal():
        return _from_clock(args, out, err)
    path = real_path(Path(args.journal))
    if now := elsewhere(Path(args.journal)):
        print(words_for(args).say(message("journal-elsewhere", path=str(now))), file=err)
    lock_journal(path).close()  # raises a fault if another program is writing to it
    with disk_faults(path):
        promises = Promises.read(witness_path(path))
    try:
        end = check(path, promises)
    except Unsound as unsound:
        return _restored(args, unsound, out, err)
    if end is None:
        raise Fault("journal-not-there", path=str(path))
    print(msgspec.json.encode({"ok": True, "records": end.seq}).decode() if args.json else
          words_for(args).say(message("records-whole", path=str(path), count=end.seq)), file=out)  # fmt: skip
    return 0


def _from_clock(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Ask the clock for its copy, wait for the director's approval, and replace the journal with the copy."""
    # Imported late, because no other kind of restore needs the WebSocket library.
    from kiosk.table.recovery.clock_copy import fetch_copy, new_check, put_in_place  # noqa: PLC0415

    its_settings = settings_of(args, err, "table")
    words, settings = words_for(args), table_settings(its_settings)
    if str(settings.table) != args.journal.lstrip("0"):
        raise Fault("settings-of-other-table", path=str(its_settings), other=settings.table, table=args.journal)
    if not settings.clock:
        raise Fault("table-without-clock", path=str(its_settings))
    lock_journal(real_path(SittingFiles(Path(settings.journal)).path_now)).close()  # the kiosk must be stopped
    check = new_check()

    def show_held(held: "CopyHeld") -> None:
        waits = message("copy-waits", table=settings.table, check=check, count=held.records)
        lacks = [message("copy-not-whole", table=settings.table, count=held.lacking)] if held.lacking else []
        for said in (waits, *lacks):
            print(words.say(said), file=err, flush=True)

    copy = fetch_copy(settings, check, show_held)
    path, kept = put_in_place(settings, copy)
    if args.json:
        fields = {"ok": True, "records": len(copy.records), "journal": str(path), "kept": str(kept or "")}
        print(msgspec.json.encode(fields).decode(), file=out)
        return 0
    print(words.say(message("copy-in-place", path=str(path), count=len(copy.records))), file=out)
    if kept:
        print(f"  {words.say(message('files-as-found', path=str(kept)))}", file=out)
    return 0


def _restored(args: argparse.Namespace, unsound: Unsound, out: TextIO, err: TextIO) -> int:
    path = real_path(Path(args.journal))
    found = survey(path)
    if not found.promised:
        raise unsound
    done = args.go_on or (args.all and found.is_whole)
    if done:
        restore(path, found)
    words = words_for(args)
    if args.json:
        fields = {"ok": done, "records": len(found.records), "in_file": found.in_file, "promised": found.promised}
        print(msgspec.json.encode({**fields, "kept": str(found.kept)}).decode(), file=out)
    else:
        print(_in_words(path, found, done, words), file=out)
    if args.all and not done:
        print(f"kiosk restore: {words.say(message('go-on-without', missing=_missing(found)))}", file=err)
    return 0 if done else 1


def _in_words(path: Path, found: Findings, done: bool, words: Words) -> str:
    then = message("records-bring-back" if found.is_whole else "records-go-on", path=str(path))
    if done:
        then = message("records-now", count=len(found.records))
    first = message("records-told", path=str(path), records=found.in_file, promised=found.promised)
    copy = message("records-in-copy") if found.is_whole else _missing(found)
    return "\n  ".join(map(words.say, (first, copy, message("files-as-found", path=str(found.kept)), then)))


def _missing(found: Findings) -> Message:
    return message("records-in-no-copy", first=len(found.records) + 1, last=found.promised)
