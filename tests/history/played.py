"""Finished hands to tell: from random tables, from stories and from the shared records."""

import os
from collections.abc import Iterator
from random import Random

from engine.events import Event, HandEnded, HandStarted, PotAwarded, UncalledReturned
from engine.history.record import HandRecord, hands
from engine.phh import BadHistory, Phh, play, read_phh
from engine.rulebook import RuleBook, load_book
from tests.engine import randomplay
from tests.engine.randomplay import Habits, tables
from tests.hands.corpus import Record, as_phh
from tests.rules.story import TDA, Story

EXAMPLES = int(os.environ.get("KIOSK_FUZZ_EXAMPLES", "25"))
EVERY = int(os.environ.get("KIOSK_HISTORY_EVERY", "4"))
"""Of the shared hands, one in so many is told; 1 tells all."""


def random_events(seed: int, count: int = 5, book: RuleBook = TDA, **habits: float) -> list[Event]:
    """The whole record of a random table until `count` hands are over, those taken back included."""
    steps = randomplay.hands(tables(Random(seed), habits=Habits(**habits), book=book), count)
    return [event for step in steps for event in step.events]


def random_records(seed: int, count: int = 5, book: RuleBook = TDA, **habits: float) -> list[HandRecord]:
    return hands(random_events(seed, count, book, **habits))


def record_of(events: list[Event], book: RuleBook = TDA, names: tuple[str, ...] = ()) -> HandRecord:
    """A hand from its events, the deal first; the table is the third, with nine seats."""
    deal = events[0]
    assert isinstance(deal, HandStarted)
    return HandRecord(deal, tuple(events[1:]), book, names or ("",) * len(deal.seats), "Spring Open", 3, 9)


def told(story: Story, *names: str) -> HandRecord:
    """The hand of a story that has ended."""
    return record_of([story.hand.deal, *story.events], story.by, names)


def shared_records(hands: list[Record]) -> Iterator[tuple[Record, HandRecord]]:
    """Recorded hands as the engine played them, the floor letting stand what the standard would not."""
    for record in hands[::EVERY]:
        phh = read_phh(as_phh(record))[""]
        assert isinstance(phh, Phh)
        yield record, record_of(list(play(phh, TDA, "it happened").events))


def outcome(events: tuple[Event, ...]) -> list[Event]:
    """Who got what: the uncalled bets, the pots as they were pushed, and the stacks."""
    return [event for event in events if isinstance(event, UncalledReturned | PotAwarded | HandEnded)]


def replayed(phh: Phh | BadHistory) -> list[Event]:
    """What a history that was read comes to, by the book it names."""
    assert isinstance(phh, Phh), phh
    played = play(phh, load_book(phh.book))
    if phh.finishing_stacks is not None:
        assert played.final.stacks == phh.finishing_stacks
    return outcome(played.events)
