"""A player's words and chips, as they are held in actions and in the record. A value that knows nothing about the
rules."""

import msgspec

from engine.cards import Card


class Motion(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The words that the player in a seat said and the chips that they moved. Chips are given by denomination, one
    number for each chip."""

    seat: int
    said: str = ""
    chips: tuple[int, ...] = ()
    """The chips released in one motion."""
    motions: tuple[tuple[int, ...], ...] = ()
    """The chips of each motion, if there were several."""
    out_of_turn: bool = False
    chips_first: bool = False
    """Whether the chips went in before the words were said."""
    prior: tuple[int, ...] = ()
    """The chips of an earlier bet on the street, if their denominations matter because the player may be due change
    from them."""
    pulled: tuple[int, ...] = ()
    """The chips of that earlier bet that the player took back before this motion."""
    splashed: bool = False
    """Whether the chips went into the pot, where they cannot be counted. `chips` is then the amount missing from the
    stack."""
    exposed: tuple[Card, ...] = ()
    """The player's own cards that someone saw."""
    shown_to: tuple[int, ...] = ()
    """The seats that saw the player's cards. With only `exposed` set, the whole table saw them."""
    behind: int = 0
    """The chips found behind the player after an all-in."""

    @property
    def moved(self) -> tuple[int, ...]:
        """All the chips released, in any number of motions."""
        return sum(self.motions, ()) or self.chips
