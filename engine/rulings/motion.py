"""Rulings as values: the result of a player's words and chips, and the sentence to read aloud. Knows nothing about the
rules."""

from typing import Literal

import msgspec

from engine.event import Action
from engine.message import Message, message
from engine.terms import Motion

__all__ = ["BindingAct", "HeldMotion", "Motion", "Option", "Ruling"]

BindingAct = Literal["fold", "check", "call", "bet", "raise", "all-in", ""]
"""The action that is binding; empty if nothing is binding, or nothing is binding yet."""


class Option(msgspec.Struct, frozen=True, gc=False):
    """One of the choices open to the floor, or to the player if the player has the choice."""

    says: Message
    actions: tuple[Action, ...] = ()


class HeldMotion(msgspec.Struct, frozen=True, gc=False):
    """An out-of-turn action that is held. Whether it is binding depends on the players who act before it."""

    motion: Motion
    street: int
    price: int
    binds: "Ruling"
    """The ruling that becomes binding if the price does not change."""


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """The binding action, the clause and the reason. `to` is the seat's total for the street."""

    act: BindingAct
    to: int
    returned: int
    clause: str
    why: Message
    floor: bool = False
    """Whether the floor is called to decide or to confirm."""
    actions: tuple[Action, ...] = ()
    """The actions that carry the ruling out, in order."""
    held: HeldMotion | None = None
    options: tuple[Option, ...] = ()

    @property
    def choices(self) -> tuple[Option, ...]:
        """The options that replace the ruling's own actions, rather than follow them."""
        instead = not self.actions or any(option.actions == self.actions for option in self.options)
        return self.options if instead else ()


def aloud(ruling: Ruling) -> Message:
    """The sentence to say aloud: the action, the chips that are returned, and the reason."""
    act, chips, why = act_told(ruling.act, ruling.to), ruling.returned, ruling.why
    if ruling.held:
        return message("held-and-back", act=act, chips=chips, why=why) if chips else message("held", act=act, why=why)
    if ruling.act:
        return message("binds-and-back", act=act, chips=chips, why=why) if chips else message("binds", act=act, why=why)
    return message("goes-back", chips=chips, why=why) if chips else why


def act_told(act: BindingAct, to: int) -> Message:
    """The action in words, such as `raise to 800`."""
    acts = {
        "": message("act-none"),
        "fold": message("act-fold"),
        "check": message("act-check"),
        "call": message("act-call", to=to),
        "bet": message("act-bet", to=to),
        "raise": message("act-raise", to=to),
        "all-in": message("act-all-in", to=to),
    }
    return acts[act]
