"""Players' phones: the state of the tournament, the one entry that a phone follows, and that entry's hands for anyone
with the code from its seat card. Without the code, an entry's number reveals nothing to a stranger."""

import asyncio
import base64
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b, sha256
from typing import NamedTuple

import msgspec

from engine.events import HandEnded
from engine.history.record import HandRecord
from engine.tournament.field.entries import Entry
from engine.tournament.levels.structure import Structure
from engine.tournament.rules.prizes.prize_list import finishes
from engine.tournament.tables.facts import TableFacts
from kiosk.clock.features.broadcast.follower import Source
from kiosk.clock.features.hands import finished, read_all
from kiosk.clock.settings import Shown
from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.remembered import MemoryEntry, read_row
from kiosk.clock.store.writer import Writer
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.tournaments.room import Place
from kiosk.clock.tournaments.shown.prizes import PublicPrizes, desk_prizes, public_prizes
from kiosk.clock.tournaments.shown.shown_names import shown
from kiosk.clock.tournaments.shown.whereabouts import Section, Whereabouts
from kiosk.clock.tournaments.shown.why_moved import MoveReason, why_moved
from kiosk.protocol.link.clock_state import ClockMoment, ClockState, moment_of
from kiosk.protocol.room_plan import RoomPlan

CODE_LETTERS = 10
"""The number of letters in a code. They provide fifty bits, which is too many to guess over the network."""
KEPT = 16
"""How many tables' hands are cached. A table's cached hands are valid until it has played another one."""
KIND, ID = "card-secret", "room"
"""The kind and id of the database row with the secret that the codes on seat cards are made from."""
SECRET_BYTES = 32
TAG_BYTES = 8


class CardSecret(msgspec.Struct, frozen=True):
    """The secret behind the codes of seat cards. It is random, and nothing else is derived from it, so a code on a card
    does not help anyone find the director's key.
    """

    secret: str


class DayHand(msgspec.Struct, frozen=True):
    """One hand of the entry: its table, the hand's number at that table, when it began (UTC), the level, and the
    entry's chips before and after it."""

    table: int
    hand: int
    started: str
    level: int
    before: int
    after: int


class Days:
    """The hands of each player's day, and the codes that give access to them. The codes are derived from `secret`,
    which is used for nothing else, so a new secret changes them."""

    def __init__(self, secret: str, writer: Writer, names: Shown) -> None:
        self._secret = secret.encode()
        self._writer = writer
        self._names: Shown = names
        self._turn = asyncio.Lock()
        self._kept: OrderedDict[tuple[str, int], list[HandRecord]] = OrderedDict()
        """The cached hands, by stream and number of hands."""

    def code(self, tournament: str, entry: int) -> str:
        """The code that gives access to the hands of an entry's day. It is short enough to type."""
        digest = hmac.digest(self._secret, f"day of {entry} in {tournament}".encode(), sha256)
        return base64.b32encode(digest).decode()[:CODE_LETTERS].lower()

    def is_code(self, tournament: str, entry: int, code: str) -> bool:
        """Whether this code gives access to the hands of the entry's day. The check takes constant time."""
        return hmac.compare_digest(self.code(tournament, entry).encode(), code.strip().lower().encode())

    async def hands(self, publisher: Publisher, entry: int) -> list[HandRecord]:
        """The finished hands that were dealt to an entry, in order. Raises `Fault`."""
        found: list[HandRecord] = []
        for key in _tables_of(publisher.desk, entry):
            found += [one for one in await self._at(Place(publisher, key)) if str(entry) in one.players]
        return sorted(found, key=lambda one: one.started)

    async def _at(self, place: Place) -> list[HandRecord]:
        """All finished hands at a table. Only one table is read at a time, however many phones are asking."""
        async with self._turn:
            held = place.stream, place.desk.audited.facts(place.key).hands
            if held not in self._kept:
                source = Source(place, self._writer, self._names)
                self._kept[held] = await asyncio.to_thread(finished, await read_all(source.read), source.names())
            self._kept.move_to_end(held)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[held]


def kept_card_secret(store: ClockStore) -> str:
    """The room's secret, created now if there is none or it cannot be read. Backups include it. Raises `Fault`."""
    body = store.kept(KIND).get(ID)
    if body and (kept := read_row(body, CardSecret)) and len(kept.secret) >= SECRET_BYTES:
        return kept.secret
    made = CardSecret(secrets.token_hex(SECRET_BYTES))
    store.keep(MemoryEntry(KIND, ID, msgspec.json.encode(made)))
    return made.secret


def day_of(records: Iterable[HandRecord], entry: int) -> tuple[DayHand, ...]:
    return tuple(_day_hand(record, record.players.index(str(entry))) for record in records)


def _day_hand(record: HandRecord, index: int) -> DayHand:
    deal = record.deal
    ended = next((event.stacks for event in record.events if isinstance(event, HandEnded)), deal.stacks)
    return DayHand(record.table, deal.hand, record.started, deal.terms.level, deal.stacks[index], ended[index])


def _tables_of(desk: Desk, entry: int) -> list[int]:
    """All tables where the entry has sat, according to the tables' records."""
    return [
        key
        for key, facts in desk.accounts.facts().items()
        if entry in facts.held
        or entry in (one.entry for one in facts.departures)
        or entry in (one.entry for one in facts.busts)
    ]


