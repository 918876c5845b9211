"""The last hands at a table, in words: who won what and how, and each whole hand for anyone who wants to read it."""

import asyncio
from collections.abc import Iterable

import msgspec

from engine.cards import Card
from engine.history.recall import Recalled, SeatedPlayer, recall
from kiosk.clock.tournaments.room import Place
from kiosk.protocol.codec import Unreadable, decode_event
from kiosk.protocol.numbered import Names, named
from kiosk.storage.chain import Record
from ui.words import Words
from ui.words.history.hand import in_words

AT_ONCE = 5_000
"""How many records are read at a time."""
MOST_HANDS = 50


class LastHand(msgspec.Struct, frozen=True):
    """One hand: how it ended (`fold`, `showdown`, `floor`; `told` or `counted` if it was only reported), who won, and
    who showed what, by seat and name. `text` is the whole hand in words, or empty if it was only reported."""

    hand: int
    ending: str
    pot: int
    winners: tuple[SeatedPlayer, ...]
    board: tuple[Card, ...]
    shown: tuple[tuple[SeatedPlayer, tuple[Card, ...]], ...]
    out: tuple[SeatedPlayer, ...]
    text: str


async def last_hands(place: Place, count: int, words: Words) -> tuple[LastHand, ...]:
    """The last hands, the newest first. Raises `Fault` if the disk fails."""
    records: list[Record] = []
    while some := await place.desk.records(place.key, len(records), AT_ONCE):
        records += some
    names = place.desk.accounts.names(place.key)
    return await asyncio.to_thread(_read, records, min(count, MOST_HANDS), names, words)


def _read(records: Iterable[Record], count: int, names: Names, words: Words) -> tuple[LastHand, ...]:
    """The hands up to the first record that this program does not understand."""
    events = []
    for record in records:
        try:
            events.append(named(decode_event(record.body), names))
        except Unreadable:
            break
    return tuple(_said(one, words) for one in recall(events, count))


def _said(one: Recalled, words: Words) -> LastHand:
    text = in_words(one.record, words) if one.record else ""
    return LastHand(one.hand, one.ending, one.pot, one.winners, one.board, one.shown, one.out, text)
