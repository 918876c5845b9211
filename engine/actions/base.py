"""The families of actions."""

import msgspec


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="ask"):
    """The base class of all actions. `seat` is the physical seat, from 1. If a `floor` reason is given, it allows an
    action that the rule book would refuse, and it is recorded with the event."""


class RoomAction(Action, frozen=True):
    """Actions by the room and its staff that are independent of the hand. Undo does not affect them."""


class PlayOn(Action, frozen=True):
    """Actions that continue the hand. They are refused while the table is waiting for an answer."""
