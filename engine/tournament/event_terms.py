"""On what terms one enters a tournament: what it costs, how long and how often, and how the pool is paid."""

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
    """How often an entry may buy how many chips (0: the starting stack), and what goes to the pool for it."""

    most: int
    chips: int
    cost: int


class Prizes(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """What goes beside buy-ins: `bounty` is paid by each entry for its own head, on top of the buy-in; the pool is at
    least `guarantee`; each place is paid in multiples of `round_to`, and what is left goes to the first. An entry may
    add `add_on_chips` once for `add_on_cost`, which goes to the pool, from the end of level `add_on_after` on, and
    until entries are closed. All money in the currency's minor unit."""

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
    """`buy_in` goes to the pool and `fee` to the room, both in the minor unit of `currency`, a code of ISO 4217 (points
    where there is none; older records may have any text). Entries are taken to the end of level `late_levels` and of a
    break that follows it, 0 for until the start; a player may re-enter `re_entries` times. For as long, it may buy
    `rebuy_chips` (0: the starting stack) for `rebuy_cost`, which goes to the pool, up to `rebuys` times."""

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
    """Set where this is a flight: when it is over and who goes on."""
    prizes: Prizes | UnsetType = UNSET
    stack: Discs | UnsetType = UNSET
    """What a starting stack is made of, by denomination."""
    redraws: Redraws | UnsetType = UNSET
    shoot_out: ShootOut | UnsetType = UNSET
    """Set where this is one."""
    first_level: int | UnsetType = UNSET
    """The level that is played first, where that is not the structure's first: of a final, no document says it."""

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
        """Who may enter; older records say nothing of it."""
        return self.registration if isinstance(self.registration, Registration) else TAKES_ANYBODY

    @property
    def money(self) -> Prizes:
        """What goes beside buy-ins; older records say nothing of it."""
        return self.prizes if isinstance(self.prizes, Prizes) else NOTHING_BESIDE

    @property
    def ends(self) -> FlightEnds | None:
        """When a flight is over; None for what is played to the last player."""
        return self.flight if isinstance(self.flight, FlightEnds) else None

    @property
    def redrawn(self) -> Redraws:
        """When all seats are drawn anew; older records say nothing of it."""
        return self.redraws if isinstance(self.redraws, Redraws) else Redraws()

    @property
    def rounds(self) -> ShootOut | None:
        """How it is played in rounds; None where it is not."""
        return self.shoot_out if isinstance(self.shoot_out, ShootOut) else None

    @property
    def rebuy(self) -> RebuyTerms:
        """What may be bought; older records say nothing of it."""
        found = (self.rebuys, self.rebuy_chips, self.rebuy_cost)
        return RebuyTerms(*[one if isinstance(one, int) else 0 for one in found])


def all_begin_at_once(terms: EventTerms) -> bool:
    """Whether nobody enters or buys chips after the start, and the last one left wins: what a shoot-out needs, each
    table of which plays for itself."""
    return not (terms.late_levels or terms.re_entries or terms.rebuy.most or terms.money.add_on_chips or terms.ends)
