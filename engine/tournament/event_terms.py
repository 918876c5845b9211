"""The terms of a tournament: what it costs to enter, until when and how often, and how the pool is paid out."""

import msgspec

from engine.bad_input import BadInput, check_range
from engine.chips import Discs
from engine.tournament.formats import FlightEnds, Redraws, ShootOut
from engine.tournament.prizes.payouts import PayoutTable

MOST_AMOUNT = 10**12
_AMOUNTS = ("buy_in", "fee", "late_levels", "re_entries", "rebuys", "rebuy_chips", "rebuy_cost", "first_level")
MOST_FIELD = 100_000
MOST_ON_ROSTER = 16


class Registration(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """`opens_ms` and `closes_ms` are wall-clock times in UTC milliseconds, with 0 for no limit. `cap` limits the field,
    with 0 for no limit. `roster` is the largest size of a team's roster, or 0 if players enter individually. With
    `check_in`, only entries that have checked in are seated. `forfeit_fee` is in the currency's minor unit."""

    opens_ms: int = 0
    closes_ms: int = 0
    cap: int = 0
    roster: int = 0
    check_in: bool = False
    forfeit_fee: int = 0

    def __post_init__(self) -> None:
        check_range("cap", self.cap, 0, MOST_FIELD)
        check_range("roster", self.roster, 0, MOST_ON_ROSTER)
        for field in ("opens_ms", "closes_ms", "forfeit_fee"):
            check_range(field, getattr(self, field), 0, 10**15)
        if self.closes_ms and self.closes_ms <= self.opens_ms:
            raise BadInput("closes-before-it-opens")


class Prizes(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Money besides buy-ins. Each entry pays `bounty` for the bounty on its own player, on top of the buy-in. The pool
    is at least `guarantee`; each place is paid in multiples of `round_to`, and the remainder goes to first place. An
    entry may add `add_on_chips` once for `add_on_cost`, which goes to the pool, from the end of level `add_on_after`
    until entries close. All money is in the currency's minor unit."""

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


class EventTerms(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """`buy_in` goes to the pool and `fee` to the room, both in the minor unit of `currency`, an ISO 4217 code (points
    if it is empty). Entries are taken until the end of level `late_levels` and of a
    break that follows it; 0 means until the start. A player may re-enter `re_entries` times. During the same period, an
    entry may buy `rebuy_chips` (0: the starting stack) for `rebuy_cost`, which goes to the pool, up to `rebuys`
    times."""

    payouts: PayoutTable
    buy_in: int = 0
    fee: int = 0
    currency: str = ""
    late_levels: int = 0
    re_entries: int = 0
    rebuys: int = 0
    rebuy_chips: int = 0
    rebuy_cost: int = 0
    registration: Registration = Registration()
    flight: FlightEnds | None = None
    """This is set if the tournament is a flight. It says when the flight is over and who advances."""
    prizes: Prizes = Prizes()
    stack: Discs = ()
    """The chips of a starting stack, by denomination; empty if they are not specified."""
    redraws: Redraws = Redraws()
    shoot_out: ShootOut | None = None
    """This is set if the tournament is a shootout. It says how the rounds are played."""
    first_level: int = 0
    """The level that is played first; 0 for the structure's first. Meant for a final, because no document specifies its
    first level."""

    def __post_init__(self) -> None:
        for field in _AMOUNTS:
            check_range(field, getattr(self, field), 0, MOST_AMOUNT)


def all_begin_at_once(terms: EventTerms) -> bool:
    """Whether nobody enters or buys chips after the start, and the last player left wins. A shootout requires this
    because each of its tables plays by itself."""
    return not (terms.late_levels or terms.re_entries or terms.rebuys or terms.prizes.add_on_chips or terms.flight)
