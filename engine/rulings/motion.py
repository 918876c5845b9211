"""What a player did with words and chips, and what a ruling makes of it. Values only; knows no rule."""

from typing import Literal

import msgspec

from engine.actions import Action
from engine.cards import Card

Act = Literal["fold", "check", "call", "bet", "raise", "all-in", ""]
"""What binds; empty where nothing does, or not yet."""


class Motion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the player in a seat said and did. Chips are denominations, one number a chip."""

    seat: int
    said: str = ""
    chips: tuple[int, ...] = ()
    """Released in one motion."""
    motions: tuple[tuple[int, ...], ...] = ()
    """The chips of each motion, where there were several."""
    out_of_turn: bool = False
    chips_first: bool = False
    """The chips went in before the words."""
    prior: tuple[int, ...] = ()
    """The chips of an earlier bet of the street, where it matters which they are: change may be due from them."""
    pulled: tuple[int, ...] = ()
    """Those of them that the player took back before this."""
    splashed: bool = False
    """The chips went into the pot and cannot be counted there; `chips` is what the stack lacks."""
    exposed: tuple[Card, ...] = ()
    """The player's own cards that somebody saw."""
    shown_to: tuple[int, ...] = ()
    """The seats that saw the player's cards; with `exposed` alone the whole table did."""
    behind: int = 0
    """Chips found behind after the player's all-in."""

    @property
    def moved(self) -> tuple[int, ...]:
        """All chips released, in however many motions."""
        return sum(self.motions, ()) or self.chips


class Option(msgspec.Struct, frozen=True):
    """One of the ways in which the floor, or the player where it is theirs to say, may decide."""

    says: str
    actions: tuple[Action, ...] = ()


class Held(msgspec.Struct, frozen=True):
    """Action out of turn that waits: whether it binds depends on what the players before it do."""

    motion: Motion
    street: int
    price: int
    """What the player faced."""
    binds: "Ruling"
    """What it is if that does not change."""


class Ruling(msgspec.Struct, frozen=True):
    """What binds, by which clause, and one sentence to read aloud. `to` is the seat's total for the street."""

    act: Act
    to: int
    returned: int
    """Chips that go back to the player."""
    clause: str
    why: str
    floor: bool = False
    """The floor is called: it decides, or confirms."""
    actions: tuple[Action, ...] = ()
    """What brings the table there, in order."""
    held: Held | None = None
    options: tuple[Option, ...] = ()
