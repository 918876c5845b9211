"""The two tables of all kinds forget no kind, and each kind says what it does."""

from typing import Any, get_args

import pytest

from engine.actions import TableAction
from engine.event import Action
from engine.events import AnyEvent, Event
from engine.hand.actions import HandAction
from engine.table.state import TableActionBase


def leaves(family: type[Any]) -> set[type[Any]]:
    """The kinds of a family, including those of its sub-families."""
    below = family.__subclasses__()
    return set().union(*[leaves(kind) for kind in below]) if below else {family}


@pytest.mark.parametrize(("family", "union"), [(Event, AnyEvent), (Action, TableAction)], ids=["event", "action"])
def test_the_union_that_is_decoded_is_the_whole_family(family, union):
    assert leaves(family) == {*get_args(union)}


def test_each_event_has_a_change_of_its_own():
    assert [kind for kind in get_args(AnyEvent) if is_abstract(kind.change)] == []


def test_each_action_of_a_hand_and_of_a_table_has_a_rule_of_its_own():
    deciding = [kind for kind in get_args(TableAction) if issubclass(kind, HandAction | TableActionBase)]

    assert len(deciding) > 30
    assert [kind for kind in deciding if is_abstract(kind.decide)] == []


def is_abstract(method: object) -> bool:
    return bool(getattr(method, "__isabstractmethod__", False))
