"""A table's pairing, in a private file beside its journal. A token in the settings overrides it. So does a clock
address in the settings or on the command line: the clock may have moved, and its certificate authority identifies
it."""

from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.decoders import NOT_JSON, json_decoded
from kiosk.faults import Fault
from kiosk.storage.files import disk_faults, write_atomic
from kiosk.storage.journal_reader import real_path
from kiosk.storage.sitting_files import SittingFiles
from kiosk.storage.witness import read_lines, replace_lines
from kiosk.table.settings import TableSettings, read_table_settings

FORM = 1


class PairedClock(msgspec.Struct, frozen=True):
    """The clock's address, its certificate authority's fingerprint (empty for none), the table's number and its token.
    These are also the fields of the file, so they must not be renamed."""

    clock: str
    fingerprint: str
    table: int
    token: str
    form: int = FORM


def paired_path(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.paired")


def second_path(journal: Path) -> Path:
    """The path of the second copy, which has a checksum. A table that loses its token needs a director's approval
    again."""
    return journal.with_name(f"{journal.name}.paired2")


def keep_paired(settings: TableSettings, paired: PairedClock) -> TableSettings:
    """Save the pairing to disk. Returns the settings with the pairing added. Raises `Fault`."""
    journal = Path(settings.journal)
    replace_lines(second_path(journal), [paired])
    write_atomic(paired_path(journal), msgspec.json.encode(paired))
    return _with(settings, paired)


def table_settings(path: Path, clock: str = "") -> TableSettings:
    """The settings in a file, with the table's pairing; if `clock` is a new address, it is saved. Raises `Fault`."""
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
    """Whether the clock's address may be changed: its certificate authority identifies it, and the address was saved by
    pairing, not set in the settings."""
    paired = None
    with suppress(Fault):  # if the settings have a token, nothing else in the file is needed
        paired = _kept(settings)
    return paired is not None and bool(paired.fingerprint) and _with(replace(settings, clock=""), paired) == settings


def keep_moved(settings: TableSettings, clock: str) -> TableSettings:
    """Save the clock's new address to disk. Returns the settings with that address. Raises `Fault`."""
    paired = _kept(settings)
    return keep_paired(replace(settings, clock=""), replace(paired, clock=clock)) if paired else settings


def is_unpaired(settings: TableSettings) -> bool:
    """Whether the table must be paired before play, unless it is already playing a standalone game."""
    now = real_path(SittingFiles(Path(settings.journal)).path_now)
    lost = paired_path(Path(settings.journal)).exists()  # and could not be read
    return not settings.token and (bool(settings.clock) or not settings.table or lost or not now.exists())


def _kept(settings: TableSettings) -> PairedClock | None:
    """The saved pairing, from the second copy if the file is damaged. None if there is no file: deleting it means that
    the table must be paired again, no matter what the second copy says. Raises `Fault`."""
    journal = Path(settings.journal)
    path = paired_path(journal)
    with disk_faults(path):
        if not path.is_file():
            return None
        with suppress(*NOT_JSON):
            return json_decoded(path.read_bytes(), PairedClock)
        for paired in read_lines(second_path(journal), PairedClock):
            return paired
    raise Fault("paired-unreadable", path=str(path))


def moved_address(before: str, typed: str) -> str:
    """The clock's new address if only the changed part was typed: the scheme and the port stay the same."""
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
