"""A tournament as the director's programs see it: the HTTP API's answers and the page's messages."""

from typing import Literal

import msgspec

from engine.cards import Card
from engine.chips import Discs
from engine.message import Message, message
from engine.tournament.actions import Rebuy, RoomOrder
from engine.tournament.custody.denominations import Denomination
from engine.tournament.custody.ledger import Ledger
from engine.tournament.draws import DrawMade
from engine.tournament.event_terms import EventTerms
from engine.tournament.policies import Policy, PolicyKind
from engine.tournament.rules.prizes.prize_list import Prize
from engine.tournament.rules.seating.seat_rules import MOST_SEATS
from engine.tournament.tournament import LegalOrders
from kiosk.protocol.link.clock_state import ClockState
from kiosk.protocol.link.wire import WireMessage
from kiosk.protocol.people import AskedGlass, AskedTable
from kiosk.protocol.room_plan import RoomPlan

PrintKind = Literal["seat-cards", "moves", "payouts", "results", "entries", "rules", "structure"]
PaperName = Literal["a4", "letter", "roll"]
"""`roll` is 80 mm wide, the usual paper width of receipt printers."""


class EntryView(msgspec.Struct, frozen=True):
    """An entry: its table and seat, its chips, and how it busted.

    `chips` is the stack that its table last reported, or the stack with which it sits down. It is 0 while
    a bust waits to be confirmed. `finish` is its finishing
    place, or 0 while it is still in play. `payout` is in the currency's minor unit, and is set once it is certain. A
    player who is `on_the_way` has left `from_table` and is carrying the chips.
    """

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
    checked_in: bool = False
    forfeit: bool = False
    fee_owed: int = 0
    """The fee of a forfeit that is still unpaid."""
    roster: tuple[str, ...] = ()
    bounties: int = 0
    knocked_out_by: tuple[int, ...] = ()
    """The entries that won this entry's last chips; empty if unknown."""
    bag: int | None = None
    goes_on: bool = False
    """Whether the entry advances to the final from a finished flight."""
    barred: str = ""
    """The reason why an entry without a seat cannot get one, in words."""
    team: str = ""
    """The name of the entry's team, if every member of the team has a seat and a stack; otherwise empty."""
    member: str = ""
    """The member number; empty for a player known only by name."""
    alternate: int = 0
    """The entry's number among the alternates, who are waiting for a seat after the draw; 0 if it is not an
    alternate."""
    refund: int = 0
    """The refund if the entry is canceled, in the minor unit: buy-in, fee, bounty and purchases."""
    pinned: bool = False
    """Whether the player is pinned, so that the entry keeps its seat."""


class SittingView(msgspec.Struct, frozen=True):
    """A physical table in this tournament."""

    sitting: int
    table: int
    seat_count: int
    breaking: bool
    closed: bool
    typed: bool = False
    count_next: tuple[int, ...] = ()
    """The seats to count at the next break."""
    halted: bool = False
    """Whether the table is short of players and does not deal until more have arrived."""
    unused: tuple[int, ...] = ()
    """The seats that are out of use."""
    paused: bool = False
    paused_after: int = 0
    """The last hand of a paused table; 0 if it has none or is not paused."""
    pause_reason: str = ""
    """The director's reason for the pause."""


class DifferenceView(msgspec.Struct, frozen=True):
    """A difference between an entry's counted chips and the record: above 0, the entry has more; below 0, it has fewer.

    `said` describes it in words, including where it is and since when. It is `sure` once two counts agree.
    """

    entry: int
    table: int
    seat: int
    chips: int
    since: int
    until: int
    sure: bool
    said: str


class AcceptedView(msgspec.Struct, frozen=True):
    """An accepted difference. `said` describes it in words, as of the time when it was found. `by` is the name of the
    person who signed; it is empty in older records."""

    entry: int
    table: int
    chips: int
    by: str
    said: str


class RuleSaid(msgspec.Struct, frozen=True):
    """A choice in the rule book, in words: its title, what the book says, and its clause."""

    title: str
    says: str
    clause: str


class ProposalView(msgspec.Struct, frozen=True):
    """An action that the rules call for: the action, the reason, and the clause.

    `clause` is written for people: it says so if the clause is not in the document, and is empty if there is none.
    `rules` are the choices of the rule book on which the action is based.
    """

    action: RoomOrder
    why: str
    clause: str
    rules: tuple[RuleSaid, ...] = ()
    instead: tuple[Rebuy, ...] = ()
    """The rebuys that players who lost all their chips may make instead of busting out."""


