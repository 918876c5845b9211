"""`kiosk doctor`: what works on this machine and how to fix what does not. One line for each check."""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TextIO
from urllib.error import HTTPError

import msgspec

from engine.books.rulebook import load_book
from engine.tournament.structure import load_structure
from hardware.camera.settings import SCHEME
from hardware.decks.rotation import Rotation
from hardware.keys.device import SCHEME as KEYS
from hardware.keys.device import SCREEN
from hardware.reading.deck import PLAIN_DECK, STICKER_DECK
from kiosk.commands.doctor.check import AT_THE_SCREEN, Check
from kiosk.faults import Fault
from kiosk.local_http import fetch
from kiosk.spoken import spoken
from kiosk.storage.journal import Journal
from kiosk.table.decks.rotation import deck_of, left_out
from kiosk.table.readers.advice import fix_of
from kiosk.table.readers.outlines import outlines_path, with_outlines
from kiosk.table.settings import ReaderSettings, TableSettings, read_table_settings
from kiosk.times import monotonic_ms, wall_ms
from ui.words import Words
from ui.words.languages import words_in

PATIENCE_S = 10.0
MIN_FREE_BYTES = 256 * 1024 * 1024
"""A day's journal of one table is a few megabytes; below this the disk is about to fill up for another reason."""


