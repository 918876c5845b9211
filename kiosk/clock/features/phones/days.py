"""A player's day: the hands that were dealt to an entry, for anyone with the code from its seat card. Without the code,
the entry's number reveals nothing to a stranger."""

import asyncio
import base64
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256

import msgspec

from engine.events import HandEnded
from engine.history.record import HandRecord, hands
from kiosk.clock.features.broadcast.source import Source
from kiosk.clock.settings import Shown
from kiosk.clock.store.remembered import MemoryEntry, read_row
from kiosk.clock.store.store import Store
from kiosk.clock.store.writer import Writer
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.tournaments.room import Place
from kiosk.protocol.codec import Unreadable, decode_event
from kiosk.protocol.numbered import Names, named
from kiosk.storage.chain import Record

CODE_LETTERS = 10
"""The number of letters in a code. They provide fifty bits, which is too many to guess over the network."""
AT_ONCE = 5_000
KEPT = 16
"""How many tables' hands are cached. A table's cached hands are valid until it has played another one."""


KIND, ID = "card-secret", "room"
"""The kind and id of the database row with the secret that the codes on seat cards are made from."""
SECRET_BYTES = 32


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
    """The players' days. `secret` is used only for the codes, which change with it. Names are shown according to the
    room's `names` setting.
    """

    def __init__(self, secret: str, writer: Writer, names: Shown) -> None:
        self._secret = secret.encode()
        self._writer = writer
        self._names: Shown = names
        self._turn = asyncio.Lock()
        self._kept: OrderedDict[tuple[str, int], list[HandRecord]] = OrderedDict()
        """The cached hands, by stream and number of hands."""

    def code(self, tournament: str, entry: int) -> str:
        """The code that opens an entry's day. It is short enough to type."""
        digest = hmac.digest(self._secret, f"day of {entry} in {tournament}".encode(), sha256)
        return base64.b32encode(digest).decode()[:CODE_LETTERS].lower()

    def is_code(self, tournament: str, entry: int, code: str) -> bool:
        """Whether this code opens the entry's day. The check takes constant time."""
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
                records: list[Record] = []
                while some := await source.read(len(records), AT_ONCE):
                    records += some
                self._kept[held] = await asyncio.to_thread(finished, records, source.names())
            self._kept.move_to_end(held)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[held]


def kept_card_secret(store: Store) -> str:
    """The room's secret, created now if there is none or it cannot be read. Backups include it. Raises `Fault`."""
    body = store.kept(KIND).get(ID)
    if body and (kept := read_row(body, CardSecret)) and len(kept.secret) >= SECRET_BYTES:
        return kept.secret
    made = CardSecret(secrets.token_hex(SECRET_BYTES))
    store.keep(MemoryEntry(KIND, ID, msgspec.json.encode(made)))
    return made.secret


def day_of(records: Iterable[HandRecord], entry: int) -> tuple[DayHand, ...]:
    """The entry's stack after each hand."""
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
        or any(one.entry == entry for one in facts.departures)
        or any(one.entry == entry for one in facts.busts)
    ]


def finished(records: Iterable[Record], names: Names) -> list[HandRecord]:
    """The finished hands, up to the first record that this program does not understand."""
    events, times = [], []
    for record in records:
        try:
            events.append(named(decode_event(record.body), names))
        except Unreadable:
            break
        times.append(datetime.fromtimestamp(record.at_ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S"))
    return hands(events, times)
