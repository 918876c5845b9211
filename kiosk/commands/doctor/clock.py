"""Checks of a clock by its settings."""

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
from kiosk.commands.doctor.check import Check
from kiosk.faults import Fault
from kiosk.local_http import fetch, trusted_of
from kiosk.storage.plain import check_plain
from ui.words import Words

PATIENCE_S = 10.0
_ONLY_CLOCKS_HAVE = frozenset({"director_key", "tables"})
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}

AILING = 503
"""The only error that a clock gives to somebody who asks how it is."""


def is_of_clock(path: Path) -> bool:
    """Whether a settings file is a clock's and not a table's."""
    try:
        check_plain([path])
        return not _ONLY_CLOCKS_HAVE.isdisjoint(tomllib.loads(path.read_text("utf-8")))
    except (Fault, OSError, ValueError, RecursionError):  # lists a thousand deep
        return False


def check_running(settings: ClockSettings, words: Words) -> Iterator[Check]:
    """The clock that answers at its address has these settings, and its backups succeed; none may be running."""
    site, address = _site(settings)
    found, fix = _running(settings, site, address)
    yield Check("clock", fix is None, words.say(found), words.say(fix) if fix else "")
    if found.code == "doctor-clock-runs":
        yield from _backups(settings, site, words)


def check_backup_folder(settings: ClockSettings, words: Words) -> Iterator[Check]:
    """Backups that lie on the database's own disk, also because the other one was taken out: lost together with it. To
    have no other disk is no failure, since tables keep backups, too; it is said with what would be better."""
    folder = settings.backup_folder
    if folder is None:
        none, name = message("doctor-no-backup-folder"), message("doctor-name-backup-folder")
        yield Check("backup", True, words.say(none), words.say(name))
        return
    try:
        is_same = _disk_of(folder) == _disk_of(settings.database)
    except OSError:  # of another user; the clock says what fails
        return
    if is_same:
        said, fix = message("doctor-backups-same-disk", path=str(folder)), message("doctor-fix-backup-folder")
        yield Check("backup", False, words.say(said), words.say(fix))


def _disk_of(path: Path) -> int:
    """The device on which it is, or would be. Raises OSError."""
    there = next(one for one in (path, *path.absolute().parents) if one.exists())
    return there.stat().st_dev


def _backups(settings: ClockSettings, site: str, words: Words) -> Iterator[Check]:
    """Those that the clock makes by itself: the failed ones one by one; none of a clock that is older than they are."""
    headers = {"Authorization": f"Bearer {settings.director_key}", "Accept-Language": words.language}
    try:
        trusted = trusted_of(settings.database, settings.certificate) if settings.is_tls else None
        said = fetch(f"{site}/api/recovery", PATIENCE_S, headers, trusted)
        backups = json_decoder(_Backups).decode(said)
    except (Fault, OSError, HTTPException, msgspec.MsgspecError):
        return
    for one in backups.failed:
        yield Check("backup", False, one.why, one.fix)
    if not backups.failed:
        yield Check("backup", True, words.say(message("doctor-backups", count=backups.tables)))


class _Failed(msgspec.Struct):
    why: str
    fix: str


class _Backups(msgspec.Struct):
    """Of what the clock answers."""

    tables: int
    failed: list[_Failed]


def _site(settings: ClockSettings) -> tuple[str, str]:
    """Of the clock: where its pages are, and its address in short."""
    host = _EVERYWHERE.get(settings.host, settings.host)
    address = f"[{host}]:{settings.port}" if ":" in host else f"{host}:{settings.port}"
    return f"{'https' if settings.is_tls else 'http'}://{address}", address


def _running(settings: ClockSettings, site: str, address: str) -> tuple[Message, Message | None]:
    """What was found, and what to do about it."""
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
    """In what the clock there has other settings."""
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
