"""`kiosk doctor`: checks this machine, and prints one line for each check, with the remedy for any problem."""

import argparse
import os
import platform
import queue
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TextIO

import msgspec

from engine.bad_input import at_place, why_bad
from engine.books.rulebook import load_book
from engine.decoders import json_decoded
from engine.message import Message, message
from engine.tournament.levels.structure import load_structure
from hardware.decks.rotation import Rotation
from hardware.readers import kind_of, open_reader, plugged, public_address, unlisted
from hardware.reading.deck import PLAIN_DECK, STICKER_DECK, Codes
from hardware.reading.reading import Health, Reader, ReaderMessage, Reading, UnknownCode
from hardware.recognition.errors import LearnedRefused
from kiosk.arguments import words_for
from kiosk.clock.settings import ClockSettings, read_clock_settings
from kiosk.clock.store.kept_authority import KIND, kept_authority
from kiosk.clock.store.place import StorePlace, kept_on_server
from kiosk.clock.tls.room_key import authority_fault
from kiosk.commands.doctor.check import CheckResult, Finding
from kiosk.commands.doctor.clock import check_backup_folder, check_clock, check_running, is_of_clock, is_of_host
from kiosk.commands.doctor.server import check_server
from kiosk.commands.health import problem_of, remedy
from kiosk.faults import Fault
from kiosk.host.settings import path_of_table, read_host_settings
from kiosk.host.virtual_screen import PROGRAM, check_installed
from kiosk.settings_file import ROLES, add_settings, found_settings
from kiosk.storage.journal import Journal
from kiosk.storage.reserve import LOW_BYTES
from kiosk.table.decks.rotation import usable_decks
from kiosk.table.pairing.paired import table_settings
from kiosk.table.readers.outlines import outlines_path, with_outlines
from kiosk.table.settings import ReaderSettings, TableSettings, read_table_settings
from kiosk.times import monotonic_ms, wall_ms
from ui.words import Words
from ui.words.languages import LANGUAGES, words_in

PATIENCE_S = 10.0
Inbox = queue.Queue[tuple[ReaderSettings, ReaderMessage]]
SEVEN_BITS_EVEN = "line = { data_bits = 7, parity = 'E' }"
"""The setting for a line with 7 data bits and even parity (7E1)."""
TABLE_EXTRA = "table"
"""The pip extra with the packages that a table needs."""


