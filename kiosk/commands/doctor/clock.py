"""`kiosk doctor`: checks a clock, based on its own settings or a table's."""

import asyncio
import ssl
import time
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError

import msgspec

from engine.decoders import json_decoder
from engine.message import Message, message
from kiosk.clock.settings import ClockSettings
from kiosk.clock_trust import Trust
from kiosk.commands.doctor.check import Finding
from kiosk.faults import Fault
from kiosk.local_http import fetch, trusted_of
from kiosk.storage.plain import check_plain
from kiosk.table.recovery.clock_copy import answering_clock
from kiosk.table.settings import TableSettings

PATIENCE_S = 10.0
_ONLY_CLOCKS_HAVE = frozenset({"director_key", "director_key_file", "tables"})
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
AILING = HTTPStatus.SERVICE_UNAVAILABLE
"""The only error status of a clock's `/healthz`: the clock is running, but reports a problem."""


def is_of_clock(path: Path) -> bool:
    """Whether a settings file is a clock's and not a table's or a host's."""
    return not _ONLY_CLOCKS_HAVE.isdisjoint(_settings(path)) and not is_of_host(path)


def is_of_host(path: Path) -> bool:
    """Whether a settings file is a host's: it has the numbers of tables. A clock's tables have fields."""
    tables = _settings(path).get("tables")
    return isinstance(tables, list) and bool(tables) and all(isinstance(one, int) for one in tables)


def _settings(path: Path) -> dict[str, object]:
    """The settings in a file; none if it cannot be read."""
    try:
        check_plain([path])
        return tomllib.loads(path.read_text("utf-8"))
    except (Fault, OSError, ValueError, RecursionError):  # the last one is raised for lists nested a thousand deep
        return {}


def check_clock(settings: TableSettings) -> Finding:
    """Check that a table's clock answers, that it belongs to this room, and that it recognizes the table's token."""
    clock = answering_clock(settings)
    site = clock.replace("ws", "http", 1)
    no_clock = Finding("clock", message("doctor-not-a-clock", address=clock), message("doctor-fix-address"))
    started = time.perf_counter_ns()
    try:
        trusted = asyncio.run(Trust(clock, settings.clock_fingerprint).context())
        fetch(f"{site}/healthz", PATIENCE_S, trusted=trusted)
        fetch(f"{site}/api/kiosk/{settings.table}", PATIENCE_S, _bearer(settings.token), trusted)
    except Fault as fault:
        return Finding("clock", fault)
    except HTTPError as error:
        if error.code == HTTPStatus.UNAUTHORIZED:
            known = message("doctor-token-unknown", clock=clock, table=settings.table)
            return Finding("clock", known, message("doctor-fix-token"))
        return _ailing_clock(clock, error) if error.code == AILING else no_clock
    except HTTPException:
        return no_clock
    except OSError as error:
        silent = message("doctor-clock-silent", clock=clock, error=str(getattr(error, "reason", error)))
        return Finding("clock", silent, message("doctor-start-clock"))
    took_ms = (time.perf_counter_ns() - started) // 1_000_000
    return Finding("clock", message("doctor-clock-answers", clock=clock, ms=took_ms))


def check_running(settings: ClockSettings, language: str) -> Iterator[Finding]:
    """Check that the clock at the settings' address runs with these settings, and check its backups. It is not a
    failure if no clock is running."""
    host = _EVERYWHERE.get(settings.host, settings.host)
    address = f"[{host}]:{settings.port}" if ":" in host else f"{host}:{settings.port}"
    site = f"{'https' if settings.is_tls else 'http'}://{address}"
    not_a_clock = Finding("clock", message("doctor-not-a-clock", address=address), message("doctor-fix-port"))
    nothing = Finding("clock", message("doctor-no-clock-runs", address=address))
    try:
        trusted = trusted_of(settings.state, settings.certificate) if settings.is_tls else None
        fetch(f"{site}/healthz", PATIENCE_S, trusted=trusted)
    except Fault:
        yield nothing
    except HTTPError as error:
        yield _ailing_clock(address, error) if error.code == AILING else not_a_clock
    except (OSError, HTTPException) as error:
        yield nothing if isinstance(getattr(error, "reason", error), ConnectionRefusedError) else not_a_clock
    else:
        if other := _differs(settings, site, address, trusted):
            yield Finding("clock", other, message("doctor-fix-restart-clock"))
            return
        yield Finding("clock", message("doctor-clock-runs", address=address))
        yield from _backups(settings, site, language, trusted)


def _ailing_clock(clock: str, error: HTTPError) -> Finding:
    return Finding(
        "clock", message("doctor-clock-says", clock=clock, status=str(error.code)), message("doctor-ask-clock")
    )


def _bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def check_backup_folder(settings: ClockSettings) -> Iterator[Finding]:
    """Check that the backup folder is not on the database's own disk, where both would be lost together. While the
    backup disk is unplugged, the folder's path leads to that disk, too. Having no folder is not a failure: tables keep
    backups too."""
    folder = settings.backup_folder
    if folder is None:
        yield Finding("backup", message("doctor-no-backup-folder"), message("doctor-name-backup-folder"), ok=True)
        return
    with suppress(OSError):  # another user's folder; the clock itself reports failures
        if _disk_of(folder) == _disk_of(settings.state):
            same = message("doctor-backups-same-disk", path=str(folder))
            yield Finding("backup", same, message("doctor-fix-backup-folder"))


def _disk_of(path: Path) -> int:
    """The device that a path is on, or would be on if it existed. Raises `OSError`."""
    there = next(one for one in (path, *path.absolute().parents) if one.exists())
    return there.stat().st_dev


def _backups(settings: ClockSettings, site: str, language: str, trusted: ssl.SSLContext | None) -> Iterator[Finding]:
    """A finding for each of the clock's own backups that failed, or a single one if none failed."""
    headers = {**_bearer(settings.director_key), "Accept-Language": language}
    try:
        said = fetch(f"{site}/api/recovery", PATIENCE_S, headers, trusted)
        backups = json_decoder(_Backups).decode(said)
    except (OSError, HTTPException, msgspec.MsgspecError):
        return
    for one in backups.failed:
        yield Finding("backup", one.why, one.fix)
    if not backups.failed:
        yield Finding("backup", message("doctor-backups", count=backups.tables))


class _Failed(msgspec.Struct):
    why: str
    fix: str


class _Backups(msgspec.Struct):
    tables: int
    failed: list[_Failed]


def _differs(settings: ClockSettings, site: str, address: str, trusted: ssl.SSLContext | None) -> Message | None:
    """The first difference between the running clock's settings and these, or None."""
    if not _takes(f"{site}/api/tournaments", settings.director_key, trusted):
        return message("doctor-clock-other-key", address=address)
    for table, token in settings.tokens.items():
        if not _takes(f"{site}/api/kiosk/{table}", token, trusted):
            return message("doctor-clock-other-token", address=address, table=table)
    return None


def _takes(url: str, secret: str, trusted: ssl.SSLContext | None) -> bool:
    try:
        fetch(url, PATIENCE_S, _bearer(secret), trusted)
    except OSError:
        return False
    return True
