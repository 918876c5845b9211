"""The terms of a tournament: what it costs to enter, until when and how often players may enter, and how the pool is
paid out."""

from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from engine.bad_input import check_range
from engine.chips import Discs
from engine.tournament.field.registration import Registration
from engine.tournament.formats.flight import FlightEnds
from engine.tournament.formats.redraws import Redraws, ShootOut
from engine.tournament.prizes.payouts import PayoutTable

MOST_AMOUNT = 10**12


class RebuyTerms(NamedTuple):
    """How often an entry may buy this many chips (0 means the starting stack), and how much it pays into the pool for
    them."""

    most: int
    chips: int
    cost: int


class Prizes(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Money besides buy-ins. Each entry pays `bounty` for its own head, on top of the buy-in. The pool is at least
    `guarantee`; each place is paid in multiples of `round_to`, and the remainder goes to first place. An entry may add
    `add_on_chips` once for `add_on_cost`, which goes to the pool, from the end of level `add_on_after` until entries
    close. All money is in the currency's minor unit."""

    bounty: int = 0
    guarantee: int = 0
    round_to: int = 1
    add_on_chips: int = 0
    add_on_cost: int = 0
    add_on_after: int = 0

    def __post_init__(self) -> None:
        for field in ("bounty", "guarantee", "add_on_chips", "add_on_cost", "add_on_after"):
            check_range(field, getattr(self, field), 0, MOST_AMOUNT)
        check_range("round_to", self.round_to, 1, MOST_AMOUNT)


TAKES_ANYBODY, NOTHING_BESIDE = Registration(), Prizes()


class EventTerms(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """`buy_in` goes to the pool and `fee` to the room, both in the minor unit of `currency`, an ISO 4217 code (points
    if it is empty; older records may have any text). Entries are taken until the end of level `late_levels` and of a
    break that follows it; 0 means until the start. A player may re-enter `re_entries` times. During the same period, an
    entry may buy `rebuy_chips` (0: the starting stack) for `rebuy_cost`, which goes to the pool, up to `rebuys`
    times."""

    payouts: PayoutTable
    buy_in: int = 0
    fee: int = 0
    currency: str = ""
    late_levels: int = 0
    re_entries: int = 0
    rebuys: int | UnsetType = UNSET
    rebuy_chips: int | UnsetType = UNSET
    rebuy_cost: int | UnsetType = UNSET
    registration: Registration | UnsetType = UNSET
    flight: FlightEnds | UnsetType = UNSET
    """This is set if the tournament is a flight. It says when the flight is over and who goes on."""
    prizes: Prizes | UnsetType = UNSET
    stack: Discs | UnsetType = UNSET
    """The chips of a starting stack, by denomination."""
    redraws: Redraws | UnsetType = UNSET
    shoot_out: ShootOut | UnsetType = UNSET
    """This is set if the tournament is a shoot-out."""
    first_level: int | UnsetType = UNSET
    """The level that is played first if it is not the structure's first. It is meant for a final, since no document
    specifies the level."""

    def __post_init__(self) -> None:
        for field in (
            "buy_in",
            "fee",
            "late_levels",
            "re_entries",
            "rebuys",
            "rebuy_chips",
            "rebuy_cost",
            "first_level",
        ):
            check_range(field, getattr(self, field) or 0, 0, MOST_AMOUNT)

    @property
    def entering(self) -> Registration:
        """The rules for entering. In older records, which do not have them, there are no limits."""
        return self.registration if isinstance(self.registration, Registration) else TAKES_ANYBODY

    @property
    def money(self) -> Prizes:
        """The money besides buy-ins. There is none in older records, which do not have this field."""
        return self.prizes if isinstance(self.prizes, Prizes) else NOTHING_BESIDE

    @property
    def ends(self) -> FlightEnds | None:
        """The point at which a flight is over; None for a tournament that is played down to the last player."""
        return self.flight if isinstance(self.flight, FlightEnds) else None

    @property
    def redrawn(self) -> Redraws:
        """The points at which all players draw new seats. There are none in older records, which do not have this
        field."""
        return self.redraws if isinstance(self.redraws, Redraws) else Redraws()

    @property
    def rounds(self) -> ShootOut | None:
        """How the rounds of a shoot-out are played; None for other tournaments."""
        return self.shoot_out if isinstance(self.shoot_out, ShootOut) else None

    @property
    def rebuy(self) -> RebuyTerms:
        """The rebuys on offer. There are none in older records, which do not have this field."""
        found = (self.rebuys, self.rebuy_chips, self.rebuy_cost)
        return RebuyTerms(*[one if isinstance(one, int) else 0 for one in found])


def all_begin_at_once(terms: EventTerms) -> bool:
    """Whether nobody enters or buys chips after the start, and the last player left wins. A shoot-out requires this
    because each of its tables plays by itself."""
    return not (terms.late_levels or terms.re_entries or terms.rebuy.most or terms.money.add_on_chips or terms.ends)