class BoundTerm(msgspec.Struct, frozen=True):
    """A field of the terms that can no longer change because play has used it, and the reason."""

    field: str
    why: str


class PolicyView(msgspec.Struct, frozen=True):
    """The clock's policy for proposals of one kind. While it is `paused`, the clock asks before it carries them out,
    because one was taken back."""

    kind: PolicyKind
    policy: Policy
    paused: bool = False


class ActDetails(msgspec.Struct, frozen=True, omit_defaults=True):
    """The values that an action set, so that a page can name them."""

    way: str = ""
    """Which way a switch was set (`on` or `off`), or the form of the action, such as `next` for the next hand in hand
    for hand. Empty if the kind of the event says everything."""
    tables: tuple[int, ...] = ()
    """All physical tables that the action affects."""
    policy: tuple[PolicyKind, Policy] | None = None
    """The kind of proposal and its new policy."""
    terms: tuple[str, ...] = ()
    """The names of the changed terms."""
    added_ms: int = 0
    """The time added to the level; negative if it was taken off."""
    starts_ms: int = 0
    """The scheduled start, as a wall-clock time in UTC milliseconds."""


class ActView(msgspec.Struct, frozen=True):
    """An action: the kinds of its events, and the person who carried it out. It is `undone` if it was taken back.
    `signed` is the name of the person who accepted a difference."""

    act: int
    by: str
    kinds: tuple[str, ...]
    undone: bool
    signed: str = ""
    entries: tuple[int, ...] = ()
    """The first few entries that the action affects."""
    table: int = 0
    """The physical table that the action affects; 0 for none."""
    entry_count: int = 0
    seat: int = 0
    """The seat that the action gave to its only entry; 0 for none."""
    row: int | None = None
    """The entry of the structure (from 0) that began; None if the action did not change the level."""
    details: ActDetails = ActDetails()


class SeatRaces(msgspec.Struct, frozen=True):
    """A seat in a chip race. It keeps its `even` chips, races with its `odd` chips, and may win one of the smallest
    chips that stay in play."""

    seat: int
    name: str
    even: int
    odd: int


class TableRace(msgspec.Struct, frozen=True):
    """The chips to `bring` to a table for its race, by denomination (an estimate), and how many chips its seats race
    for."""

    table: int
    bring: Discs
    prizes: int
    seats: tuple[SeatRaces, ...]


class ColorUp(msgspec.Struct, frozen=True):
    """The next color-up. Chips of denomination `odd` go out of play, and `chip` is the smallest denomination that
    stays."""

    odd: int
    chip: int
    tables: tuple[TableRace, ...]


class Draws(msgspec.Struct, frozen=True):
    """Every draw made with a seed, and the hash of the `next` draw's seed."""

    draws: tuple[DrawMade, ...]
    next: str


class PileCard(msgspec.Struct, frozen=True):
    """The physical table and seat that a drawn card assigns. Seat 0 is the free seat nearest to the player's old
    position."""

    card: Card
    table: int
    seat: int


class Drawer(msgspec.Struct, frozen=True):
    """An entry that draws a card. `seat` is the seat that the entry leaves (0 for none)."""

    entry: int
    name: str
    seat: int = 0


class CardPile(msgspec.Struct, frozen=True):
    """The cards to shuffle for a draw, and the entries that draw one each, in order."""

    cards: tuple[PileCard, ...]
    drawers: tuple[Drawer, ...]


