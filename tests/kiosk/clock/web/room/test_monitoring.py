"""The alert rules and the dashboard in `deploy/monitoring`, against the metrics of a clock that runs."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from kiosk.clock.health.vitals import Turns
from kiosk.clock.web.room import metrics
from tests.kit.clock import KEY, ClockThread
from tests.kit.docs import ROOT
from tests.kit.full_tables import FullTables

MONITORING = ROOT / "deploy" / "monitoring"
SELECTOR = re.compile(r"\b((?:kiosk|process)_[a-z_]+)(?:\{([^}]*)\})?")
LABEL = re.compile(r'([a-z_]+)="([^"]*)"')
SCRAPED = {"job": "tournament-clock"}
"""The labels that Prometheus itself adds."""


@pytest.fixture
def samples(tmp_path, free_port, monkeypatch):
    """The samples of a clock that takes turns with a second one: names, each with its label sets."""

    class Now(metrics._Now):
        def __init__(self, service: Any) -> None:
            service.turns = Turns()
            super().__init__(service)

    monkeypatch.setattr(metrics, "_Now", Now)
    clock = ClockThread(tmp_path, free_port, event=FullTables())
    clock.start()
    text = httpx.get(f"{clock.site}/api/metrics", headers={"Authorization": f"Bearer {KEY}"}).text
    clock.stop()
    families = list(text_string_to_metric_families(text))
    named: dict[str, list[dict[str, str]]] = {
        family.name: [] for family in families
    }  # a backup's age may have no sample
    for family in families:
        for sample in family.samples:
            named.setdefault(sample.name, []).append(sample.labels)
    return named


def alert_expressions() -> Iterator[str]:
    groups = yaml.safe_load((MONITORING / "alerts.yml").read_text("utf-8"))["groups"]
    yield from (rule["expr"] for group in groups for rule in group["rules"])


def dashboard_expressions() -> Iterator[str]:
    panels = json.loads((MONITORING / "dashboard.json").read_text("utf-8"))["panels"]
    yield from (target["expr"] for panel in panels for target in panel["targets"])


@pytest.mark.parametrize("expressions", [alert_expressions, dashboard_expressions])
def test_every_metric_of_the_alerts_and_the_dashboard_exists_with_its_labels(samples, expressions):
    """A renamed metric would be silent: no data raises no alert."""
    found = [(name, dict(LABEL.findall(labels))) for each in expressions() for name, labels in SELECTOR.findall(each)]

    assert len(found) > 10
    for name, labels in found:
        assert name in samples, name
        wanted = labels.items() - SCRAPED.items()
        assert not wanted or any(wanted <= sample.items() for sample in samples[name]), (name, labels)


def test_every_metric_of_ours_is_on_the_dashboard_or_in_an_alert(samples):
    used = {name for each in (*alert_expressions(), *dashboard_expressions()) for name, _ in SELECTOR.findall(each)}
    ours = {name for name, sets in samples.items() if name.startswith("kiosk_") and sets}
    plain = {re.sub(r"_(bucket|sum|count|created)$", "", name) for name in ours}

    assert plain - {re.sub(r"_bucket$", "", name) for name in used} == set()


def test_names_follow_the_practice_of_prometheus(samples):
    """Base units at the end, counters in `_total`."""
    for name in samples:
        if name.startswith("kiosk_"):
            assert not re.search(r"_(ms|minutes|kb|mb|percent)(_|$)", name), name
            assert "_seconds" not in name or "_age_" in name or "_duration_" in name, name


def test_every_alert_says_what_to_do_and_how_urgent_it_is():
    groups = yaml.safe_load((MONITORING / "alerts.yml").read_text("utf-8"))["groups"]
    rules = [rule for group in groups for rule in group["rules"]]

    assert len({rule["alert"] for rule in rules}) == len(rules)
    for rule in rules:
        assert set(rule["annotations"]) == {"summary", "description"}
        assert rule["labels"]["severity"] in ("info", "warning", "critical")
        assert rule["expr"].count("(") == rule["expr"].count(")")


def test_the_dashboards_panels_do_not_overlap():
    panels = json.loads((MONITORING / "dashboard.json").read_text("utf-8"))["panels"]
    taken = set[tuple[int, int]]()
    for panel in panels:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, panel["title"]
        assert place["x"] + place["w"] <= 24
        taken |= cells
    assert len({panel["id"] for panel in panels}) == len(panels)
