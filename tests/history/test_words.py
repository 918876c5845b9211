"""A hand in plain words, for a player to read at home."""

import re
from typing import get_args

import pytest
from msgspec.structs import replace

from engine.events import AnyEvent, Event, HandEvent, HandVoided, Overruled
from engine.history.record import HandRecord, hands
from tests.kit import randomfloor
from tests.kit.played import overruled_story, random_records, rare_story, record_of_story
from tests.kit.story import Story, flop, read
from ui.words.history import hand as told_hand
from ui.words.languages import words_in

ENGLISH = words_in("en")

SPLIT = """\
Spring Open · table 3 · hand 1
14 November 2023, 22:13 UTC
Level 1 · blinds 50 and 100 · the big blind antes 100
Button: seat 4 Dan
Rules: Tournament Directors Association standard

Stacks
  Seat 1 Ana  1,000  small blind
  Seat 2 Ben  3,000  big blind
  Seat 3 Cem    625
  Seat 4 Dan  2,000  button

Before the flop
  Seat 1 Ana posts the small blind of 50.
  Seat 2 Ben posts the big blind of 100.
  Seat 2 Ben antes 100.
  Seat 3 Cem raises to 625 and is all-in.
  Seat 4 Dan calls 625.
  Seat 1 Ana folds.
  Seat 2 Ben raises to 2,000.
  Seat 4 Dan calls 2,000 and is all-in.

Hands are tabled
  Seat 2 Ben shows A♥ K♦.
  Seat 3 Cem shows 10♠ 10♣.
  Seat 4 Dan shows A♣ K♣.

Flop: 10♥ J♦ Q♠ · pot 4,775

Turn: 3♣ · pot 4,775

River: 10♦ · pot 4,775

Pots
  Side pot between seats 2 and 4, 2,750: seat 2 Ben gets 1,375 and seat 4 Dan gets 1,375.
    Ace-high straight: split.
    The five cards: A♥ K♦ Q♠ J♦ 10♦.
  Main pot, 2,025: seat 3 Cem wins it.
    Quad tens, queen kicker: four of a kind beats a straight.
    The five cards: 10♦ 10♥ 10♣ 10♠ Q♠.

After the hand
  Seat 1 Ana    950  −50
  Seat 2 Ben  2,275  −725
  Seat 3 Cem  2,025  +1,400
  Seat 4 Dan  1,375  −625
"""
FOLDED = """\
Spring Open · table 3 · hand 1
Level 1 · blinds 50 and 100 · everyone antes 25
Button: seat 2
Rules: Tournament Directors Association standard

Stacks
  Seat 1  1,000  big blind
  Seat 2  1,000  button and small blind

Before the flop
  Everyone antes 25.
  Seat 1 posts the big blind of 100.
  Seat 2 posts the small blind of 50.
  Seat 2 raises to 300.
  Seat 1 folds.
  200 was not called and goes back to seat 2.

Pot
  The pot, 250: seat 2 wins it.
    All others folded.

After the hand
  Seat 1    875  −125
  Seat 2  1,125  +125
"""


def in_words(record: HandRecord) -> str:
    return told_hand.in_words(record, ENGLISH)


def all_in_split() -> Story:
    story = Story(1000, 3000, 625, 2000, ante=100, form="big-blind", chip=25)
    story.tell("3 raises 625", "4 calls", "1 folds", "2 raises 2000", "4 calls", "2 shows AhKd", "3 shows TsTc")
    return story.tell("4 shows AcKc", "board ThJdQs3cTd", "push")


def test_an_all_in_with_a_side_pot_is_written_as_expected():
    """Players, amounts, the board, the hands, each pot with its reason, the stacks."""
    record = replace(record_of_story(all_in_split(), "Ana", "Ben", "Cem", "Dan"), started="2023-11-14T22:13:20")

    assert in_words(record) == SPLIT


def test_a_hand_without_names_or_a_showdown_is_short():
    """If everybody posts the same ante, that is one line. The uncalled part of the bet is returned."""
    assert (
        in_words(record_of_story(Story(1000, 1000, ante=25, form="each").tell("2 raises 300", "1 folds", "push")))
        == FOLDED
    )


def test_a_hand_without_a_pot_has_no_such_part():
    """Without a small blind, a big blind whom nobody calls takes it back."""
    words = in_words(record_of_story(Story(1000, 1000, 1000, blinds=(0, 100)).tell("3 folds", "1 folds")))

    assert "  100 was not called and goes back to seat 2.\n\nAfter the hand\n" in words


def test_an_odd_chip_is_explained_by_its_clause():
    """The player who got it, the rule for where it goes, and its clause."""
    story = Story(1000, 1000, 1000, blinds=(25, 50), chip=25).tell("3 raises 1000", "1 folds", "2 calls")
    words = in_words(
        record_of_story(story.tell("board 2h7dKs3c4c", "3 shows AhQd", "2 shows AdQc", "push"), "Ana", "Ben", "Cem")
    )

    assert "  The pot, 2,025: seat 2 Ben gets 1,025 and seat 3 Cem gets 1,000.\n" in words
    assert "    Odd chip to seat 2, first clockwise from the button (TDA 2024 rule 20).\n" in words


def test_a_showdown_says_what_each_hand_is_worth():
    """Including the board if everybody plays it."""
    story = flop(500, 500).tell("1 checks", "2 bets 100", "1 calls", "board 4c", "1 checks", "2 checks", "board 9d")
    words = in_words(record_of_story(story.tell("1 checks", "2 checks", "1 shows KhQd", "2 mucks", "push")))

    assert "Showdown · board 2♥ 7♦ K♠ 4♣ 9♦ · pot 400\n" in words
    assert "  Seat 1 shows K♥ Q♦: pair of kings, queen-nine-seven kickers.\n  Seat 2 mucks.\n" in words


