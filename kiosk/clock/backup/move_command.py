"""`kiosk move-clock`: moves the whole room from a database file to a server, or back, with every record checked."""

import argparse
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TextIO

import msgspec

from engine.message import message
from kiosk.arguments import words_for
from kiosk.clock.backup.command import place_in
from kiosk.clock.recovery.backups.backups import Backup, back_up, put_back
from kiosk.clock.store.place import StorePlace, hold, mark_moved, moved_to, open_anyway, open_store
from kiosk.clock.store.port import EPOCHS_AHEAD, ClockStore
from kiosk.clock.store.sqlite.store import lock_database
from kiosk.clock.store.streams import is_decided_here
from kiosk.faults import Fault
from kiosk.storage.files import disk_faults
from kiosk.storage.journal_reader import real_path
from kiosk.times import wall_ms
from ui.words import Words


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["move-clock"]
    parser.add_argument("source", type=Path, metavar="OLD", help=say["source"])
    parser.add_argument("target", type=Path, metavar="NEW", help=say["target"])
    parser.add_argument("--take-back", action="store_true", help=say["take_back"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Returns 0 once the room is in its new place and the old one is marked. Raises `Fault`."""
    source, target = place_in(args.source), place_in(args.target)
    if args.take_back:
        take_back(source, target)
        if args.json:
            print(msgspec.json.encode({"ok": True, "to": str(source)}).decode(), file=out)
        else:
            print(words_for(args).say(message("clock-taken-back", path=str(source))), file=out)
        return 0
    made = move(source, target)
    if args.json:
        fields = {"ok": True, "to": str(target), "records": made.records, "streams": made.streams}
        print(msgspec.json.encode(fields).decode(), file=out)
    else:
        print(words_for(args).say(message("clock-moved", path=str(target), count=made.records)), file=out)
    return 0


def move(source: StorePlace, target: StorePlace) -> Backup:
    """Move a room that no clock runs to a place that has none. The old place keeps everything, but no clock starts on
    it any more. Raises `Fault`, with the old place unchanged, if anything is damaged or a clock runs."""
    if not target.server and real_path(target.state).exists():
        raise Fault("room-not-empty", path=str(target))
    if not source.server and not real_path(source.state).is_file():
        raise Fault("database-not-there", path=str(source))
    with ExitStack() as undo, disk_faults(source.state):
        if source.state != target.state:
            undo.enter_context(lock_database(source.state))
        store = undo.enter_context(closing(open_store(source)))
        hold(source, store)
        folder = Path(undo.enter_context(tempfile.TemporaryDirectory(prefix="clock-move-")))
        made = back_up(source, folder, wall_ms())
        put_back(made.folder, target)
        mark_moved(store, target)
    return made


def take_back(source: StorePlace, target: StorePlace) -> None:
    """Undo the move of a room from `source` to `target`, where no clock has started since. Raises `Fault`, with nothing
    changed, if one has, or if the room was not moved there."""
    with ExitStack() as undo:
        for place in {source.state: source, target.state: target}.values():
            undo.enter_context(lock_database(place.state))
        old = undo.enter_context(closing(open_anyway(source)))
        if moved_to(old) != str(target):
            raise Fault("room-not-moved", path=str(source), to=str(target))
        new = undo.enter_context(closing(open_anyway(target)))
        if moved_to(new) not in {"", str(source)}:
            raise Fault("room-moved", path=str(target), to=moved_to(new))
        opened = {stream: epoch + EPOCHS_AHEAD for stream, epoch in _epochs(old).items()}
        if _epochs(new) != opened or new.last_alive() not in {None, old.last_alive()}:
            raise Fault("room-in-use-there", to=str(target))
        mark_moved(new, source)
        mark_moved(old, None)


def _epochs(store: ClockStore) -> dict[str, int]:
    """How often a clock has opened each of its own streams. A move adds `EPOCHS_AHEAD`."""
    return {stream: store.copy(stream).epoch() for stream in store.streams("") if is_decided_here(stream)}
