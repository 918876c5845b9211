"""Starts the longest tests first and gives each worker its share of them, so that no worker is left to run the last of
them.

`long(seconds)` marks a test that keeps a worker busy for about this long on an idle machine. `--dist worksteal` deals
all tests out at the start, the same number in a row to each worker, and a worker that is done takes tests from the end
of another's. So long tests go to the beginning of a share, and the longest go to the worker with the least to do. Tests
with a module fixture stay together so that it is set up once. Every worker computes the same order. Without workers,
the order does not change.
"""

import os
from collections.abc import Iterable

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs once the tests of the run are known."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers > 1:
        items[:] = dealt(items, workers)


def dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Reorder all tests so that each worker's share begins with the long ones."""
    first: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for group in sorted(_long_ones(items), key=_seconds, reverse=True):
        min(first, key=_seconds).extend(group)
    moved = {item for share in first for item in share}
    others = [item for item in items if item not in moved]
    order: list[pytest.Item] = []
    for number, share in enumerate(first):
        size = (len(items) - len(order)) // (workers - number)
        room = max(0, size - len(share))
        order += share + others[:room]
        del others[:room]
    return order


def _long_ones(items: list[pytest.Item]) -> list[list[pytest.Item]]:
    """The long tests, each by itself or with all tests that share its module's fixture."""
    groups: dict[pytest.Item | pytest.Module | None, list[pytest.Item]] = {}
    for item in items:
        groups.setdefault(item.getparent(pytest.Module) if _shares(item) else item, []).append(item)
    return [group for group in groups.values() if _seconds(group)]


def _shares(item: pytest.Item) -> bool:
    """Whether one of its fixtures is set up once for its module."""
    assert isinstance(item, pytest.Function)
    return any(fixtures[-1].scope == "module" for fixtures in item._fixtureinfo.name2fixturedefs.values())


def _seconds(items: Iterable[pytest.Item]) -> float:
    marks = (item.get_closest_marker("long") for item in items)
    return sum(float(mark.args[0]) for mark in marks if mark)
