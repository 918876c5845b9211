"""The Open Hand History schema (hh-specs.handhistory.org, specification 1.4.6): names and types, but not rules.

A hand is one JSON object `{"ohh": {...}}`; hands are separated by one blank line. Extension fields begin with `_`.
Fields that other writers may omit have a default; unknown fields are ignored.
"""

import msgspec
from msgspec import UNSET, UnsetType

from engine.events import BetsCorrected, ChipsForfeited, ChipsMoved, HandRevived

SPEC_VERSION = "1.4.6"
STREETS = ("Preflop", "Flop", "Turn", "River", "Showdown")
BET_TYPES = {"no-limit": "NL", "pot-limit": "PL", "fixed-limit": "FL"}

Amount = int | float
OhhFact = BetsCorrected | ChipsForfeited | ChipsMoved | HandRevived


class BetLimit(msgspec.Struct, frozen=True, gc=False):
    """The betting form: no-limit `NL`, pot-limit `PL` or fixed-limit `FL`. A cap of 0 means that there is no cap."""

    bet_type: str = "NL"
    bet_cap: Amount = 0


class TournamentInfo(msgspec.Struct, frozen=True, gc=False):
    """The tournament that a hand belongs to. Facts that are unknown at a table are null."""

    tournament_number: str
    name: str
    start_date_utc: str | None = None
    currency: str | None = None
    buyin_amount: Amount | None = None
    fee_amount: Amount | None = None
    bounty_fee_amount: Amount | None = None
    initial_stack: Amount | None = None
    type: str | None = None
    flags: tuple[str, ...] | None = None
    speed: dict[str, str | Amount] | None = None


class Player(msgspec.Struct, frozen=True, gc=False):
    """A player who was dealt in, unless `is_sitting_out`. Actions and wins refer to the player by `id`."""

    id: int
    seat: int
    name: str = ""
    starting_stack: Amount = 0
    is_sitting_out: bool | UnsetType = UNSET


ACTION_FIELDS = {"killed": "_killed", "absent": "_absent", "floor": "_floor", "fact": "_fact"}


class OhhAction(msgspec.Struct, frozen=True, gc=False, rename=ACTION_FIELDS):
    """An action. `amount` is the chips added, not the total. `killed` and `floor` are the floor's reasons. `absent`
    means that the hand was dead from the start. `fact` is our own event if OHH has no action for it."""

    action_number: int
    action: str
    player_id: int = -1
    amount: Amount = 0
    is_allin: bool = False
    cards: tuple[str, ...] | UnsetType = UNSET
    killed: str | UnsetType = UNSET
    absent: bool | UnsetType = UNSET
    floor: str | UnsetType = UNSET
    fact: OhhFact | UnsetType = UNSET


class Round(msgspec.Struct, frozen=True, gc=False):
    """One street, with its cards and its actions. Some programs write an empty string if there are no cards."""

    id: int
    street: str
    actions: tuple[OhhAction, ...] = ()
    cards: tuple[str, ...] | str = ()


class Win(msgspec.Struct, frozen=True, gc=False):
    """The chips that a player received from a pot."""

    player_id: int
    win_amount: Amount


class OhhPot(msgspec.Struct, frozen=True, gc=False):
    """A pot, not including the uncalled bet. The main pot is number 0."""

    number: int
    amount: Amount
    rake: Amount = 0
    player_wins: tuple[Win, ...] = ()


OUR_FIELDS = {
    "smallest_chip": "_smallest_chip", "ante_trimming_status": "_ante_trimming_status", "book": "_book",
    "level": "_level", "opener": "_opener_seat", "small_blind_seat": "_small_blind_seat", "overruled": "_overruled",
}  # fmt: skip
"""Fields that the standard does not have. Their names in a file begin with an underscore."""


class Ohh(msgspec.Struct, frozen=True, gc=False, kw_only=True, rename=OUR_FIELDS):
    """One hand. `dealer_seat` may be an empty seat. The blinds and the ante are those of the level, not the amounts
    posted. `overruled` is the floor's reason for awarding the pots."""

    spec_version: str = SPEC_VERSION
    site_name: str = ""
    network_name: str = ""
    internal_version: str = ""
    tournament: bool = False
    tournament_info: TournamentInfo | UnsetType | None = UNSET
    game_number: str = ""
    start_date_utc: str | UnsetType | None = UNSET
    table_name: str = ""
    game_type: str = "Holdem"
    bet_limit: BetLimit = BetLimit()
    table_size: int = 0
    currency: str = ""
    dealer_seat: int
    small_blind_amount: Amount | None = None
    big_blind_amount: Amount | None = None
    ante_amount: Amount | None = None
    flags: tuple[str, ...] | None = None
    players: tuple[Player, ...]
    rounds: tuple[Round, ...]
    pots: tuple[OhhPot, ...]
    smallest_chip: int | UnsetType = UNSET
    ante_trimming_status: bool | UnsetType = UNSET
    level: int | UnsetType = UNSET
    opener: int | UnsetType = UNSET
    small_blind_seat: int | UnsetType = UNSET
    overruled: str | UnsetType = UNSET
    book: str | UnsetType = UNSET


class Wrapper(msgspec.Struct, frozen=True, gc=False):
    """The top-level object in a file."""

    ohh: Ohh
