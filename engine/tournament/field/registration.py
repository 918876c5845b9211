"""The registration rules of an event: when players may enter, how many, and whether they enter individually or as
teams. Contains only values."""

import msgspec

from engine.bad_input import BadInput, check_range
from engine.books.rulebook import RuleBook

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


def needs_check_in(registration: Registration, book: RuleBook | None) -> bool:
    """Whether an entry is seated only once it has checked in and its player's ID was checked."""
    return registration.check_in or (book is not None and book.identity.value == "names-and-id")
