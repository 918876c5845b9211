"""Finished hands for hand histories: from random tables, from stories and from the shared records."""

import os
from collections.abc import Iterable, Iterator
from random import Random

from engine.actions import CorrectBets, Declare, ForfeitChips, KillHand
from engine.books.rulebook import RuleBook, load_book
from engine.cards import Card
from engine.events import (
    AwardPots,
    Event,
    HandEnded,
    HandStarted,
    MakeLive,
    Mishap,
    MoveChips,
    PotAwarded,
    Shares,
    UncalledReturned,
)
from engine.history.phh.form import BadHistory, Phh, read_phh
from engine.history.phh.play import play
from engine.history.phh.text import to_phh
from engine.history.record import HandRecord, hands
from engine.table.actions.hands import ApplyRuling, Overrule
from engine.terms import Motion
from tests.kit import randomplay
from tests.kit.corpus import Record, as_phh
from tests.kit.randomplay import Habits, tables
from tests.kit.sizes import size
from tests.kit.story import TDA, Story, book, flop

EXAMPLES = size("KIOSK_FUZZ_EXAMPLES", 25, daily=12)
EVERY = int(os.environ.get("KIOSK_HISTORY_EVERY", "4"))
"""One in this many of the shared hands is written as a history; 1 means all of them."""


def random_events(seed: int, count: int = 5, book: RuleBook = TDA, **habits: float) -> list[Event]:
    """The whole record of a random table until `count` hands are over, including the undone ones."""
    steps = randomplay.hands(tables(Random(seed), habits=Habits(**habits), book=book), count)
    return [event for step in steps for event in step.record]


def random_records(seed: int, count: int = 5, book: RuleBook = TDA, **habits: float) -> list[HandRecord]:
    return hands(random_events(seed, count, book, **habits))


def to_phhs(records: Iterable[HandRecord]) -> str:
    """Hands as the text of a `.phhs` file: one TOML table each, numbered from 1."""
    return "\n".join(f"[{number}]\n{to_phh(record)}" for number, record in enumerate(records, 1))


def record_of(events: list[Event], book: RuleBook = TDA, names: tuple[str, ...] = ()) -> HandRecord:
    """A hand from its events, the deal first; the table is the third, with nine seats."""
    deal = events[0]
    assert isinstance(deal, HandStarted)
    return HandRecord(deal, tuple(events[1:]), book, names or ("",) * len(deal.seats), "Spring Open", 3, 9)


def record_of_story(story: Story, *names: str) -> HandRecord:
    """The record of a story whose hand has ended."""
    return record_of([story.hand.deal, *story.events], story.by, names)


def rare_story() -> Story:
    """A hand with nearly every rare event."""
    story = flop(900, 900, 900, by=book(splash="dead", premature_card="robert"))
    story.ask(Declare(Mishap("flop-too-many")))
    story.tell("board 3c4c5c", "1 checks")
    story.ask(ForfeitChips(2, 75))
    story.ask(ApplyRuling(Motion(3, "call", out_of_turn=True)))
    story.tell("2 bets 100", "3 calls")
    story.ask(Declare(Mishap("premature-turn", cards=(Card("9s"),))))
    story.tell("1 calls")
    story.ask(CorrectBets((1, 2, 3), (50, 50, 50), "the bet was 150"))
    story.ask(KillHand(3, "away from the table"))
    story.ask(Overrule("R. Ito", "back in time", MakeLive(3)))
    story.ask(Overrule("R. Ito", "owed from before", MoveChips(3, 20)))
    story.tell("board Tc", "1 checks", "2 checks", "3 folds", "board Jc", "1 checks", "2 checks")
    return story.tell("1 shows AhAd", "2 mucks", "push")


def overruled_story() -> Story:
    """A hand that the floor decided against the cards."""
    story = flop(900, 900).tell("1 checks", "2 bets 100", "1 calls", "board 4c", "1 checks", "2 checks", "board 9d")
    story.tell("1 checks", "2 checks", "1 shows KhQd", "2 shows AhAd")
    story.ask(Overrule("R. Ito", "both were told that they split", AwardPots((Shares(0, (1, 2), (150, 250)),))))
    return story


def shared_records(hands: list[Record]) -> Iterator[tuple[Record, HandRecord]]:
    """Recorded hands as the engine played them; the floor allows what the standard would not."""
    for record in hands[::EVERY]:
        phh = read_phh(as_phh(record))[""]
        assert isinstance(phh, Phh)
        yield record, record_of(list(play(phh, TDA, "it happened").events))


def outcome(events: tuple[Event, ...]) -> list[Event]:
    """The chips that each player got: the uncalled bets, the pots as they were pushed, and the stacks."""
    return [event for event in events if isinstance(event, UncalledReturned | PotAwarded | HandEnded)]


def replayed(phh: Phh | BadHistory) -> list[Event]:
    """The result of a history, replayed by the book that it names."""
    assert isinstance(phh, Phh), phh
    played = play(phh, load_book(phh.book or "tda"))
    if phh.finishing_stacks is not None:
        assert played.final.stacks == phh.finishing_stacks
    return outcome(played.events)
