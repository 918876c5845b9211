"""`kiosk doctor`: checks a clock, based on its settings."""

import ssl
import tomllib
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError

import msgspec

from engine.decoders import json_decoder
from engine.message import Message, message
from kiosk.clock.settings import ClockSettings
from kiosk.commands.doctor.check import CheckResult
from kiosk.faults import Fault
from kiosk.local_http import fetch, trusted_of
from kiosk.storage.plain import check_plain
from ui.words import Words

PATIENCE_S = 10.0
_ONLY_CLOCKS_HAVE = frozenset({"director_key", "tables"})
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}

AILING = 503
"""The only error status of a clock's `/healthz`: the clock is running, but reports a problem."""


def is_of_clock(path: Path) -> bool:
    """Whether a settings file is a clock's and not a table's."""
    try:
        check_plain([path])
        return not _ONLY_CLOCKS_HAVE.isdisjoint(tomllib.loads(path.read_text("utf-8")))
    except (Fault, OSError, ValueError, RecursionError):  # the last one is raised for lists nested a thousand deep
        return False


def check_running(settings: ClockSettings, words: Words) -> Iterator[CheckResult]:
    """Check that the clock at this address runs with these settings, and its backups. No clock is not a failure."""
    site, address = _site(settings)
    found, fix = _running(settings, site, address)
    yield CheckResult("clock", fix is None, words.say(found), words.say(fix) if fix else "")
    if found.code == "doctor-clock-runs":
        yield from _backups(settings, site, words)


def check_backup_folder(settings: ClockSettings, words: Words) -> Iterator[CheckResult]:
    """Check that the backup folder is not on the database's own disk, where both would be lost together. Its path also
    leads there if the backup disk is removed. Having none is not a failure: tables keep backups too."""
    folder = settings.backup_folder
    if folder is None:
        none, name = message("doctor-no-backup-folder"), message("doctor-name-backup-folder")
        yield CheckResult("backup", True, words.say(none), words.say(name))
        return
    try:
        is_same = _disk_of(folder) == _disk_of(settings.database)
    except OSError:  # another user's folder; the clock itself reports failures
        return
    if is_same:
        said, fix = message("doctor-backups-same-disk", path=str(folder)), message("doctor-fix-backup-folder")
        yield CheckResult("backup", False, words.say(said), words.say(fix))


def _disk_of(path: Path) -> int:
    """The device that a path is on, or would be on if it existed. Raises `OSError`."""
    there = next(one for one in (path, *path.absolute().parents) if one.exists())
    return there.stat().st_dev


def _backups(settings: ClockSettings, site: str, words: Words) -> Iterator[CheckResult]:
    """One line for each of the clock's own backups that failed, or one for all."""
    headers = {"Authorization": f"Bearer {settings.director_key}", "Accept-Language": words.language}
    try:
        trusted = trusted_of(settings.database, settings.certificate) if settings.is_tls else None
        said = fetch(f"{site}/api/recovery", PATIENCE_S, headers, trusted)
        backups = json_decoder(_Backups).decode(said)
    except (Fault, OSError, HTTPException, msgspec.MsgspecError):
        return
    for one in backups.failed:
        yield CheckResult("backup", False, one.why, one.fix)
    if not backups.failed:
        yield CheckResult("backup", True, words.say(message("doctor-backups", count=backups.tables)))


class _Failed(msgspec.Struct):
    why: str
    fix: str


class _Backups(msgspec.Struct):
    tables: int
    failed: list[_Failed]


def _site(settings: ClockSettings) -> tuple[str, str]:
    """The URL where the clock's pages are, and its address in short form."""
    host = _EVERYWHERE.get(settings.host, settings.host)
    address = f"[{host}]:{settings.port}" if ":" in host else f"{host}:{settings.port}"
    return f"{'https' if settings.is_tls else 'http'}://{address}", address


def _running(settings: ClockSettings, site: str, address: str) -> tuple[Message, Message | None]:
    """The state of the clock at the address, and how to fix it, or None if nothing needs fixing."""
    try:
        trusted = trusted_of(settings.database, settings.certificate) if settings.is_tls else None
        fetch(f"{site}/healthz", PATIENCE_S, trusted=trusted)
    except Fault:
        return message("doctor-no-clock-runs", address=address), None
    except HTTPError as error:
        if error.code != AILING:
            return message("doctor-not-a-clock", address=address), message("doctor-fix-port")
        return message("doctor-clock-says", clock=address, status=str(error.code)), message("doctor-ask-clock")
    except (OSError, HTTPException) as error:
        if isinstance(getattr(error, "reason", error), ConnectionRefusedError):
            return message("doctor-no-clock-runs", address=address), None
        return message("doctor-not-a-clock", address=address), message("doctor-fix-port")
    other = _differs(settings, site, address, trusted)
    return other or message("doctor-clock-runs", address=address), other and message("doctor-fix-restart-clock")


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
        fetch(url, PATIENCE_S, {"Authorization": f"Bearer {secret}"}, trusted)
    except OSError:
        return False
    return True
