"""The end of a hand: claims given up, pots pushed, or a deal that does not count."""

from msgspec.structs import replace

from engine.event import Consequence, PlayEvent
from engine.hand.state import ChipsNotConserved, Hand, HandEvent, position, with_value


class HandMucked(HandEvent, PlayEvent, frozen=True, tag="hand-mucked"):
    """The seat mucked at showdown. `inferred` is set if its cards had not been read when the hand ended."""

    seat: int
    floor: str = ""
    inferred: bool = False

    def change(self, hand: Hand) -> Hand:
        return replace(hand, mucked=with_value(hand.mucked, position(hand, self.seat), True))


class PotAwarded(HandEvent, frozen=True, tag="pot-awarded"):
    """One pot was pushed. `pot` 0 is the main pot, and `seats` received `shares`, in the same order.

    `follows` is set if the floor overruled the result or the winner was only reported; `floor` is the reason if the
    floor decided. The reason that a hand won is not recorded, because it can be worked out from the hand.
    """

    pot: int
    chips: int
    seats: tuple[int, ...]
    shares: tuple[int, ...]
    follows: bool = False
    floor: str = ""

    def change(self, hand: Hand) -> Hand:
        stacks = list(hand.stacks)
        for seat, share in zip(self.seats, self.shares, strict=True):
            stacks[position(hand, seat)] += share
        return replace(hand, stacks=tuple(stacks), awarded=hand.awarded + self.chips)


class HandEnded(HandEvent, frozen=True, tag="hand-ended"):
    """All pots have been pushed, and `seats` now hold `stacks`."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]

    def change(self, hand: Hand) -> Hand:
        if hand.pot or self.stacks != hand.stacks:
            raise ChipsNotConserved(
                "hand-ended-differs", hand=hand.deal.hand, pot=hand.pot, stacks=hand.stacks, recorded=self.stacks
            )
        return replace(hand, over=True)


class HandVoided(HandEvent, Consequence, frozen=True, tag="hand-voided"):
    """The deal does not count. Every chip was returned, and `seats` hold the same `stacks` as before the deal. The hand
    is dealt again. The reason is the irregularity, the order or the mode change recorded before this event."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]

    def change(self, hand: Hand) -> Hand:
        if self.stacks != hand.deal.stacks:
            raise ChipsNotConserved(
                "hand-voided-differs", hand=hand.deal.hand, stacks=self.stacks, dealt=hand.deal.stacks
            )
        nothing = (0,) * len(hand.stacks)
        return replace(
            hand, stacks=self.stacks, bets=nothing, paid=nothing, antes=nothing, forfeited=(),
            over=True, voided=True,
        )  # fmt: skip
