"""`kiosk doctor`: checks this machine, and prints one line for each check, with the remedy for any problem."""

import argparse
import asyncio
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from http.client import HTTPException
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TextIO
from urllib.error import HTTPError

import msgspec

from engine.bad_input import at_place, why_bad
from engine.books.rulebook import load_book
from engine.decoders import json_decoded
from engine.message import Message, message
from engine.tournament.levels.structure import load_structure
from hardware.decks.rotation import Rotation
from hardware.readers import kind_of, plugged, unlisted
from hardware.reading.deck import PLAIN_DECK, STICKER_DECK
from hardware.recognition.errors import LearnedRefused
from kiosk.arguments import words_for
from kiosk.clock.settings import read_clock_settings
from kiosk.clock.tls.room_key import authority_fault
from kiosk.clock_trust import Trust
from kiosk.commands.doctor.check import CheckResult
from kiosk.commands.doctor.clock import AILING, check_backup_folder, check_running, is_of_clock
from kiosk.commands.health import remedy
from kiosk.faults import Fault
from kiosk.local_http import fetch
from kiosk.storage.journal import Journal
from kiosk.storage.reserve import LOW_BYTES
from kiosk.table.decks.rotation import deck_of, left_out
from kiosk.table.pairing.paired import table_settings
from kiosk.table.readers.outlines import outlines_path, with_outlines
from kiosk.table.settings import ReaderSettings, TableSettings, read_table_settings
from kiosk.times import monotonic_ms, wall_ms
from ui.words import Words
from ui.words.languages import words_in

PATIENCE_S = 10.0
UNKNOWN = 401
TABLE_EXTRA = "table"
"""The pip extra with the packages that a table needs."""


