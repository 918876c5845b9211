"""`kiosk restore`: shows what is left of an incomplete journal, and restores it."""

import argparse
from pathlib import Path
from typing import TextIO

import msgspec

from kiosk.faults import Fault, Unsound
from kiosk.storage.files import disk_faults
from kiosk.storage.journal import check, lock_journal, real_path
from kiosk.storage.promised import Promises
from kiosk.storage.rescue import Findings, restore, survey
from kiosk.storage.witness import witness_path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The journal's file, and what to do."""
    parser.add_argument("journal", type=Path, help="a table's journal, or the room's (.room)")
    does = parser.add_mutually_exclusive_group()
    does.add_argument("--all", action="store_true", help="bring back every record from the two copies")
    does.add_argument("--go-on", action="store_true", help="go on without what neither copy has: the floor's decision")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Report, and restore if asked. Exit code 0 if the journal is or was made complete, else 1."""
    path = real_path(args.journal)
    lock_journal(path).close()  # nobody else writes to it
    with disk_faults(path):
        promises = Promises.read(witness_path(path))
    try:
        end = check(path, promises)
    except Unsound as unsound:
        return _restored(args, unsound, out, err)
    if end is None:
        raise Fault("journal-not-there", path=str(path))
    print(msgspec.json.encode({"ok": True, "records": end.seq}).decode() if args.json else
          f"{path}: all {end.seq:,} records are there", file=out)  # fmt: skip
    return 0


def _restored(args: argparse.Namespace, unsound: Unsound, out: TextIO, err: TextIO) -> int:
    path = real_path(args.journal)
    found = survey(path)
    if not found.promised:
        raise unsound
    done = args.go_on or (args.all and found.is_whole)
    if done:
        restore(path, found)
    print(_json(found, done) if args.json else _in_words(path, found, done), file=out)
    if args.all and not done:
        print(f"kiosk restore: {_missing(found)}; --go-on goes on without them", file=err)
    return 0 if done else 1


def _json(found: Findings, done: bool) -> str:
    fields = {
        "ok": done,
        "records": len(found.records),
        "in_file": found.in_file,
        "promised": found.promised,
        "kept": str(found.kept),
    }
    return msgspec.json.encode(fields).decode()


def _in_words(path: Path, found: Findings, done: bool) -> str:
    copies = "with its second copy all of them are there" if found.is_whole else _missing(found)
    if done:
        then = f"it holds {len(found.records):,} records now"
    elif found.is_whole:
        then = f"to bring them back: kiosk restore {path} --all"
    else:
        then = f"to go on without them: kiosk restore {path} --go-on"
    return (
        f"{path}: the file tells {found.in_file:,} of {found.promised:,} records\n"
        f"  {copies}\n"
        f"  the files as they were found: {found.kept}\n"
        f"  {then}"
    )


def _missing(found: Findings) -> str:
    return f"records {len(found.records) + 1:,} to {found.promised:,} are in neither copy"
