"""A connection to the room's PostgreSQL server, what is unsafe about the server, and its errors as `Fault`."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import psycopg
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import Diagnostic

from kiosk.clock.store.postgres.schema import MOVED_ON, NOT_THE_OWNER
from kiosk.faults import DiskFailed, Fault, NoRoom, Unsound

CONNECT_S = 5
OLDEST = 150000
"""The oldest version of the server, as PostgreSQL counts: 15.0."""
NOT_REPLICATED = "01000"
"""The SQLSTATE of the warning that a commit is on the server's own disk, but its replica has not confirmed it."""
MUST_BE_ON = ("fsync", "full_page_writes")
"""Without these settings, a power cut can destroy the database, although every commit succeeded."""
_ALIVE = {
    "keepalives": "1",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "2",
    "tcp_user_timeout": "5000",
}
_SESSION = """
SET synchronous_commit = on;
SET statement_timeout = '10s';
SET lock_timeout = '5s';
SET idle_in_transaction_session_timeout = '2s';
SET client_connection_check_interval = '2s';
SET client_min_messages = warning;
SET search_path = kiosk;
"""
"""Set by the program, so that no default of the role or of the database is in force instead."""
log = logging.getLogger(__name__)


def place_of(url: str) -> str:
    """The server and the database, without anything secret, for people and for the log."""
    there = urlsplit(url)
    hosts = there.netloc.rpartition("@")[2]
    return f"{hosts or 'localhost'}{there.path}"


def connect(url: str, process: str) -> Connection:
    """A connection that writes only if the server has synced each commit. Raises `Fault` if there is no server, or if
    it is a replica or too old."""
    at, given = place_of(url), dict[str, Any]()
    with server_faults(at):
        try:
            chosen = conninfo_to_dict(url)
            given = {name: value for name, value in _ALIVE.items() if name not in chosen}
            given.setdefault("target_session_attrs", str(chosen.get("target_session_attrs") or "read-write"))
            db = psycopg.connect(
                url, autocommit=True, connect_timeout=CONNECT_S, application_name=f"kiosk {process}", **given
            )
        except psycopg.OperationalError as error:
            raise Fault("server-away", path=at, error=_in_a_line(error)) from error
    try:
        if db.info.server_version < OLDEST:
            raise Fault("server-too-old", path=at, version=_version(db.info.server_version), least=_version(OLDEST))
        with server_faults(at):
            db.execute(_SESSION)
    except BaseException:
        db.close()
        raise
    return db


def check_safe(db: Connection, at: str) -> None:
    """Raises `Fault` if the server would lose or damage data at a power cut."""
    with server_faults(at):
        for name in MUST_BE_ON:
            row = db.execute("SELECT current_setting(%s)", (name,)).fetchone()
            if not row or row[0] != "on":
                raise Fault("server-unsafe", path=at, setting=name)


@contextmanager
def server_faults(at: str) -> Iterator[None]:
    """Raise the server's errors inside the block as a `Fault` that names the server."""
    try:
        yield
    except psycopg.Error as error:
        raise fault_of(error, at) from error


def fault_of(error: psycopg.Error, at: str) -> Fault:
    state, said = error.sqlstate or "", _in_a_line(error)
    if state == NOT_THE_OWNER:
        return Fault("clock-fenced", path=at, owner=error.diag.message_primary or "")
    if state == MOVED_ON or isinstance(error, psycopg.IntegrityError):
        return Unsound("server-changed-by-other", path=at, error=said)
    match state[:2]:
        case "53" if state != "53300":  # 53300: too many connections
            return NoRoom("server-full", path=at, error=said)
        case "58" | "XX":
            return DiskFailed("server-disk-failed", path=at, error=said)
        case "" | "08" | "57" | "53":
            return Fault("server-away", path=at, error=said)
    return Fault("server-refused", path=at, error=said)


class Warnings:
    """Notices a warning of the server that a commit may not have reached its replica. The commit itself reports
    success, because it can no longer be undone."""

    def __init__(self, db: Connection) -> None:
        self._is_unreplicated = False
        db.add_notice_handler(self._hear)

    def check(self, at: str) -> None:
        """Raises `Fault` if there was such a warning since the last call."""
        was, self._is_unreplicated = self._is_unreplicated, False
        if was:
            raise Fault("server-not-replicated", path=at)

    def _hear(self, said: Diagnostic) -> None:
        log.info("the server warns: %s", said.message_primary)
        self._is_unreplicated |= said.sqlstate == NOT_REPLICATED


def _version(number: int) -> str:
    return f"{number // 10_000}.{number % 10_000}"


def _in_a_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
