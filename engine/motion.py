"""A player's words and chips, as actions and the record hold them. A value; knows no rule."""

import msgspec

from engine.cards import Card


class Motion(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
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
    """The chips of an earlier bet of the street, where their denominations matter: change may be due from them."""
    pulled: tuple[int, ...] = ()
    """Those of them that the player took back before this."""
    splashed: bool = False
    """The chips went into the pot and cannot be counted there; `chips` is what is missing from the stack."""
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
