"""The clock's figures for a monitoring system, in Prometheus format. Access requires their own token, or a sign-in that
may view them. They do not contain people's names, addresses or secrets."""

import os
from collections.abc import Iterator

from fastapi import Request
from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector

from kiosk.clock.service import Service
from kiosk.clock.web.answers import Asking, context_of, token_of
from kiosk.clock.web.operations import Example, Operations


class _Now(Collector):
    def __init__(self, service: Service) -> None:
        self._service = service

    def collect(self) -> Iterator[Metric]:
        """Yield every metric once. Belongs to the event loop's thread."""
        counts, vitals, wrongs = self._service.counts(), self._service.vitals, self._service.access.turned_away
        yield InfoMetricFamily("kiosk_build", "The program's version", {"version": self._service.version})
        yield _one("kiosk_healthy", "1 while the disk accepts writes and the clock is running", counts.healthy)
        yield _each(
            "kiosk_tables", "Tables in play, by the state of their link", "link", linked=counts.linked, away=counts.away
        )
        yield _one("kiosk_kiosks_rejected", "Kiosks that the clock is rejecting", counts.rejected)
        yield _each(
            "kiosk_pages", "Open connections from pages", "kind",
            director=counts.directors, display=counts.displays, stream=counts.streams,
        )  # fmt: skip
        yield _count("kiosk_records_taken", "Table records written since the start", counts.taken)
        yield _each(
            "kiosk_records_waiting", "Table records received and not yet processed", "to_be", written=counts.waiting,
            audited=counts.unaudited,
        )  # fmt: skip
        failed = CounterMetricFamily(
            "kiosk_failed_authentications", "Wrong keys and PINs since the start", labels=("kind",)
        )
        failed.add_metric(("key",), wrongs.keys)
        failed.add_metric(("pin",), wrongs.pins)
        yield failed
        yield _one(
            "kiosk_heartbeat_age_seconds", "Seconds since the clock last recorded that it was running", vitals.beat_s
        )
        yield _one("kiosk_snapshot_age_seconds", "Seconds since the last snapshot of a table", counts.snapshot_s)
        yield _one("kiosk_backup_age_seconds", "Seconds since the last automatic backup", vitals.backup_s)
        if turns := self._service.turns:
            yield _each(
                "kiosk_role", "Whether this clock runs the room. A waiting clock answers nobody", "role", owner=1
            )
            yield _one(
                "kiosk_lease_age_seconds", "Seconds since the clock last renewed its turn on the server", vitals.beat_s
            )
            yield _count("kiosk_takeovers", "Times that this program took over from another clock", turns.taken_over)
            yield _count("kiosk_fenced", "Times that another clock took over while this one was running", turns.fenced)
        # This does not access the disk, because the system already knows the answer.
        space = os.statvfs(vitals.database.parent)
        yield _one("kiosk_disk_free_bytes", "Free disk space for the database", space.f_bavail * space.f_frsize)


def _one(name: str, about: str, value: float | None) -> Metric:
    """A metric. It has no sample if the value is None."""
    family = GaugeMetricFamily(name, about)
    if value is not None:
        family.add_metric((), value)
    return family


def _count(name: str, about: str, value: float) -> Metric:
    family = CounterMetricFamily(name, about)
    family.add_metric((), value)
    return family


def _each(name: str, about: str, label: str, **values: float) -> Metric:
    family = GaugeMetricFamily(name, about, labels=(label,))
    for its_label, value in values.items():
        family.add_metric((its_label,), value)
    return family


metrics = Operations()


def _is_scraper(request: Request) -> bool:
    return context_of(request).service.access.keys.is_scraper(token_of(request))


@metrics.operation(
    "GET", "/metrics", "look",
    "Get the clock's metrics in the Prometheus text format; the `metrics_token` in the settings also gives access",
    Example("over"), accept=_is_scraper, media=CONTENT_TYPE_PLAIN_0_0_4,
)  # fmt: skip
async def read_metrics(ask: Asking) -> bytes:
    registry, vitals = CollectorRegistry(), ask.service.vitals  # nothing is shared with another clock
    for one in (_Now(ask.service), vitals.commits, vitals.orders):
        registry.register(one)
    ProcessCollector(registry=registry)
    return generate_latest(registry)
