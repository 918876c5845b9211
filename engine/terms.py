"""Values that actions and events share: levels, irregularities, floor orders, roles, and a player's words and chips."""

from typing import Literal, get_args

import msgspec

from engine.cards import Card
from engine.refused import Refused


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
    """The chips of an earlier bet by the player, if their denominations matter for making change."""
    pulled: tuple[int, ...] = ()
    """The chips of that earlier bet that the player took back before this motion."""
    splashed: bool = False
    """Whether the chips went into the pot uncounted. `chips` is then the amount missing from the stack."""
    exposed: tuple[Card, ...] = ()
    """The player's own cards that someone saw."""
    shown_to: tuple[int, ...] = ()
    """The seats that saw the player's cards. If only `exposed` is set, the whole table saw them."""
    behind: int = 0
    """The chips that the player was later found to still have behind after going all-in."""

    @property
    def moved(self) -> tuple[int, ...]:
        """All the chips released, in any number of motions."""
        return sum(self.motions, ()) or self.chips


class Blinds(msgspec.Struct, frozen=True, gc=False):
    """The terms of a hand: the level's number, counted from 1; the amounts in chips; the player or players who pay the
    ante; and the smallest chip in play (the unit of odd chips)."""

    level: int
    small: int
    big: int
    ante: int = 0
    ante_form: Literal["none", "each", "big-blind"] = "none"
    chip: int = 1


StopKind = Literal["last-round", "players-left", "hand-for-hand", "held", "paused", "over"]


class Stop(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The point at which the room wants a table to stop dealing. This is after `at` orbits (the last round), after `at`
    hands (hand for hand, or a held or paused table), once at most `at` players have chips, or at once if the tournament
    is over. The director may give a `reason` for a pause."""

    why: StopKind
    at: int
    reason: str = ""

    @property
    def refusal(self) -> Refused:
        """The reason that the table shows once it has stopped."""
        match self.why:
            case "last-round":
                return Refused("stops-last-round")
            case "players-left":
                return Refused("stops-players-left", players=self.at)
            case "hand-for-hand":
                return Refused("stops-hand-for-hand")
            case "held":
                return Refused("stops-held")
            case "over":
                return Refused("stops-over")
            case "paused":
                return Refused("stops-paused-for", reason=self.reason) if self.reason else Refused("stops-paused")


MishapKind = Literal[
    "first-card-exposed", "second-card-exposed", "card-exposed", "cards-exposed",
    "seat-missed", "extra-card", "extra-cards", "too-few-cards", "button-short", "wrong-seat", "not-entitled",
    "button-not-moved", "boxed-card", "boxed-cards", "foreign-card", "duplicate-card", "stub-exposed",
    "flop-too-many", "premature-flop", "premature-turn", "premature-river", "missing-burn", "extra-burn",
    "board-cards-stuck",
]  # fmt: skip

StreetName = Literal["flop", "turn", "river"]


class Mishap(msgspec.Struct, frozen=True, gc=False):
    """A mistake in dealing. The fields give the seat that it concerns (0 if there is none or it is unknown) and the
    cards, if they are known."""

    kind: MishapKind
    seat: int = 0
    cards: tuple[Card, ...] = ()


DeckAsker = Literal["dealer", "floor", "player"]
"""The person who asks for another deck. A dealer does so in order to alternate decks."""

Mode = Literal["readers", "pad", "winners", "counts"]
"""How much a table records of its hands: cards read and actions tapped; cards keyed in; the winners and their amounts;
or only that a hand was played. The modes are listed in the order of the fallback ladder, from the top."""


class ReportedPot(msgspec.Struct, frozen=True, gc=False):
    """A pot as the dealer reported it, with the number of chips and the winner."""

    chips: int
    seats: tuple[int, ...]


class FloorOrderBase(msgspec.Struct, frozen=True, gc=False, tag_field="order"):
    """The base class of the floor's orders that override the normal course of play."""


class Shares(msgspec.Struct, frozen=True, gc=False):
    """The share of one pot for each of `seats`. The main pot is number 0."""

    pot: int
    seats: tuple[int, ...]
    shares: tuple[int, ...]


class AwardPots(FloorOrderBase, frozen=True, tag="award-pots"):
    """Every pot goes to the seats that the floor names, and the hand is over."""

    pots: tuple[Shares, ...]


class AwardLast(FloorOrderBase, frozen=True, tag="award-last"):
    """The pots of the previous hand go to the seats that the floor names, until there is substantial action in the next
    hand. The hand in play continues as dealt, with the chips that its players then have."""

    pots: tuple[Shares, ...]


class MakeLive(FloorOrderBase, frozen=True, tag="make-live"):
    """A hand that was folded, killed or mucked is made live and stays in play."""

    seat: int


class MakeDead(FloorOrderBase, frozen=True, tag="make-dead"):
    """A live hand is declared dead. Its chips stay in the pot."""

    seat: int


class MoveChips(FloorOrderBase, frozen=True, tag="move-chips"):
    """`chips` go from the seat to the pot as if the seat had bet them on an earlier street. If the number is negative,
    they are returned to the seat."""

    seat: int
    chips: int


class VoidHand(FloorOrderBase, frozen=True, tag="void-hand"):
    """The hand does not count. All chips are returned, and it is dealt again."""


class SetStacks(FloorOrderBase, frozen=True, tag="set-stacks"):
    """Between hands, set the `stacks` of `seats`.

    Their sum changes by `difference`, which covers chips that were miscounted, found or missing. It is 0 if chips only
    move between players to correct an earlier hand that gave chips to the wrong player. `hand` is the number of that
    hand, or 0 if there is none.
    """

    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    difference: int = 0
    hand: int = 0


class MoveButton(FloorOrderBase, frozen=True, tag="move-button"):
    """Between hands, set the next hand's button to this seat, and the blinds to the next two players."""

    seat: int


class ChangeSeat(FloorOrderBase, frozen=True, tag="change-seat"):
    """Between hands, the player in `seat` moves with all their chips to the open seat `to` at the same table."""

    seat: int
    to: int


class LiftPenalty(FloorOrderBase, frozen=True, tag="lift-penalty"):
    """The seat does not miss any more hands."""

    seat: int


FloorOrder = (
    AwardPots | AwardLast | MakeLive | MakeDead | MoveChips | VoidHand | SetStacks | MoveButton | ChangeSeat
    | LiftPenalty
)  # fmt: skip

FloorReason = Literal["", "ruling", "misdeal", "chips", "seat-open", "player-needed", "seat", "other"]

Role = Literal["dealer", "floor"]
NAMELESS: tuple[Role, ...] = get_args(Role)
"""The signatures of orders that nobody signed: only the role of the person who gave them is known."""


LADDER: tuple[Mode, ...] = ("readers", "pad", "winners", "counts")
REPORTED = ("winners", "counts")
"""Modes in which the chips of a hand are not tracked."""