class TournamentView(WireMessage, frozen=True, tag="tournament"):
    """The tournament as of record `mark`.

    `draw` is the hash of the next draw's seed, and `seed` is the seed of the newest draw. The seeds form a hash chain,
    so `draw` and `seed` are equal, except before the first draw and after every ten thousandth draw.
    """

    id: str
    name: str
    mark: int
    entries: tuple[EntryView, ...] = ()
    sittings: tuple[SittingView, ...] = ()
    proposals: tuple[ProposalView, ...] = ()
    acts: tuple[ActView, ...] = ()
    ledger: Ledger | None = None
    legal: LegalOrders | None = None
    draw: str = ""
    seed: str = ""
    ended: bool = False
    starts_ms: int | None = None
    """Wall-clock time of a scheduled start."""
    currency: str = ""
    minor_digits: int = 0
    """All amounts of money are in the currency's minor unit, which has this many decimal digits; 0 for points."""
    bounty: int = 0
    pool: int = 0
    paid_in: int = 0
    """Money paid into the pool, including in the flights of a final."""
    overlay: int = 0
    """The amount that the house adds to reach the guarantee."""
    fees: int = 0
    """The total paid to the room."""
    prizes: tuple[int, ...] = ()
    """The prizes for the paid places, from first place down, given the current entries. After a deal, they are the
    agreed shares; the first share includes the amount left to play for."""
    payouts: tuple[Prize, ...] = ()
    """The prizes for the paid places, with the entries that win them."""
    in_final: bool = False
    """Whether this is a flight: its pool goes to the final, which pays it out."""
    go_on: int = 0
    """How many players are left when the flight ends, given the current entries. 0 if the flight ends after a level, or
    if this is not a flight."""
    go_on_may_change: bool = False
    """Whether `go_on` can still change, because it is a share of the entries and entries are still open."""
    deal: bool = False
    """Whether the remaining players have divided the prizes."""
    dealt: int = 0
    """How many players made that deal; 0 if none was made."""
    unclaimed: int = 0
    """The number of places in the payout table that stay unclaimed, because the tournament has fewer players than paid
    places."""
    shared: int = 0
    """The total prize money of the unclaimed places, which is shared among the other places."""
    waits_on: tuple[int, ...] = ()
    """The tables that have not finished the current hand in hand-for-hand play."""
    hand_for_hand: bool = False
    denominations: tuple[Denomination, ...] = ()
    differences: tuple[DifferenceView, ...] = ()
    """Differences between counted chips and the record. Confirmed ones come first."""
    accepted: tuple[AcceptedView, ...] = ()
    break_order: tuple[int, ...] = ()
    """The physical tables in the order in which they are broken."""
    order_is_set: bool = False
    """Whether the director set the order in which tables break; otherwise, it comes from the rule book."""
    most_seats: int = MOST_SEATS
    """The largest number of seats that a table may have under the rule book."""
    policies: tuple[PolicyView, ...] = ()
    """The policy for every kind of proposal that this tournament can have."""
    terms: EventTerms | None = None
    bound: tuple[BoundTerm, ...] = ()
    """The fields of the terms that can no longer change because play has used them."""


class EntriesAt(WireMessage, frozen=True, tag="entries"):
    """All entries that belong to a sitting; sitting 0 holds the entries without one. The director's page replaces its
    previous entries for that sitting with these."""

    sitting: int
    entries: tuple[EntryView, ...] = ()


class ListedTournament(msgspec.Struct, frozen=True):
    """A tournament in the room."""

    id: str
    name: str
    entries: int
    players_left: int
    ended: bool


class TournamentList(WireMessage, frozen=True, tag="tournaments"):
    """All tournaments in the order in which they were created, the physical `tables` that have a kiosk, and the floor
    plan."""

    tournaments: tuple[ListedTournament, ...]
    tables: tuple[int, ...]
    plan: RoomPlan = RoomPlan()
    zone: str = ""
    """The time zone for times of day, an IANA name."""
    asked: tuple[AskedTable, ...] = ()
    """The tablets that are asking to become tables, longest wait first."""
    asked_glasses: tuple[AskedGlass, ...] = ()
    """The devices that ask to show a table's screen, longest wait first."""


class KeptIn(msgspec.Struct, frozen=True):
    """Records that still contain an erased name: a tournament's decisions, or the records of its `table`, on the clock
    and at the table."""

    tournament: str
    table: int = 0


class Erased(msgspec.Struct, frozen=True):
    """An erased name, and the records that still contain it."""

    name: str
    kept: tuple[KeptIn, ...]


def what_is_erased(erased: Erased) -> list[Message]:
    kept = (
        message("name-kept-table", table=one.table, event=one.tournament)
        if one.table
        else message("name-kept-decisions", event=one.tournament)
        for one in erased.kept
    )
    return [message("name-erased", name=erased.name), *kept]


class PublicTournament(msgspec.Struct, frozen=True):
    """The API's answer about one tournament. A separate answer has the amounts and tables that only the director
    sees."""

    state: ClockState
    tournament: TournamentView
