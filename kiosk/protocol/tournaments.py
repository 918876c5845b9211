"""A tournament as its director's programs see it: what the HTTP API answers and the director's page is sent."""

import msgspec

from engine.cards import Card
from engine.chips import Discs
from engine.message import Message as Said
from engine.message import message
from engine.tournament.actions import Rebuy, RoomAction
from engine.tournament.custody.denominations import Denomination
from engine.tournament.custody.ledger import Ledger
from engine.tournament.draws import DrawMade
from engine.tournament.event_terms import EventTerms
from engine.tournament.legal import Legal
from engine.tournament.policies import Policy, PolicyKind
from engine.tournament.rules.prize_list import Prize
from engine.tournament.rules.seat_rules import MOST_SEATS
from kiosk.protocol.messages import ClockState, Message
from kiosk.protocol.people import AskedTable
from kiosk.protocol.room_plan import RoomPlan


class EntryView(msgspec.Struct, frozen=True):
    """An entry: where it belongs, the chips it has by the last word of its table or sits down with, and how it went
    out. `finish` is its place, 0 while it is in; `payout` in the currency's minor unit, once it is certain. Who is
    `on_the_way` there carries the chips, and has left `from_table`."""

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
    knocked_out_by: tuple[int, ...] = ()
    """The entries that took its last chips; empty where that is not known."""
    bag: int | None = None
    """What was counted of its bag."""
    goes_on: bool = False
    """From a flight that is over, to the final."""
    barred: str = ""
    """What keeps an entry without a seat out, in words."""
    team: str = ""
    """Whose one it is, where everyone of a team sits."""
    member: str = ""
    """The member number; empty for who is known by the name alone."""
    alternate: int = 0
    """Which of those it is who wait for a seat after the draw; 0 for none of them."""
    refund: int = 0
    """What is given back if it is cancelled, in the minor unit: buy-in, fee, bounty and purchases."""
    pinned: bool = False
    """It keeps its seat."""


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
    """It is short of players, and deals no more until some have come."""
    unused: tuple[int, ...] = ()
    """The seats out of use."""


class DifferenceView(msgspec.Struct, frozen=True):
    """An entry has `chips` more than the record says, below 0 fewer: `said` in words, with where and since when. It is
    `sure` once two counts agree."""

    entry: int
    table: int
    seat: int
    chips: int
    since: int
    until: int
    sure: bool
    said: str


class AcceptedView(msgspec.Struct, frozen=True):
    """A difference that was accepted: `said` in words, as it was found, and the name of who signed, empty in older
    records."""

    entry: int
    table: int
    chips: int
    by: str
    said: str


class RuleSaid(msgspec.Struct, frozen=True):
    """A choice of the rule book in words: what it is about, what the book says of it, and its clause."""

    title: str
    says: str
    clause: str


class ProposalView(msgspec.Struct, frozen=True):
    """What the rules ask for: the action that does it, why, and the clause, in words that say where it is not in the
    document; empty where there is none. `rules` are the book's choices that it follows."""

    action: RoomAction
    why: str
    clause: str
    rules: tuple[RuleSaid, ...] = ()
    instead: tuple[Rebuy, ...] = ()
    """What those who lost all may do in place of going out."""


class BoundTerm(msgspec.Struct, frozen=True):
    """A field of the terms that play has used, and why it stays as it is."""

    field: str
    why: str


class PolicyView(msgspec.Struct, frozen=True):
    """What the clock does with proposals of a kind; `paused` where it asks again since one was taken back."""

    kind: PolicyKind
    policy: Policy
    paused: bool = False


class ActView(msgspec.Struct, frozen=True):
    """What was done: the kinds of its events, and by whom; `undone` where it was taken back. `signed` is the
    name of who accepted a difference."""

    act: int
    by: str
    kinds: tuple[str, ...]
    undone: bool
    signed: str = ""
    entries: tuple[int, ...] = ()
    """The first that it is about."""
    table: int = 0
    """The physical one that it is about; 0 for none."""
    entry_count: int = 0
    """How many it is about."""


class SeatRaces(msgspec.Struct, frozen=True):
    """A seat keeps `even`, and races with so many `odd` chips; it may win one of the smallest that stays."""

    seat: int
    name: str
    even: int
    odd: int


class TableRace(msgspec.Struct, frozen=True):
    """What to `bring` to a table, about, by denomination; and how many chips its seats race for."""

    table: int
    bring: Discs
    prizes: int
    seats: tuple[SeatRaces, ...]


class ColourUp(msgspec.Struct, frozen=True):
    """Chips of `odd` go out of play next; the smallest that stays is `chip`."""

    odd: int
    chip: int
    tables: tuple[TableRace, ...]


