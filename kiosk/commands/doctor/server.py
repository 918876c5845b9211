"""`kiosk doctor`: checks the database server that a clock's settings name."""

from collections.abc import Callable, Iterator

from engine.message import message
from kiosk.clock.store.place import need_driver
from kiosk.commands.doctor.check import Finding
from kiosk.faults import Fault

MOST_SKEW_MS = 2_000
"""The difference between two machines' clocks, in milliseconds, from which on times in the records are confusing."""


def check_server(url: str, wall_ms: Callable[[], int]) -> Iterator[Finding]:
    """Check that the server answers and is safe, that a synchronous replica has everything, and that both machines have
    the same time. A server without a replica passes, as a database file does."""
    try:
        need_driver()
        from kiosk.clock.store.postgres.health import health_of  # noqa: PLC0415  only for a server

        health = health_of(url, wall_ms)
    except Fault as fault:
        yield Finding("server", fault)
        return
    at = health.at
    if health.owner:
        yield Finding("server", message("doctor-server-owned", path=at, version=health.version, owner=health.owner))
    else:
        yield Finding("server", message("doctor-server", path=at, version=health.version))
    if not health.has_checksums:
        yield Finding("server", message("doctor-no-checksums", path=at), message("doctor-fix-checksums"))
    if not health.replicas:
        yield Finding("server", message("doctor-one-machine", path=at), message("doctor-add-replica"), ok=True)
    elif health.is_hidden:
        yield Finding("server", message("doctor-replicas-hidden", path=at), message("doctor-show-replicas"))
    elif not health.is_synchronous:
        yield Finding("server", message("doctor-asynchronous", path=at), message("doctor-fix-asynchronous"))
    else:
        yield Finding("server", message("doctor-synchronous"))
    if abs(health.skew_ms) > MOST_SKEW_MS:
        skewed = message("doctor-clock-skew", path=at, seconds=round(abs(health.skew_ms) / 1000))
        yield Finding("server", skewed, message("doctor-fix-clock-skew"))
