"""A player's day: the hands that were dealt to an entry, for who holds the code of its seat card. A number alone shows
a stranger nothing."""

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
from kiosk.clock.broadcast.source import Source
from kiosk.clock.desk.desk import Desk
from kiosk.clock.desk.publisher import Publisher
from kiosk.clock.room import Place
from kiosk.clock.settings import Shown
from kiosk.clock.store.remembered import Kept
from kiosk.clock.store.rows import read_row
from kiosk.clock.store.store import Store
from kiosk.clock.store.writer import Writer
from kiosk.protocol.codec import Unreadable, decode_event
from kiosk.protocol.numbered import Names, named
from kiosk.storage.chain import Record

CODE_LETTERS = 10
"""Fifty bits: nobody guesses it over the network."""
AT_ONCE = 5_000
KEPT = 16
"""Tables whose hands are kept until they have played another one."""


KIND, ID = "card-secret", "room"
"""Where the clock's database has what the codes of seat cards are made from."""
SECRET_BYTES = 32


class CardSecret(msgspec.Struct, frozen=True):
    """Nobody has chosen it, and nothing else follows from it: a code on a card is no way to find the director's key."""

    secret: str


class DayHand(msgspec.Struct, frozen=True):
    """One hand of the entry: its table and number there, when it began (UTC), the level, and the chips before and
    after."""

    table: int
    hand: int
    started: str
    level: int
    before: int
    after: int


class Days:
    """`secret` is for the codes alone, which change with it. Names are shown as the room shows `names`."""

    def __init__(self, secret: str, writer: Writer, names: Shown) -> None:
        self._secret = secret.encode()
        self._writer = writer
        self._names: Shown = names
        self._turn = asyncio.Lock()
        self._kept: OrderedDict[tuple[str, int], list[HandRecord]] = OrderedDict()
        """By the stream and how many hands it had."""

    def code(self, tournament: str, entry: int) -> str:
        """What opens an entry's day: short enough to be typed."""
        digest = hmac.digest(self._secret, f"day of {entry} in {tournament}".encode(), sha256)
        return base64.b32encode(digest).decode()[:CODE_LETTERS].lower()

    def is_code(self, tournament: str, entry: int, code: str) -> bool:
        """Whether this opens it; it takes as long whatever is wrong."""
        return hmac.compare_digest(self.code(tournament, entry).encode(), code.strip().lower().encode())

    async def hands(self, publisher: Publisher, entry: int) -> list[HandRecord]:
        """The finished hands that were dealt to an entry, in order. Raises `Fault`."""
        found: list[HandRecord] = []
        for key in _tables_of(publisher.desk, entry):
            found += [one for one in await self._at(Place(publisher, key)) if str(entry) in one.players]
        return sorted(found, key=lambda one: one.started)

    async def _at(self, place: Place) -> list[HandRecord]:
        """All finished hands of a table: one is read at a time, however many phones ask."""
        async with self._turn:
            held = place.stream, place.desk.floor.facts(place.key).hands
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
    """The room's, made now if it has none yet, or none that can be read. Backups have it. Raises `Fault`."""
    body = store.kept(KIND).get(ID)
    if body and (kept := read_row(body, CardSecret)) and len(kept.secret) >= SECRET_BYTES:
        return kept.secret
    made = CardSecret(secrets.token_hex(SECRET_BYTES))
    store.keep(Kept(KIND, ID, msgspec.json.encode(made)))
    return made.secret


def day_of(records: Iterable[HandRecord], entry: int) -> tuple[DayHand, ...]:
    """The line of an entry's stack, hand by hand."""
    return tuple(_day_hand(record, record.players.index(str(entry))) for record in records)


def _day_hand(record: HandRecord, index: int) -> DayHand:
    deal = record.deal
    ended = next((event.stacks for event in record.events if isinstance(event, HandEnded)), deal.stacks)
    return DayHand(record.table, deal.hand, record.started, deal.terms.level, deal.stacks[index], ended[index])


def _tables_of(desk: Desk, entry: int) -> list[int]:
    """Where it was ever seated, by what the tables say."""
    return [
        key
        for key, facts in desk.accounts.facts().items()
        if entry in facts.held
        or any(one.entry == entry for one in facts.departures)
        or any(one.entry == entry for one in facts.busts)
    ]


def finished(records: Iterable[Record], names: Names) -> list[HandRecord]:
    """Up to the first record that this program does not understand."""
    events, times = [], []
    for record in records:
        try:
            events.append(named(decode_event(record.body), names))
        except Unreadable:
            break
        times.append(datetime.fromtimestamp(record.at_ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S"))
    return hands(events, times)