class ScreenSize(msgspec.Struct, frozen=True):
    px: tuple[int, int]
    mm: tuple[int, int]


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["doctor"]
    parser.add_argument("--settings", type=Path, help=say["settings"])
    parser.add_argument("--live", action="store_true", help=say["live"])
    parser.add_argument("--seconds", type=float, default=30.0, help=say["seconds"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Run the checks, and print each result immediately. Exit code 0 if all passed, or 1 if not."""
    all_well, words = True, words_in("en") if args.json else words_for(args)
    for check in chain(checks(args.settings, words), _live(args, words) if args.live else ()):
        all_well &= check.ok
        print(msgspec.json.encode(check).decode() if args.json else _line(check, words), file=out, flush=True)
    return 0 if all_well else 1


def checks(settings_path: Path | None, words: Words) -> Iterator[CheckResult]:
    """All checks in order. Checks of a table or a clock need its settings."""
    yield check_python(words)
    yield check_qt(words)
    if find_spec("PySide6") and has_screen():
        yield check_screen(words)
    yield check_rules(words)
    yield _guarded("time", lambda: check_time(words), words)
    if settings_path is None:
        yield _guarded("disk", lambda: check_disk(Path(tempfile.gettempdir()), words), words)
        yield from check_ports((), words)
        return
    if is_of_clock(settings_path):
        yield from _of_clock(settings_path, words)
        return
    try:
        settings = table_settings(settings_path)
    except Fault as fault:
        yield _failed("settings", fault, words)
        return
    of_table = message("doctor-table", path=str(settings_path), table=str(settings.table))
    yield CheckResult("settings", True, words.say(of_table))
    yield check_language(settings.language, words)
    yield _guarded("disk", lambda: check_disk(Path(settings.journal).parent, words), words)
    yield _guarded("deck", lambda: check_deck(settings, words), words)
    yield from check_readers(settings, words)
    yield from check_ports([reader.url for reader in settings.readers], words)
    if settings.clock and settings.token:
        yield check_clock(settings, words)
    elif settings.clock or not settings.table:
        yield _failed("clock", Fault("table-not-paired"), words)


def _of_clock(path: Path, words: Words) -> Iterator[CheckResult]:
    try:
        settings = read_clock_settings(path)
    except Fault as fault:
        yield _failed("settings", fault, words)
        return
    yield CheckResult(
        "settings", True, words.say(message("doctor-clock", path=str(path), tables=tuple(settings.tokens)))
    )
    yield check_language(settings.language, words)
    yield _guarded("disk", lambda: check_disk(settings.database.parent, words), words)
    yield from check_backup_folder(settings, words)
    is_own = settings.tls and not settings.certificate
    if is_own and (damaged := authority_fault(settings.database)):
        yield _failed("certificate", damaged, words)
    yield from check_running(settings, words)


def _live(args: argparse.Namespace, words: Words) -> Iterator[CheckResult]:
    """The messages from the readers in the settings, or from every connected serial port if there are no settings."""
    from kiosk.commands.doctor.live import listen  # noqa: PLC0415

    try:
        if args.settings:
            settings = read_table_settings(args.settings)
            marked = with_outlines(settings, outlines_path(Path(settings.journal))).settings
            if not marked.readers:
                none = words.say(message("doctor-names-no-reader", path=str(args.settings)))
                yield CheckResult("live", False, none, words.say(message("doctor-add-readers")))
            yield from listen(marked.readers, deck_of(settings), args.seconds, words)
            return
        found = [each.url for each in unlisted(plugged(), ()) if kind_of(each.url).opens_unlisted]
        if not found:
            no_serial, fix = message("doctor-no-serial-reader"), message("doctor-plug-in-reader")
            yield CheckResult("live", False, words.say(no_serial), words.say(fix))
        both = Rotation.of([PLAIN_DECK, STICKER_DECK])
        yield from listen([ReaderSettings(url=url) for url in found], both, args.seconds, words)
    except Fault as fault:
        yield _failed("live", fault, words)
    except ValueError as error:  # such as a missing script or a damaged learned deck
        yield CheckResult("live", False, words.say(why_bad(error)), fix_of(error, words))


def _guarded(name: str, look: Callable[[], CheckResult], words: Words) -> CheckResult:
    try:
        return look()
    except Fault as fault:
        return _failed(name, fault, words)


def _failed(name: str, fault: Fault, words: Words) -> CheckResult:
    said = words.fault(fault.message)
    return CheckResult(name, False, said.what, said.fix)


def _not_installed(name: str, module: str, words: Words) -> CheckResult:
    return _failed(name, Fault("not-installed", module=module, extra=TABLE_EXTRA), words)


def _line(check: CheckResult, words: Words) -> str:
    say = words.commands
    marks = say.passed, say.failed
    mark, room = marks[not check.ok], max(map(len, marks))
    line = f"{mark:{room}}  {say.checks[check.check]:{max(map(len, say.checks.values()))}}  {check.detail}"
    return f"{line}\n{' ' * room}  {say.remedy.format(fix=check.fix)}" if check.fix else line


def check_python(words: Words) -> CheckResult:
    """Check that Python is version 3.11 or later."""
    ok = sys.version_info >= (3, 11)
    return CheckResult(
        "python", ok, platform.python_version(), "" if ok else words.say(message("doctor-install-python"))
    )


def check_qt(words: Words) -> CheckResult:
    """Check PySide6. On Python 3.11, 6.12.0 drops references to None and aborts after about 50 taps."""
    if find_spec("PySide6") is None:
        return _not_installed("screen", "PySide6", words)
    try:
        found = version("pyside6-essentials")
    except PackageNotFoundError:
        found = version("pyside6")
    sound = tuple(int(part) for part in found.split(".")[:2]) < (6, 12) or sys.version_info >= (3, 12)
    return CheckResult("screen", sound, f"PySide6 {found}", "" if sound else words.say(message("doctor-older-qt")))


def has_screen() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def check_screen(words: Words) -> CheckResult:
    """Check that the screen responds and reports a plausible size, so that 20 mm on the screen is really 20 mm."""
    command = [sys.executable, "-m", "ui.dealer.screen_size"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=True).stdout
    except (subprocess.SubprocessError, OSError) as error:
        problem = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
        what = problem[0] if problem else words.say(message("doctor-no-answer"))
        return CheckResult("display", False, what, words.say(message("doctor-check-screen")))
    size = json_decoded(said, ScreenSize)
    per_mm = size.px[0] / size.mm[0] if size.mm[0] else 0.0
    (wide, high), (wide_mm, high_mm) = size.px, size.mm
    detail = message(
        "doctor-display",
        pixels=f"{wide} x {high}",
        mm=f"{wide_mm} x {high_mm}",
        density=words.tenths(round(per_mm * 1000)),
    )
    sound = 2.0 <= per_mm <= 20.0
    return CheckResult(
        "display", sound, words.say(detail), "" if sound else words.say(message("doctor-measure-display"))
    )


def check_clock(settings: TableSettings, words: Words) -> CheckResult:
    """Check that the clock answers, that it belongs to this room, and that it recognizes the table's token."""
    try:
        return _ask_clock(settings, words)
    except Fault as fault:
        said = words.fault(fault.message)
        return CheckResult("clock", False, said.what, said.fix)


def _ask_clock(settings: TableSettings, words: Words) -> CheckResult:
    site = settings.clock.rstrip("/").replace("ws", "http", 1)
    started = time.perf_counter_ns()
    try:
        trusted = asyncio.run(Trust(settings.clock, settings.clock_fingerprint).context())
        fetch(f"{site}/healthz", PATIENCE_S, trusted=trusted)
        asked = {"Authorization": f"Bearer {settings.token}"}
        fetch(f"{site}/api/kiosk/{settings.table}", PATIENCE_S, asked, trusted)
    except HTTPError as error:
        if error.code == UNKNOWN:
            known = message("doctor-token-unknown", clock=settings.clock, table=settings.table)
            return CheckResult("clock", False, words.say(known), words.say(message("doctor-fix-token")))
        if error.code != AILING:
            return _not_a_clock(settings, words)
        detail = message("doctor-clock-says", clock=settings.clock, status=str(error.code))
        return CheckResult("clock", False, words.say(detail), words.say(message("doctor-ask-clock")))
    except HTTPException:
        return _not_a_clock(settings, words)
    except OSError as error:
        detail = message("doctor-clock-silent", clock=settings.clock, error=str(getattr(error, "reason", error)))
        return CheckResult("clock", False, words.say(detail), words.say(message("doctor-start-clock")))
    took_ms = (time.perf_counter_ns() - started) // 1_000_000
    return CheckResult("clock", True, words.say(message("doctor-clock-answers", clock=settings.clock, ms=took_ms)))


def _not_a_clock(settings: TableSettings, words: Words) -> CheckResult:
    found = message("doctor-not-a-clock", address=settings.clock)
    return CheckResult("clock", False, words.say(found), words.say(message("doctor-fix-address")))


def check_rules(words: Words) -> CheckResult:
    """Check that a shipped rule book and a shipped structure are readable."""
    book, structure = load_book("tda"), load_structure("club")
    shipped = message("doctor-rules", book=book.name, edition=book.edition, structure=structure.name)
    return CheckResult("rules", True, words.say(shipped))


def check_language(language: str, words: Words) -> CheckResult:
    """Check that every string on the screen is translated. A string that is not translated is shown in English."""
    missing = words_in(language).missing
    if not missing:
        return CheckResult("language", True, words.say(message("doctor-translated", language=language)))
    detail = message("doctor-not-translated", language=language, count=len(missing), first=", ".join(missing[:3]))
    fix = message("doctor-translate", path=f"ui/words/locale/{language}.po")
    return CheckResult("language", False, words.say(detail), words.say(fix))


def check_time(words: Words) -> CheckResult:
    """Check that monotonic time does not go backward, and that the wall clock, which the record shows, is set."""
    before = time.monotonic_ns()
    ok = time.monotonic_ns() >= before and time.gmtime().tm_year >= 2024
    detail = time.strftime("%Y-%m-%d %H:%M:%S %Z")
    return CheckResult("time", ok, detail, "" if ok else words.say(message("doctor-set-time")))


def check_disk(folder: Path, words: Words) -> CheckResult:
    """Check the journal folder: commit to a real journal, and compare the free space with a day's play."""
    if not folder.is_dir():
        detail, fix = message("doctor-no-folder", path=str(folder)), message("doctor-make-folder", path=str(folder))
        return CheckResult("disk", False, words.say(detail), words.say(fix))
    free = shutil.disk_usage(folder).free
    with tempfile.TemporaryDirectory(prefix="kiosk-doctor-", dir=folder) as trial:
        started = time.perf_counter_ns()
        with Journal.open(Path(trial) / "trial.journal", now_ms=wall_ms) as journal:
            journal.append(wall_ms(), [b"trial"])
        took_ms = (time.perf_counter_ns() - started) // 1_000_000
    ok = free >= LOW_BYTES
    detail = message("doctor-disk", path=str(folder), free=free // 2**20, ms=took_ms)
    return CheckResult("disk", ok, words.say(detail), "" if ok else words.say(message("doctor-free-disk")))


def check_deck(settings: TableSettings, words: Words) -> CheckResult:
    """Check that every deck has fifty-two different codes. Raises `Fault` if no deck can be used."""
    decks = deck_of(settings)
    says = [
        message("doctor-deck", deck=decks.names[0])
        if len(decks.names) == 1
        else message("doctor-decks", decks=words.row(decks.names))
    ]
    if not decks.is_truncation_safe:
        says.append(message("doctor-deck-pieces"))
    if shared := decks.shared_codes:
        says.append(message("doctor-deck-shared", count=shared))
    if broken := left_out(settings):
        whys = [why for fault in broken if isinstance(why := fault.message.fields["error"], Message)]
        says.append(message("doctor-left-out", why="; ".join(map(words.say, whys))))
    fix = words.say(message("doctor-enroll-again")) if broken else ""
    return CheckResult("deck", not broken, "; ".join(map(words.say, says)), fix)


def check_ports(urls: Iterable[str], words: Words) -> Iterator[CheckResult]:
    """List the connected devices that may be readers and are not in `urls`, by their addresses for the settings."""
    if find_spec("serial") is None:
        yield _not_installed("readers", "pyserial", words)
        return
    known = tuple(urls)
    found = ", ".join(f"{each.url} ({each.says})" for each in unlisted(plugged(), known))
    none = message("doctor-no-others") if known else message("doctor-no-readers")
    detail = message("doctor-others", found=found) if known and found else none
    yield CheckResult("readers", True, found if found and not known else words.say(detail))


def check_readers(settings: TableSettings, words: Words) -> Iterator[CheckResult]:
    for reader in settings.readers:
        kind = kind_of(reader.url)
        check = "camera" if kind.is_camera else "reader"
        try:
            found = kind.diagnose(reader, monotonic_ms)
        except ValueError as error:
            yield CheckResult(check, False, words.say(at_place(reader.place, why_bad(error))), fix_of(error, words))
            continue
        how = words.readers.short[found.problem]
        if found.says:
            detail = words.say(found.says)
        elif kind.is_camera:
            detail = f"{reader.place}: {how}"
        else:
            detail = words.say(message("doctor-not-opened", place=reader.place, url=reader.url, how=how))
        fix = remedy(found.problem, reader.url, words) if found.problem else ""
        yield CheckResult(check, not found.problem, detail, fix)


def fix_of(error: ValueError, words: Words) -> str:
    """How to fix an error raised by `open_reader`."""
    return words.say(message("learn-again") if isinstance(error, LearnedRefused) else message("correct-url"))