class ScreenSize(msgspec.Struct, frozen=True):
    """The size that a screen reports."""

    px: tuple[int, int]
    mm: tuple[int, int]


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """`--settings` adds checks of the table's journal, deck, readers and clock."""
    say = words.commands.help["doctor"]
    parser.add_argument("--settings", type=Path, help=say["settings"])
    parser.add_argument("--live", action="store_true", help=say["live"])
    parser.add_argument("--seconds", type=float, default=30.0, help=say["seconds"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print every check as it is done; exit code 0 if all passed, else 1."""
    all_well = True
    for check in chain(checks(args.settings), _live(args) if args.live else ()):
        all_well &= check.ok
        print(msgspec.json.encode(check).decode() if args.json else _line(check), file=out, flush=True)
    return 0 if all_well else 1


def checks(settings_path: Path | None) -> Iterator[Check]:
    """All checks in order; those of a table only with its settings."""
    yield check_python()
    yield check_qt()
    if find_spec("PySide6") and has_screen():
        yield check_screen()
    yield check_rules()
    yield _guarded("time", check_time)
    if settings_path is None:
        yield _guarded("disk", lambda: check_disk(Path(tempfile.gettempdir())))
        yield from check_ports()
        return
    try:
        settings = read_table_settings(settings_path)
    except Fault as fault:
        yield _failed("settings", fault)
        return
    yield Check("settings", True, f"{settings_path}: table {settings.table}")
    yield check_language(settings.language)
    yield _guarded("disk", lambda: check_disk(Path(settings.journal).parent))
    yield _guarded("deck", lambda: check_deck(settings))
    yield from check_readers(settings)
    yield from check_ports([reader.url for reader in settings.readers])
    if settings.clock:
        yield check_clock(settings)


def _live(args: argparse.Namespace) -> Iterator[Check]:
    """Messages of the readers in the settings; without settings, of every serial port plugged in."""
    from hardware.discover import plugged, unlisted  # noqa: PLC0415  only machines with readers have it
    from kiosk.commands.doctor.live import listen  # noqa: PLC0415

    try:
        if args.settings:
            settings = read_table_settings(args.settings)
            marked = with_outlines(settings, outlines_path(Path(settings.journal))).settings
            if not marked.readers:
                yield Check("live", False, f"{args.settings} names no reader", "add a table [[readers]] for each")
            yield from listen(marked.readers, deck_of(settings), args.seconds)
            return
        found = [each.url for each in unlisted(plugged(), ()) if not each.url.startswith((SCHEME, KEYS))]
        if not found:
            fix = "plug one in; keyboard scanners, cameras and network readers are tested with --settings"
            yield Check("live", False, "no reader on a serial line is plugged in", fix)
        both = Rotation.of([PLAIN_DECK, STICKER_DECK])
        yield from listen([ReaderSettings(url=url) for url in found], both, args.seconds)
    except Fault as fault:
        yield _failed("live", fault)
    except ValueError as error:  # a missing script, a damaged learned deck
        yield Check("live", False, str(error), fix_of(error))


def _guarded(name: str, look: Callable[[], Check]) -> Check:
    try:
        return look()
    except Fault as fault:
        return _failed(name, fault)


def _failed(name: str, fault: Fault) -> Check:
    said = words_in(spoken()).fault(fault.message)
    return Check(name, False, said.what, said.fix)


def _line(check: Check) -> str:
    mark = "ok  " if check.ok else "FAIL"
    return f"{mark}  {check.check:10} {check.detail}" + (f"\n      do: {check.fix}" if check.fix else "")


def check_python() -> Check:
    """The interpreter."""
    ok = sys.version_info >= (3, 11)
    return Check("python", ok, platform.python_version(), "" if ok else "install Python 3.11 or newer")


def check_qt() -> Check:
    """PySide6, below 6.12 on Python 3.11 (6.12.0 drops references to None there and aborts after some 50 taps)."""
    if find_spec("PySide6") is None:
        return Check("screen", False, "PySide6 is not installed", "install this program with the extra 'table'")
    try:
        found = version("pyside6-essentials")
    except PackageNotFoundError:
        found = version("pyside6")
    sound = tuple(int(part) for part in found.split(".")[:2]) < (6, 12) or sys.version_info >= (3, 12)
    return Check("screen", sound, f"PySide6 {found}", "" if sound else "install PySide6 below 6.12")


def has_screen() -> bool:
    """Whether this session has a screen to draw on."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def check_screen() -> Check:
    """The screen responds, with a plausible size, so that 20 mm are 20 mm."""
    command = [sys.executable, "-m", "ui.dealer.screen_size"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=True).stdout
    except (subprocess.SubprocessError, OSError) as error:
        problem = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
        return Check("display", False, problem[0] if problem else "no answer", "check the screen and its session")
    size = msgspec.json.decode(said, type=ScreenSize)
    per_mm = size.px[0] / size.mm[0] if size.mm[0] else 0.0
    detail = f"{size.px[0]} x {size.px[1]} pixels, {size.mm[0]} x {size.mm[1]} mm, {per_mm:.1f} a mm"
    sound = 2.0 <= per_mm <= 20.0
    return Check("display", sound, detail, "" if sound else "measure the screen and set px_per_mm in the settings")


def check_clock(settings: TableSettings) -> Check:
    """The clock answers."""
    page = f"{settings.clock.rstrip('/').replace('ws', 'http', 1)}/healthz"
    started = time.perf_counter_ns()
    try:
        fetch(page, PATIENCE_S)
    except HTTPError as error:
        return Check("clock", False, f"{settings.clock} answers {error.code}", "look at the clock's own messages")
    except OSError as error:
        detail = f"{settings.clock} does not answer ({getattr(error, 'reason', error)})"
        return Check("clock", False, detail, "start the clock, check the network and the address; tables play on")
    return Check("clock", True, f"{settings.clock} answers in {(time.perf_counter_ns() - started) / 1e6:.0f} ms")


def check_rules() -> Check:
    """The bundled rule book and structure are readable."""
    book, structure = load_book("tda"), load_structure("club")
    return Check("rules", True, f"{book.name}, {book.edition}; structure {structure.name}")


def check_language(language: str) -> Check:
    """Every text of the screen has been translated; one that has not is shown in English."""
    missing = words_in(language).missing
    if not missing:
        return Check("language", True, f"{language}: every text is translated")
    first = ", ".join(missing[:3])
    detail = f"{language}: {len(missing)} texts are not translated and appear in English ({first})"
    return Check("language", False, detail, f"translate them: docs/translating.md, ui/words/locale/{language}.po")


def check_time() -> Check:
    """Time moves forward; the wall clock is only for printing."""
    before = time.monotonic_ns()
    ok = time.monotonic_ns() >= before and time.gmtime().tm_year >= 2024
    detail = time.strftime("%Y-%m-%d %H:%M:%S %Z")
    return Check("time", ok, detail, "" if ok else "set the machine's date and time")


def check_disk(folder: Path) -> Check:
    """A real journal commit where journals are kept, and room for a day's play."""
    if not folder.is_dir():
        return Check("disk", False, f"{folder} is not a folder", f"make it: mkdir -p {folder}")
    free = shutil.disk_usage(folder).free
    with tempfile.TemporaryDirectory(prefix="kiosk-doctor-", dir=folder) as trial:
        started = time.perf_counter_ns()
        with Journal.open(Path(trial) / "trial.journal", now_ms=wall_ms) as journal:
            journal.append(wall_ms(), [b"trial"])
        took_ms = (time.perf_counter_ns() - started) / 1e6
    ok = free >= MIN_FREE_BYTES
    detail = f"{folder}: {free // 2**20:,} MB free, a journal opened and written in {took_ms:.0f} ms"
    return Check("disk", ok, detail, "" if ok else "free some room on this disk")


def check_deck(settings: TableSettings) -> Check:
    """Fifty-two different codes in each."""
    decks = deck_of(settings)
    says = f"{' and '.join(decks.names)}: 52 different codes" + (" each" if len(decks.names) > 1 else "")
    if not decks.is_truncation_safe:
        says += "; a code is a piece of another, so readers must end each with a line end"
    if shared := decks.shared_codes:
        says += f"; {shared} codes are in several decks: a card of the deck that rests is not noticed by them"
    if broken := left_out(settings):
        whys = "; ".join(str(fault.message.fields["error"]) for fault in broken)
        return Check("deck", False, f"{says}; left out: {whys}", "enrol that deck again on the screen")
    return Check("deck", True, says)


def check_ports(urls: Iterable[str] = ()) -> Iterator[Check]:
    """Possible readers that are plugged in and not in `urls`, by their addresses for the settings."""
    if find_spec("serial") is None:
        yield Check("readers", False, "pyserial is not installed", "install this program with the extra 'table'")
        return
    from hardware.discover import plugged, unlisted  # noqa: PLC0415  only machines with readers have it

    known = tuple(urls)
    found = ", ".join(f"{each.url} ({each.says})" for each in unlisted(plugged(), known))
    if known:
        yield Check("readers", True, f"plugged in besides those in the settings: {found or 'none'}")
    else:
        yield Check("readers", True, found or "no reader is plugged in; the card pad works")


def check_readers(settings: TableSettings) -> Iterator[Check]:
    """Each reader of the settings can be opened now."""
    from hardware.serial.ports import PORT_ERRORS, open_port, port_advice  # noqa: PLC0415  only machines with readers have it

    for reader in settings.readers:
        if reader.url.startswith(SCHEME):
            from kiosk.commands.doctor.camera import check_camera_sees  # noqa: PLC0415  only machines with cameras have it

            yield check_camera_sees(reader)
            continue
        if reader.url.startswith("sim:"):
            yield check_script(reader)
            continue
        if reader.url == SCREEN:
            yield Check("reader", True, f"{reader.place}: {AT_THE_SCREEN}")
            continue
        try:
            open_port(reader.url, reader.line).close()
        except PORT_ERRORS as error:
            yield Check(
                "reader", False, f"{reader.place}: {reader.url} cannot be opened", port_advice(reader.url, error)
            )
        else:
            yield Check("reader", True, f"{reader.place}: {reader.url} opens")


def check_script(reader: ReaderSettings) -> Check:
    """A script of codes can be played."""
    from hardware.simulated import open_script  # noqa: PLC0415  only machines with readers have it

    try:
        open_script(reader.url, PLAIN_DECK, reader.place, lambda _: None, monotonic_ms)
    except ValueError as error:
        return Check("reader", False, f"{reader.place}: {error}", fix_of(error))
    return Check("reader", True, f"{reader.place}: simulated")