def test_a_short_blind_and_a_call_for_less_are_written():
    """The amount owed, and the chips available."""
    story = Story(1000, 75, 60).tell("3 calls", "1 calls", "1 shows AhAd", "2 shows QhQd", "3 shows JhJd")
    words = in_words(record_of_story(story.tell("board 2h7dKs3c4c", "push")))

    assert "  Seat 2 posts 75 of the 100 big blind and is all-in.\n" in words
    assert "  Seat 3 calls all-in for less, 60.\n" in words


def test_an_action_that_the_floor_let_stand_is_written_with_its_reason():
    """The reason comes after the sentence and never replaces it."""
    story = Story(1000, 1000, 1000).tell("3 raises 200")
    story.ask(read("1 raises 250", "found too late")[0])

    assert "  Seat 1 raises to 250. The floor: found too late.\n" in in_words(
        record_of_story(story.tell("2 folds", "3 folds", "push"))
    )


@pytest.mark.parametrize(
    ("language", "reason", "said"),
    [
        ("en", "reason-bet-too-small", "The floor: the bet was too small."),
        ("de", "reason-bet-too-small", "Der Floor: der Einsatz war zu klein."),
        ("de", "Kim: reason-bet-too-small", "Der Floor: Kim: der Einsatz war zu klein."),
        ("de", "Kim: found too late", "Der Floor: Kim: found too late."),
    ],
)
def test_a_recorded_reason_is_written_in_the_readers_language(language: str, reason: str, said: str):
    """A code has a text, also after the name of the signer. A typed text stays as it is."""
    story = Story(1000, 1000, 1000).tell("3 raises 200")
    story.ask(read("1 raises 250", reason)[0])
    record = record_of_story(story.tell("2 folds", "3 folds", "push"))

    assert said in told_hand.in_words(record, words_in(language))


RARE = (
    "Irregularity declared by the dealer: four-card flop; corrected, and the hand continues (TDA",
    "Taken off the board: 2♥ 7♦ K♠.",
    "The turn will be dealt without a burn.",
    "Seat 2 forfeits 75 to the pot.",
    "Irregularity declared by the dealer: premature turn (9♠); corrected, and the hand continues",
    "9♠ is out of play until the river.",
    "The river will be dealt after a reshuffle and without a burn.",
    "The bet was too small: seat 1 adds 50, seat 2 adds 50 and seat 3 adds 50. The floor: the bet was 150.",
    "Seat 3's hand is dead: away from the table.",
    "Floor decision by R. Ito: back in time.",
    "Seat 3's hand is ruled live.",
    "20 more from seat 3 goes into the pot.",
)


@pytest.mark.parametrize("said", RARE)
def test_rare_events_have_sentences_too(said):
    """Mishaps and orders of the floor, each in a sentence."""
    assert said in in_words(record_of_story(rare_story()))


def test_an_order_that_nobody_signed_is_told_without_a_name():
    """`floor` is the role, and no one's name."""
    record = record_of_story(rare_story())
    events = tuple(replace(event, by="floor") if isinstance(event, Overruled) else event for event in record.events)

    assert "Floor decision, not signed: back in time." in in_words(replace(record, events=events))


def test_pots_that_the_floor_awarded_are_written_with_its_reason():
    """The pots that the hands would have won are left out."""
    words = in_words(record_of_story(overruled_story()))

    assert "  The pot, 400: seat 1 gets 150 and seat 2 gets 250.\n    Both were told that they split.\n\nAfter" in words


def kinds_written() -> set[type[Event]]:
    """The kinds of event in hands that can be written in words without an error."""
    records = [
        record_of_story(rare_story()),
        record_of_story(all_in_split()),
        record_of_story(overruled_story()),
        *random_records(3, 20, kill=0.05),
    ]
    assert all(in_words(record) for record in records)
    return {type(event) for record in records for event in record.events}


def test_every_kind_of_event_in_a_hand_has_a_sentence():
    """A new kind fails here until it has a sentence. A voided hand is not written."""
    assert kinds_written() == {kind for kind in get_args(AnyEvent) if issubclass(kind, HandEvent)} - {HandVoided}


def test_no_sentence_contains_internal_notation():
    """
    No field names, no card codes, no floats, no double spaces in a sentence.
    """
    odd = hands([event for step in randomfloor.play(11, 20) for event in step.record])
    for record in [*odd, *random_records(11, 20, kill=0.05, move=0.2)]:
        for line in in_words(record).splitlines():
            assert not re.search(r"[_{}\[\]]|\b[2-9TJQKA][cdhs]\b|None|\.\.", line), line
            assert "  " not in line.strip() or re.search(r"  +[\d,]+", line), line


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "de",
            [
                "  Platz 3 Cem erhöht auf 625 und ist all-in.",
                "  Main Pot, 2.025: Platz 3 Cem gewinnt ihn.",
                "    Vierling Zehnen, Kicker Dame: Vierling schlägt Straße.",
                "  Platz 3 Cem  2.025  +1.400",
            ],
        ),
        (
            "es",
            [
                "  Asiento 3 Cem sube a 625 y queda all-in.",
                "  Bote principal, 2.025: lo gana asiento 3 Cem.",
                "    Póker de dieces, kicker dama: un póker gana a una escalera.",
                "  Asiento 3 Cem  2.025  +1.400",
            ],
        ),
    ],
)
def test_a_hand_is_written_in_every_language(language: str, lines: list[str]):
    """The engine knows what happened; the catalog has the words."""
    said = told_hand.in_words(
        record_of_story(all_in_split(), "Ana", "Ben", "Cem", "Dan"), words_in(language)
    ).splitlines()

    assert [line for line in lines if line not in said] == []
