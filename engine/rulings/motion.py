"""Rulings as values: what a player's words and chips come to. Knows no rule."""

from typing import Literal

import msgspec

from engine.actions import Action
from engine.message import Message
from engine.motion import Motion

__all__ = ["BindingAct", "HeldMotion", "Motion", "Option", "Ruling"]

BindingAct = Literal["fold", "check", "call", "bet", "raise", "all-in", ""]
"""What binds; empty where nothing does, or not yet."""


class Option(msgspec.Struct, frozen=True, gc=False):
    """One of the choices open to the floor, or to the player where the choice is theirs."""

    says: Message
    actions: tuple[Action, ...] = ()


class HeldMotion(msgspec.Struct, frozen=True, gc=False):
    """An action out of turn that is held: whether it binds depends on the players before it."""

    motion: Motion
    street: int
    price: int
    """What the player faced."""
    binds: "Ruling"
    """The ruling if that does not change."""


class Ruling(msgspec.Struct, frozen=True, gc=False):
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
    """The actions that carry it out, in order."""
    held: HeldMotion | None = None
    options: tuple[Option, ...] = ()

    @property
    def choices(self) -> tuple[Option, ...]:
        """The options that replace the ruling's own actions; those that only follow them are no choice."""
        instead = not self.actions or any(option.actions == self.actions for option in self.options)
        return self.options if instead else ()
