"""The longest tests start first, each worker with its share of them: else one worker plays the last of them alone.

`long(seconds)` marks what keeps a worker for about so long on an idle machine. `--dist worksteal` deals all tests out
at once, to each worker as many in a row, and who is done takes from the end of another's: so what is long goes to the
beginning of a share, the longest to who has least to do. Tests with a fixture of their module stay together, for it to
be set up once. Every worker comes to the same order. Without workers nothing moves.
"""

import os
from collections.abc import Iterable

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Once it is known which tests run."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers > 1:
        items[:] = dealt(items, workers)


def dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """All of them, so that each worker's share begins with what is long."""
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
    """Each alone, or with all that have a fixture of its module."""
    groups: dict[pytest.Item | pytest.Module | None, list[pytest.Item]] = {}
    for item in items:
        groups.setdefault(item.getparent(pytest.Module) if _shares(item) else item, []).append(item)
    return [group for group in groups.values() if _seconds(group)]


def _shares(item: pytest.Item) -> bool:
    """Whether a fixture of it is set up once for its module."""
    assert isinstance(item, pytest.Function)
    return any(fixtures[-1].scope == "module" for fixtures in item._fixtureinfo.name2fixturedefs.values())


def _seconds(items: Iterable[pytest.Item]) -> float:
    marks = (item.get_closest_marker("long") for item in items)
    return sum(float(mark.args[0]) for mark in marks if mark)