class Draws(msgspec.Struct, frozen=True):
    """Every draw by a seed, and the hash of the `next` one's seed."""

    draws: tuple[DrawMade, ...]
    next: str


class PileCard(msgspec.Struct, frozen=True):
    """What a card means to who draws it: a physical table and a seat; 0 for the seat nearest to the old one."""

    card: Card
    table: int
    seat: int


class Drawer(msgspec.Struct, frozen=True):
    """An entry that draws a card; `seat` is the one that it leaves, 0 for none."""

    entry: int
    name: str
    seat: int = 0


class CardPile(msgspec.Struct, frozen=True):
    """The cards to shuffle for a draw, and who draws one each, in order."""

    cards: tuple[PileCard, ...]
    drawers: tuple[Drawer, ...]


class TournamentView(Message, frozen=True, tag="tournament"):
    """As of record `mark`. `draw` is the hash of the next draw's seed, `seed` the newest draw's: that hash, but for the
    first draw and after every ten thousandth."""

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
    currency: str = ""
    minor_digits: int = 0
    """Of the minor unit that all money is in; 0 for points."""
    bounty: int = 0
    """What a head is worth."""
    pool: int = 0
    paid_in: int = 0
    """To the pool, in the flights of a final too."""
    overlay: int = 0
    """What the house adds to reach the guarantee."""
    fees: int = 0
    """Paid to the room."""
    prizes: tuple[int, ...] = ()
    """Of the places paid, from the first, as entries stand now; after a deal the shares, with what is left to play for
    in the first."""
    payouts: tuple[Prize, ...] = ()
    """The same, with who has what."""
    in_final: bool = False
    """A flight: its pool goes to the final, which pays."""
    go_on: int = 0
    """How many are left when the flight is over, as entries stand; 0 where it ends after a level, and in no flight."""
    go_on_may_change: bool = False
    """It is a part of the entries, which are still taken."""
    deal: bool = False
    """Those who were left have divided the prizes."""
    unclaimed: int = 0
    """Places that the payout table has and nobody can take, because fewer play than it pays."""
    shared: int = 0
    """What these would pay: it is shared among the other places."""
    waits_on: tuple[int, ...] = ()
    """Hand for hand: the tables that have yet to finish."""
    hand_for_hand: bool = False
    denominations: tuple[Denomination, ...] = ()
    differences: tuple[DifferenceView, ...] = ()
    """Of counted chips from the record, those that are sure first."""
    accepted: tuple[AcceptedView, ...] = ()
    """Of the same, those that were signed for."""
    break_order: tuple[int, ...] = ()
    """The physical tables in the order in which they are broken."""
    order_is_set: bool = False
    """By the director; else it is the rule book's."""
    most_seats: int = MOST_SEATS
    """That a table may have by the rule book."""
    policies: tuple[PolicyView, ...] = ()
    """Of every kind of proposal that there can be one for."""
    terms: EventTerms | None = None
    bound: tuple[BoundTerm, ...] = ()
    """What of them play has used."""


class EntriesAt(Message, frozen=True, tag="entries"):
    """All who belong to a sitting, 0: to none. To a page that puts a tournament together, in place of those that it was
    told of that sitting before."""

    sitting: int
    entries: tuple[EntryView, ...] = ()


class ListedTournament(msgspec.Struct, frozen=True):
    """A tournament of the room."""

    id: str
    name: str
    entries: int
    players_left: int
    ended: bool


class TournamentList(Message, frozen=True, tag="tournaments"):
    """All of them in the order they were made, the physical `tables` that have a kiosk, and where tables
    stand."""

    tournaments: tuple[ListedTournament, ...]
    tables: tuple[int, ...]
    plan: RoomPlan = RoomPlan()
    zone: str = ""
    """In which times of day are said, an IANA name; empty from an older clock."""
    asked: tuple[AskedTable, ...] = ()
    """The tablets that ask to be tables, the longest first."""


class KeptIn(msgspec.Struct, frozen=True):
    """Records that keep a name: a tournament's decisions, or those of its `table`, there and here."""

    tournament: str
    table: int = 0


class Erased(msgspec.Struct, frozen=True):
    """A name that is erased, and what keeps it."""

    name: str
    kept: tuple[KeptIn, ...]


def what_is_erased(erased: Erased) -> list[Said]:
    """Whose name goes, and each record that keeps it."""
    told = [message("name-erased", name=erased.name)]
    for one in erased.kept:
        if not one.table:
            told.append(message("name-kept-decisions", event=one.tournament))
        elif one.tournament:
            told.append(message("name-kept-table", table=one.table, event=one.tournament))
        else:
            told.append(message("name-kept-old-table", table=one.table))
    return told


class PublicTournament(msgspec.Struct, frozen=True):
    """What the API answers of one tournament; the director's sums and tables are beside it."""

    state: ClockState
    tournament: TournamentView