class PhoneShows(NamedTuple):
    """How names are shown, whether an entry's chips are shown on its own phone, and whether its winnings are shown on
    every phone."""

    names: Shown
    with_chips: bool
    with_prizes: bool = True


class FollowedEntry(msgspec.Struct, frozen=True):
    """The seat of an entry. Until the entry has arrived there, it `moves` from `from_table`, which is 0 once it has
    left that table.

    `chips` are its chips after hand number `hand` at its table. They are None if the room does not show them, or if the
    entry's code was not given. `place` is 0 while the entry is still in, and `payout` is then its share of a deal.
    """

    entry: int
    name: str
    table: int = 0
    seat: int = 0
    moves: bool = False
    from_table: int = 0
    chips: int | None = None
    hand: int = 0
    waits: bool = False
    place: int = 0
    payout: int = 0
    why: MoveReason | None = None
    near: tuple[Section, ...] = ()
    """The sections of the room with the entry's table and the table that it is leaving."""


def followed_entry(  # noqa: PLR0913, PLR0917  what a phone asks for, and what is calculated once for all phones
    desk: Desk, number: int, shows: PhoneShows, whereabouts: Whereabouts, won: Mapping[int, int], is_own: bool = False
) -> FollowedEntry | None:
    """The entry with this number, or None if there is none. `won` has the prizes that entries have already secured, by
    entry. The code is required to see what the entry's own player sees. Without it, anyone could go through the numbers
    and see every stack in the room."""
    tournament, with_chips = desk.state, shows.with_chips and is_own
    entry = tournament.entries.get(number)
    if entry is None or entry.voided:
        return None
    facts, name = desk.accounts.facts(), shown(entry, shows.names)
    payout = won.get(number, 0) if is_own or shows.with_prizes else 0
    if place := finishes(tournament).get(number, 0):
        return FollowedEntry(number, name, place=place, payout=payout)
    if entry.seat is None:
        return FollowedEntry(number, name, waits=entry.waits)
    origin, here = entry.moved_from, _sits_at(entry, facts)
    moves = origin is not None and here != entry.seat.sitting
    table = facts.get(here)
    goes_to = tournament.sittings[entry.seat.sitting].table
    comes_from = tournament.sittings[here].table if moves and here else 0
    return FollowedEntry(
        entry=number,
        name=name,
        table=goes_to,
        seat=entry.seat.seat,
        moves=moves,
        from_table=comes_from,
        chips=table.held[number].chips if with_chips and table else None,
        payout=payout,
        hand=table.hands - table.playing if with_chips and table else 0,
        why=why_moved(tournament, number) if moves else None,
        near=whereabouts.of((goes_to, comes_from)),
    )


def _sits_at(entry: Entry, facts: Mapping[int, TableFacts]) -> int:
    """The sitting whose own records include the entry, or 0 while the player is on the way or the table has not dealt a
    hand."""
    sittings = [place.sitting for place in (entry.seat, entry.moved_from) if place]
    return next((one for one in sittings if one in facts and entry.number in facts[one].held), 0)


class PhoneView(msgspec.Struct, frozen=True):
    """The view on a phone. The `structure` is sent only to a phone that does not have the one with the tag
    `structure_tag`. `followed` is None if no entry was requested, or if no entry has this number."""

    clock: ClockMoment
    structure_tag: str
    structure: Structure | None
    prizes: PublicPrizes
    followed: FollowedEntry | None


class _Common(msgspec.Struct, frozen=True):
    """The part that is the same for all phones, for one state and one record of the tournament."""

    state: ClockState
    mark: int
    moment: ClockMoment
    structure_tag: str
    prizes: PublicPrizes
    won: Mapping[int, int]
    plan: RoomPlan
    whereabouts: Whereabouts


class Phones:
    """The phones' views. `plan()` returns the current positions of the room's tables."""

    def __init__(self, shows: PhoneShows, days: Days, plan: Callable[[], RoomPlan]) -> None:
        self.days = days
        self._shows = shows
        self._plan = plan
        self._common: dict[str, _Common] = {}

    def view(self, publisher: Publisher, entry: int, held: str, code: str = "") -> PhoneView:
        """The view for a phone that follows `entry` (0 for none), and already has the structure with the tag `held`."""
        common, desk, followed = self._of(publisher), publisher.desk, None
        structure = None if held == common.structure_tag else common.state.structure
        if entry:
            is_own = bool(code) and self.days.is_code(desk.state.id, entry, code)
            followed = followed_entry(desk, entry, self._shows, common.whereabouts, common.won, is_own)
        return PhoneView(common.moment, common.structure_tag, structure, common.prizes, followed)

    def _of(self, publisher: Publisher) -> _Common:
        desk, state, plan = publisher.desk, publisher.state, self._plan()
        common = self._common.get(desk.state.id)
        if common is None or common.state is not state or common.mark != desk.mark or common.plan is not plan:
            tag = tag_of(msgspec.json.encode(state.structure))
            whereabouts = Whereabouts(plan, (one.table for one in desk.state.sittings.values() if not one.closed))
            prizes = public_prizes(desk, self._shows.names, self._shows.with_prizes)
            won, moment = desk_prizes(desk).won, moment_of(state)
            common = _Common(state, desk.mark, moment, tag, prizes, won, plan, whereabouts)
            self._common[desk.state.id] = common
        return common


def tag_of(body: bytes) -> str:
    """A short tag for a string. Different strings have different tags."""
    return blake2b(body, digest_size=TAG_BYTES).hexdigest()
