"""What a table was given as it was paired, in a file of its own beside its journal that nobody else reads.

A token in the settings comes before it. A clock's address there, or on the command line, comes before the one of then:
the clock may have moved, and is known by its authority wherever it is.
"""

from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.decoders import NOT_JSON, json_decoded
from kiosk.faults import Fault
from kiosk.storage.files import disk_faults, write_atomic
from kiosk.storage.journal import real_path
from kiosk.storage.sitting_files import SittingFiles
from kiosk.storage.witness import read_lines, replace_lines
from kiosk.table.settings import TableSettings, read_table_settings

FORM = 1


class PairedClock(msgspec.Struct, frozen=True):
    """The clock's address, its authority's fingerprint, empty for none, and which table this is there by which
    token. Its fields are the file's: they stay."""

    clock: str
    fingerprint: str
    table: int
    token: str
    form: int = FORM


def paired_path(journal: Path) -> Path:
    """The file of a table."""
    return journal.with_name(f"{journal.name}.paired")


def second_path(journal: Path) -> Path:
    """The second copy, a checked line: without its token a table is nobody's until a director lets it in."""
    return journal.with_name(f"{journal.name}.paired2")


def keep_paired(settings: TableSettings, paired: PairedClock) -> TableSettings:
    """The settings with it, once it is on disk. Raises `Fault`."""
    journal, body = Path(settings.journal), msgspec.json.encode(paired)
    replace_lines(second_path(journal), [body])
    write_atomic(paired_path(journal), body)
    return _with(settings, paired)


def table_settings(path: Path, clock: str = "") -> TableSettings:
    """The settings in a file, with what is remembered of when the table was paired; another address of that `clock` is
    remembered from now on. Raises `Fault`."""
    settings = read_table_settings(path)
    if settings.token or not (paired := _kept(settings)):
        return settings
    try:
        moved = moved_address(paired.clock, clock) if clock else paired.clock
        if moved != paired.clock:
            return keep_paired(replace(settings, clock=""), replace(paired, clock=moved))
        return _with(settings, paired)
    except BadInput as error:
        raise Fault("settings-problem", path=str(path), problem=error.message) from error


def may_move(settings: TableSettings) -> bool:
    """Whether the clock is known by its authority, and where it is by what was remembered: not by the settings."""
    paired = None
    with suppress(Fault):  # with a token in the settings nothing else of it is needed
        paired = _kept(settings)
    return paired is not None and bool(paired.fingerprint) and _with(replace(settings, clock=""), paired) == settings


def keep_moved(settings: TableSettings, clock: str) -> TableSettings:
    """The settings with another address of the clock, once it is on disk. Raises `Fault`."""
    paired = _kept(settings)
    return keep_paired(replace(settings, clock=""), replace(paired, clock=clock)) if paired else settings


def is_unpaired(settings: TableSettings) -> bool:
    """Whether it has to be paired before it is played at: not where it plays alone already."""
    now = real_path(SittingFiles(Path(settings.journal)).path_now)
    lost = paired_path(Path(settings.journal)).exists()  # and could not be read
    return not settings.token and (bool(settings.clock) or not settings.table or lost or not now.exists())


def _kept(settings: TableSettings) -> PairedClock | None:
    """What is remembered, from the second copy where the file is damaged; None where there is no file: who deletes it
    pairs the table again, whatever the second copy says. Raises `Fault`."""
    journal = Path(settings.journal)
    path = paired_path(journal)
    with disk_faults(path):
        if not path.is_file():
            return None
        for body in (path.read_bytes(), *read_lines(second_path(journal))):
            with suppress(*NOT_JSON):
                return json_decoded(body, PairedClock)
    raise Fault("paired-unreadable", path=str(path))


def moved_address(before: str, typed: str) -> str:
    """Another address of a clock, of which only what has changed is typed: its scheme and port stay."""
    scheme, _, place = typed.rpartition("://")
    place, was = place.rstrip("/"), urlsplit(before)
    port = f":{was.port}" if was.port and not scheme and not urlsplit(f"//{place}").port else ""
    return f"{scheme or was.scheme}://{place}{port}"


def _with(settings: TableSettings, paired: PairedClock) -> TableSettings:
    return replace(
        settings,
        table=paired.table,
        clock=settings.clock or paired.clock,
        token=paired.token,
        clock_fingerprint=settings.clock_fingerprint or paired.fingerprint,
    )
