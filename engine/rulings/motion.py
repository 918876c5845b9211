"""What a ruling makes of what a player did with words and chips. Values only; knows no rule."""

from typing import Literal

import msgspec

from engine.actions import Action
from engine.message import Message
from engine.motion import Motion

__all__ = ["BindingAct", "HeldMotion", "Motion", "Option", "Ruling"]

BindingAct = Literal["fold", "check", "call", "bet", "raise", "all-in", ""]
"""What binds; empty where nothing does, or not yet."""


class Option(msgspec.Struct, frozen=True):
    """One of the ways in which the floor, or the player where it is theirs to say, may decide."""

    says: Message
    actions: tuple[Action, ...] = ()


class HeldMotion(msgspec.Struct, frozen=True):
    """Action out of turn that waits: whether it binds depends on what the players before it do."""

    motion: Motion
    street: int
    price: int
    """What the player faced."""
    binds: "Ruling"
    """What it is if that does not change."""


class Ruling(msgspec.Struct, frozen=True):
    """What binds, by which clause and why; `aloud` has the sentence. `to` is the seat's total for the street."""

    act: BindingAct
    to: int
    returned: int
    """Chips that go back to the player."""
    clause: str
    why: Message
    floor: bool = False
    """The floor is called: it decides, or confirms."""
    actions: tuple[Action, ...] = ()
    """What brings the table there, in order."""
    held: HeldMotion | None = None
    options: tuple[Option, ...] = ()
