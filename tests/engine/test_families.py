"""Each event belongs to one family, and no list of events forgets one."""

from typing import get_args

import pytest

from engine.events import (
    AnyHandEvent,
    AnyRecordEvent,
    AnyTableEvent,
    Event,
    EventBase,
    HandEvent,
    RecordEvent,
    TableEvent,
)
from engine.hand.state import CHANGES


def leaves(family: type[EventBase]) -> set[type[EventBase]]:
    """The events of a family, including those of its sub-families."""
    below = family.__subclasses__()
    return set().union(*[leaves(kind) for kind in below]) if below else {family}


@pytest.mark.parametrize(
    ("family", "union"),
    [(EventBase, Event), (HandEvent, AnyHandEvent), (TableEvent, AnyTableEvent), (RecordEvent, AnyRecordEvent)],
    ids=["event", "hand", "table", "record"],
)
def test_the_union_used_for_type_checking_is_the_whole_family(family, union):
    """The union of all hand events that mypy checks against contains every class that belongs to the family."""
    assert leaves(family) == {*get_args(union)}


def test_a_hand_has_a_handler_for_each_of_its_events():
    """The one table by type, which is kept for speed, covers the whole family."""
    assert set(CHANGES) == {*get_args(AnyHandEvent)}
