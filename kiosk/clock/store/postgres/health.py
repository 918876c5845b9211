"""The state of a database server: its roles, and the data that a failure or a power cut would lose."""

from collections.abc import Callable
from contextlib import closing
from typing import NamedTuple

from psycopg import Connection

from kiosk.clock.store.postgres.lease import holder_of
from kiosk.clock.store.postgres.link import check_safe, connect, place_of, server_faults
from kiosk.clock.store.postgres.schema import form_of

CONFIRMS = {"sync", "quorum"}
"""The states of a replica that confirms each commit."""


class ServerHealth(NamedTuple):
    at: str
    version: str
    has_checksums: bool
    replicas: tuple[str, ...]
    """The state of each replica, such as `async` or `sync`. It is empty for each if this user may not see it."""
    skew_ms: int
    """How far this machine's wall clock is ahead of the server's."""
    owner: str
    """The clock that runs on this database, or an empty string if none does."""

    @property
    def is_synchronous(self) -> bool:
        return not CONFIRMS.isdisjoint(self.replicas)

    @property
    def is_hidden(self) -> bool:
        return "" in self.replicas


def health_of(url: str, wall_ms: Callable[[], int]) -> ServerHealth:
    """Raises `Fault` if the server does not answer, or if no clock starts on it. Changes nothing."""
    at = place_of(url)
    with closing(connect(url, "doctor")) as db:
        check_safe(db, at)
        with server_faults(at):
            holder = holder_of(db) if form_of(db, at) else None
            (checksums,) = _row(db, "SELECT current_setting('data_checksums')")
            replicas = db.execute("SELECT coalesce(sync_state, '') FROM pg_stat_replication").fetchall()
            before_ms = wall_ms()
            (server_ms,) = _row(db, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8")
            skew_ms = (before_ms + wall_ms()) // 2 - int(str(server_ms))
        version = db.info.server_version
    owner = holder.owner if holder and not holder.is_over else ""
    states = tuple(str(state) for (state,) in replicas)
    return ServerHealth(at, f"{version // 10_000}.{version % 10_000}", checksums == "on", states, skew_ms, owner)


def kept_on(url: str, kind: str) -> dict[str, bytes]:
    """All entries of a kind, by id. None if there is no room. Raises `Fault`. Changes nothing."""
    at = place_of(url)
    with closing(connect(url, "look")) as db, server_faults(at):
        if not form_of(db, at):
            return {}
        return dict(db.execute("SELECT id, body FROM access WHERE kind = %s", (kind,)).fetchall())


def _row(db: Connection, query: str) -> tuple[object, ...]:
    return db.execute(query.encode()).fetchone() or ()