class ScreenSize(msgspec.Struct, frozen=True):
    px: tuple[int, int]
    mm: tuple[int, int]


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["doctor"]
    add_settings(parser, words, say["settings"], *ROLES)
    parser.add_argument("--live", action="store_true", help=say["live"])
    parser.add_argument("--seconds", type=float, default=30.0, help=say["seconds"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Run the checks, and print each result immediately. Exit code 0 if all passed, or 1 if not."""
    all_well, words, paths = True, words_in("en") if args.json else words_for(args), found_settings(args, err)
    of_table = args.settings or next((path for path in paths if not (is_of_clock(path) or is_of_host(path))), None)
    for found in chain(_findings(paths, words), _scanned(of_table, args.seconds, words) if args.live else ()):
        check = found.in_words(words)
        all_well &= check.ok
        print(msgspec.json.encode(check).decode() if args.json else _line(check, words), file=out, flush=True)
    return 0 if all_well else 1


def checks(settings_path: Path, words: Words) -> Iterator[CheckResult]:
    """All checks of the machine, and of the table, the clock or the host with these settings, in order."""
    return (found.in_words(words) for found in _findings([settings_path], words))


def _findings(settings_paths: Sequence[Path], words: Words) -> Iterator[Finding]:
    yield check_python()
    if not settings_paths or not all(map(is_of_clock, settings_paths)):  # a clock has no screen
        yield check_qt()
    if find_spec("PySide6") and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        yield check_screen(words)
    yield check_rules()
    yield check_time()
    if not settings_paths:
        yield _guarded("disk", lambda: check_disk(Path(tempfile.gettempdir())))
        yield from check_ports(())
    for path in settings_paths:
        if is_of_clock(path):
            yield from _of_clock(path, words)
        elif is_of_host(path):
            yield from _of_host(path, words)
        else:
            yield from _of_table(path, words)


def _of_table(path: Path, words: Words) -> Iterator[Finding]:
    try:
        settings = table_settings(path)
    except Fault as fault:
        yield Finding("settings", fault)
        return
    yield Finding("settings", message("doctor-table", path=str(path), table=str(settings.table)))
    yield check_language(settings.language)
    yield _guarded("disk", lambda: check_disk(Path(settings.journal).parent))
    yield _guarded("deck", lambda: check_deck(settings, words))
    yield from check_readers(settings, words)
    yield from check_ports([reader.url for reader in settings.readers])
    if settings.clock and settings.token:
        yield check_clock(settings)
    elif settings.clock or not settings.table:
        yield Finding("clock", Fault("table-not-paired"))


def _of_host(path: Path, words: Words) -> Iterator[Finding]:
    try:
        settings = read_host_settings(path)
    except Fault as fault:
        yield Finding("settings", fault)
        return
    yield Finding("settings", message("doctor-host", path=str(path), tables=settings.tables))
    yield _guarded("display", check_xvnc)
    for table in settings.tables:
        if (its_path := path_of_table(settings, table)).exists():
            yield from _of_table(its_path, words)
        else:
            yield Finding("settings", message("doctor-host-new", table=table))


def _of_clock(path: Path, words: Words) -> Iterator[Finding]:
    try:
        settings = read_clock_settings(path)
    except Fault as fault:
        yield Finding("settings", fault)
        return
    yield Finding("settings", message("doctor-clock", path=str(path), tables=tuple(settings.tokens)))
    yield from map(check_language, [settings.language] if settings.language else LANGUAGES)
    yield _guarded("disk", lambda: check_disk(settings.state.parent))
    if settings.server:
        yield from check_server(settings.server, wall_ms)
    yield from check_backup_folder(settings)
    is_own = settings.tls and not settings.certificate
    if is_own and (damaged := _authority_fault(settings)):
        yield Finding("certificate", damaged)
    yield from check_running(settings, words.language)


def _authority_fault(settings: ClockSettings) -> Fault | None:
    if not settings.server:
        return authority_fault(settings.state)
    try:
        rows = kept_on_server(StorePlace(settings.state, settings.server), KIND)
    except Fault:
        return None  # another check names it
    try:
        return authority_fault(settings.state, kept_authority(rows))
    except Fault as fault:
        return fault


def _scanned(settings_path: Path | None, seconds: float, words: Words) -> Iterator[Finding]:
    """The messages from the readers in the settings, or from every connected serial port if there are no settings."""
    try:
        if settings_path:
            settings = read_table_settings(settings_path)
            marked = with_outlines(settings, outlines_path(Path(settings.journal))).settings
            if not marked.readers:
                none = message("doctor-names-no-reader", path=str(settings_path))
                yield Finding("live", none, message("doctor-add-readers"))
            yield from listen(marked.readers, usable_decks(settings)[0], seconds, words)
            return
        found = [each.url for each in unlisted(plugged(), ()) if kind_of(each.url).opens_unlisted]
        if not found:
            yield Finding("live", message("doctor-no-serial-reader"), message("doctor-plug-in-reader"))
        both = Rotation.of([PLAIN_DECK, STICKER_DECK])
        yield from listen([ReaderSettings(url=url) for url in found], both, seconds, words)
    except Fault as fault:
        yield Finding("live", fault)
    except ValueError as error:  # such as a missing script or a damaged learned deck
        yield Finding("live", why_bad(error), _fix_of(error))


def _guarded(name: str, look: Callable[[], Finding]) -> Finding:
    try:
        return look()
    except Fault as fault:
        return Finding(name, fault)


def _not_installed(name: str, module: str) -> Finding:
    return Finding(name, Fault("not-installed", module=module, extra=TABLE_EXTRA))


def _line(check: CheckResult, words: Words) -> str:
    say = words.commands
    marks = say.passed, say.failed
    mark, room = marks[not check.ok], max(map(len, marks))
    line = f"{mark:{room}}  {say.checks[check.check]:{max(map(len, say.checks.values()))}}  {check.detail}"
    return f"{line}\n{' ' * room}  {say.remedy.format(fix=check.fix)}" if check.fix else line


def check_python() -> Finding:
    """Check that Python is version 3.11 or later."""
    ok = sys.version_info >= (3, 11)
    return Finding("python", platform.python_version(), "" if ok else message("doctor-install-python"))


def check_qt() -> Finding:
    """Check PySide6. On Python 3.11, version 6.12.0 drops references to None and aborts after about 50 taps."""
    if find_spec("PySide6") is None:
        return _not_installed("screen", "PySide6")
    try:
        found = version("pyside6-essentials")
    except PackageNotFoundError:
        found = version("pyside6")
    sound = tuple(int(part) for part in found.split(".")[:2]) < (6, 12) or sys.version_info >= (3, 12)
    return Finding("screen", f"PySide6 {found}", "" if sound else message("doctor-older-qt"))


def check_xvnc() -> Finding:
    """Check that the program that draws screens for tablets is installed. Raises `Fault`."""
    check_installed()
    return Finding("display", message("doctor-xvnc", program=PROGRAM))


def check_screen(words: Words) -> Finding:
    """Check that the screen responds and reports a plausible size, so that 20 mm on the screen is really 20 mm."""
    command = [sys.executable, "-m", "ui.dealer.screen_size"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=True).stdout
    except (subprocess.SubprocessError, OSError) as error:
        problem = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
        return Finding(
            "display", problem[0] if problem else message("doctor-no-answer"), message("doctor-check-screen")
        )
    size = json_decoded(said, ScreenSize)
    (wide, high), (wide_mm, high_mm) = size.px, size.mm
    per_mm = wide / wide_mm if wide_mm else 0.0
    density = words.tenths(round(per_mm * 1000))
    detail = message("doctor-display", pixels=f"{wide} x {high}", mm=f"{wide_mm} x {high_mm}", density=density)
    return Finding("display", detail, "" if 2.0 <= per_mm <= 20.0 else message("doctor-measure-display"))


def check_rules() -> Finding:
    """Check that a shipped rule book and a shipped structure are readable."""
    book, structure = load_book("tda"), load_structure("club")
    return Finding("rules", message("doctor-rules", book=book.name, edition=book.edition, structure=structure.name))


def check_language(language: str) -> Finding:
    """Check that every string on the screen is translated. A string that is not translated is shown in English."""
    missing = words_in(language).missing
    if not missing:
        return Finding("language", message("doctor-translated", language=language))
    detail = message("doctor-not-translated", language=language, count=len(missing), first=", ".join(missing[:3]))
    return Finding("language", detail, message("doctor-translate", path=f"ui/words/locale/{language}.po"))


def check_time() -> Finding:
    """Check that monotonic time does not go backward, and that the wall clock, which appears in the record, is set."""
    before = time.monotonic_ns()
    ok = time.monotonic_ns() >= before and time.gmtime().tm_year >= 2024
    return Finding("time", time.strftime("%Y-%m-%d %H:%M:%S %Z"), "" if ok else message("doctor-set-time"))


def check_disk(folder: Path) -> Finding:
    """Check the journal folder: commit to a real journal, and compare the free space with what a day's play needs.
    Raises `Fault`."""
    if not folder.is_dir():
        return Finding(
            "disk", message("doctor-no-folder", path=str(folder)), message("doctor-make-folder", path=str(folder))
        )
    free = shutil.disk_usage(folder).free
    with tempfile.TemporaryDirectory(prefix="kiosk-doctor-", dir=folder) as trial:
        started = time.perf_counter_ns()
        with Journal.open(Path(trial) / "trial.journal", now_ms=wall_ms) as journal:
            journal.append(wall_ms(), [b"trial"])
        took_ms = (time.perf_counter_ns() - started) // 1_000_000
    detail = message("doctor-disk", path=str(folder), free=free // 2**20, ms=took_ms)
    return Finding("disk", detail, "" if free >= LOW_BYTES else message("doctor-free-disk"))


def check_deck(settings: TableSettings, words: Words) -> Finding:
    """Check that every deck has fifty-two different codes. Raises `Fault` if no deck can be used."""
    decks, broken = usable_decks(settings)
    says = [
        message("doctor-deck", deck=decks.names[0])
        if len(decks.names) == 1
        else message("doctor-decks", decks=words.row(decks.names))
    ]
    if not decks.is_truncation_safe:
        says.append(message("doctor-deck-pieces"))
    if shared := decks.shared_codes:
        says.append(message("doctor-deck-shared", count=shared))
    if broken:
        whys = [why for fault in broken if isinstance(why := fault.message.fields["error"], Message)]
        says.append(message("doctor-left-out", why="; ".join(map(words.say, whys))))
    return Finding("deck", "; ".join(map(words.say, says)), message("doctor-enroll-again") if broken else "")


def check_ports(urls: Iterable[str]) -> Iterator[Finding]:
    """List connected devices that may be readers and are not in `urls`, each with the address to put in the
    settings."""
    if find_spec("serial") is None:
        yield _not_installed("readers", "pyserial")
        return
    known = tuple(urls)
    found = ", ".join(f"{each.url} ({each.says})" for each in unlisted(plugged(), known))
    if found:
        yield Finding("readers", message("doctor-others", found=found) if known else found)
    else:
        yield Finding("readers", message("doctor-no-others" if known else "doctor-no-readers"))


def check_readers(settings: TableSettings, words: Words) -> Iterator[Finding]:
    for reader in settings.readers:
        kind = kind_of(reader.url)
        check = "camera" if kind.is_camera else "reader"
        try:
            found = kind.diagnose(reader, monotonic_ms)
        except ValueError as error:
            yield Finding(check, at_place(reader.place, why_bad(error)), _fix_of(error))
            continue
        how = words.readers.short[found.problem]
        detail: Message | str = found.says or f"{reader.place}: {how}"
        if not found.says and not kind.is_camera:
            detail = message("doctor-not-opened", place=reader.place, url=reader.url, how=how)
        yield Finding(check, detail, remedy(found.problem, reader.url, words))


def _fix_of(error: ValueError) -> Message:
    """How to fix an error raised by `open_reader`."""
    return message("learn-again" if isinstance(error, LearnedRefused) else "correct-url")


def listen(readers: Sequence[ReaderSettings], codes: Codes, seconds: float, words: Words) -> Iterator[Finding]:
    """A line for each message until every reader has sent a code with its location or the time is up, then a line for
    each silent reader."""
    inbox: Inbox = queue.Queue()
    unnamed: set[str] = set()
    kinds = {reader.url: kind_of(reader.url) for reader in readers}
    waiting = {each.url: each for each in readers if not (kinds[each.url].at_screen or kinds[each.url].at_table)}
    for each in readers:
        if kinds[each.url].at_screen:
            yield Finding("live", message("doctor-at-screen", place=each.place))
        elif kinds[each.url].at_table:
            yield Finding("live", message("doctor-phone", place=each.place))
    opened = [_opened(reader, codes, inbox) for reader in waiting.values()]
    for reader in opened:
        reader.start()
    try:
        end_s = time.monotonic() + seconds
        while waiting and (left_s := end_s - time.monotonic()) > 0:
            try:
                reader_settings, heard = inbox.get(timeout=left_s)
            except queue.Empty:
                break
            if isinstance(heard, UnknownCode) and heard.nowhere:
                unnamed.add(reader_settings.url)
            elif isinstance(heard, Reading) or (isinstance(heard, UnknownCode) and not heard.hint):
                waiting.pop(reader_settings.url, None)
            yield _said(reader_settings, heard, words)
    finally:
        for reader in opened:
            reader.stop()
    for silent in (reader for reader in waiting.values() if reader.url not in unnamed):
        none = message("doctor-no-code", place=silent.place, address=public_address(silent.url), seconds=f"{seconds:g}")
        yield Finding("live", none, message("doctor-scan-there"))


def _opened(reader: ReaderSettings, codes: Codes, inbox: Inbox) -> Reader:
    return open_reader(reader, codes, lambda heard: inbox.put((reader, heard)), monotonic_ms)


def _said(reader: ReaderSettings, heard: ReaderMessage, words: Words) -> Finding:
    match heard:
        case Reading(deck=""):
            return Finding("live", f"{heard.place}: {heard.card}")
        case Reading():
            return Finding("live", message("doctor-read-of", place=heard.place, card=str(heard.card), deck=heard.deck))
        case UnknownCode():
            return _said_code(heard)
        case Health():
            problem = problem_of(heard)
            detail = f"{reader.place}: {words.readers.short[problem]}"
            return Finding("live", detail, remedy(problem, reader.url, words))


def _said_code(heard: UnknownCode) -> Finding:
    read, place = repr(heard.code), heard.place
    if heard.nowhere:
        position = repr(heard.position)
        nowhere = message("doctor-read-nowhere", place=place, read=read, position=position)
        return Finding("live", nowhere, message("doctor-name-place", line=f"places = {{ {position} = 'board' }}"))
    hints = {
        "layout": (message("hint-layout", read=read), message("doctor-scan-layout")),
        "caps": (message("hint-caps", read=read), message("doctor-caps-off")),
        "learned": (message("hint-learned"), message("doctor-keep-layout", line=f"line = {{ layout = {read} }}")),
        "parity": (
            message("hint-parity", read=read),
            message("doctor-check-parity", line=SEVEN_BITS_EVEN),
        ),
        "speed": (message("hint-speed", read=read), message("doctor-check-speed")),
    }
    if heard.hint:
        said, fix = hints[heard.hint]
        return Finding("live", at_place(place, said), fix, ok=heard.hint == "learned")
    return Finding("live", message("doctor-not-of-deck", place=place, read=read), message("doctor-enroll-deck"))
