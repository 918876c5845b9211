"""The families of actions."""

import msgspec


class Action(msgspec.Struct, frozen=True, tag_field="ask"):
    """The family of all actions. `seat` is the physical seat, from 1. A `floor` reason, where there is one, asks for
    a fact that the rule book would refuse to be let stand, and is recorded with it."""


class RoomAction(Action, frozen=True):
    """What the room and its people ask for, whatever becomes of the hand: no undo takes it back."""


class PlayOn(Action, frozen=True):
    """What goes on with the hand: it waits while the table waits for an answer."""
