"""A tournament as its director's programs see it: what the HTTP API answers and the director's page is sent."""

import msgspec

from engine.tournament.actions import RoomAction
from engine.tournament.ledger import Ledger
from engine.tournament.legal import Legal
from kiosk.protocol.messages import ClockState, Message


class EntryView(msgspec.Struct, frozen=True):
    """An entry: where it belongs, the chips it has by the last word of its table, and how it went out. `finish` is its
    place, 0 while it is in; `payout` in the currency's minor unit. Who is `on_the_way` there carries the chips, and has
    left `from_table`."""

    entry: int
    player: str
    name: str
    nth: int
    table: int = 0
    sitting: int = 0
    seat: int = 0
    chips: int | None = None
    finish: int = 0
    payout: int = 0
    voided: bool = False
    on_the_way: bool = False
    from_table: int = 0
    waits: bool = False
    """On the waiting list."""
    checked_in: bool = False
    forfeit: bool = False
    fee_owed: int = 0
    """Of a forfeit that is not paid."""
    roster: tuple[str, ...] = ()
    bounties: int = 0
    """Won so far."""
    goes_on: bool = False
    """From a flight that is over, to the final."""


class SittingView(msgspec.Struct, frozen=True):
    """A physical table in this tournament."""

    sitting: int
    table: int
    seat_count: int
    breaking: bool
    closed: bool
    typed: bool = False


class ProposalView(msgspec.Struct, frozen=True):
    """What the rules ask for: the action that does it, why, in words, and the clause; empty where there is none."""

    action: RoomAction
    why: str
    clause: str


class ActView(msgspec.Struct, frozen=True):
    """What was done: the kinds of its events, and by whom; `undone` where it was taken back."""

    act: int
    by: str
    kinds: tuple[str, ...]
    undone: bool


class TournamentView(Message, frozen=True, tag="tournament"):
    """As of record `mark`. `draw` is the hash that the seed was committed to; `seed` is shown after the draw."""

    id: str
    name: str
    mark: int
    entries: tuple[EntryView, ...] = ()
    sittings: tuple[SittingView, ...] = ()
    proposals: tuple[ProposalView, ...] = ()
    acts: tuple[ActView, ...] = ()
    ledger: Ledger | None = None
    legal: Legal | None = None
    draw: str = ""
    seed: str = ""
    ended: bool = False
    starts_ms: int | None = None
    """Wall time of a scheduled start."""
    pool: int = 0
    prizes: tuple[int, ...] = ()
    """Of the places paid, from the first, as entries stand now."""
    waits_on: tuple[int, ...] = ()
    """Hand for hand: the tables that have yet to finish."""
    hand_for_hand: bool = False


class ListedTournament(msgspec.Struct, frozen=True):
    """A tournament of the room."""

    id: str
    name: str
    entries: int
    players_left: int
    ended: bool


class TournamentList(Message, frozen=True, tag="tournaments"):
    """All of them in the order they were made, and the physical `tables` that have a kiosk."""

    tournaments: tuple[ListedTournament, ...]
    tables: tuple[int, ...]


class PublicTournament(msgspec.Struct, frozen=True):
    """What the API answers of one tournament; the director's sums and tables are beside it."""

    state: ClockState
    tournament: TournamentView
