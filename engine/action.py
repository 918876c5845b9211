"""The base class of actions. `engine.actions` lists every action."""

from typing import ClassVar

import msgspec


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="ask"):
    """The base class of all actions. `seat` is the physical seat, from 1. If a `floor` reason is given, it allows an
    action that the rule book would refuse, and it is recorded with the event."""

    is_ruling: ClassVar[bool] = False
    """Whether the action counts as a ruling by the floor."""


class PlayOn(Action, frozen=True):
    """Actions that continue the hand. They are refused while the table is waiting for an answer."""
