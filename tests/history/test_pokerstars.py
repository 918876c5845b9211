"""Hands in the PokerStars text format, read back by a strict reader without our engine, and by PokerKit."""

import re
import warnings

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.actions import KillHand
from engine.events import HandStarted, HandVoided
from engine.history.pokerstars import to_pokerstars
from engine.history.record import HandRecord, final, hands, posts
from tests.history.test_pokerkit import is_known_to_differ
from tests.kit import randomfloor
from tests.kit.played import EXAMPLES, overruled_story, random_records, rare_story, record_of_story
from tests.kit.pokerstars import ReadHand, read_hand
from tests.kit.randomplay import BOOKS, Habits
from tests.kit.story import Story, flop

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pokerkit import HandHistory
    from pokerkit.notation import PokerStarsParser

seeds = st.integers(0, 2**32 - 1)


def read_back(record: HandRecord) -> ReadHand:
    """The hand as the strict reader understands it, with the stacks that the table had."""
    read = read_hand(to_pokerstars(record))
    hand = final(record)
    assert read.stacks == dict(zip(record.deal.seats, hand.stacks, strict=True))
    assert sum(read.stacks.values()) == sum(record.deal.stacks)
    assert read.button == record.deal.button
    shown = {seat: tuple(map(str, cards)) for seat, cards in zip(record.deal.seats, hand.tabled, strict=True)}
    assert read.shown.items() <= shown.items()
    return read


def lines(story: Story, *names: str) -> list[str]:
    """The lines after the seats."""
    record = record_of_story(story, *names)
    read_back(record)
    return to_pokerstars(record).splitlines()[2 + len(record.deal.seats) :]


def side_pot() -> Story:
    story = Story(1000, 3000, 600, ante=100, form="big-blind", chip=25)
    story.tell("3 raises 600", "1 calls", "2 raises 2900", "1 calls", "board 2h7dKs3c4c")
    return story.tell("2 shows AhKd", "3 shows 9c9s", "1 shows QcQs", "push")


WHOLE = """\
PokerStars Hand #1220130000030001: Tournament #1205603146, Freeroll  Hold'em No Limit - Level I (50/100) - \
2023/11/13 4:30:00 UTC [2023/11/12 23:30:00 ET]
Table '1205603146 3' 9-max Seat #3 is the button
Seat 1: Ana (1000 in chips)
Seat 2: Bo (3000 in chips)
Seat 3: Cy (600 in chips)
Bo: posts the ante 100
Ana: posts small blind 50
Bo: posts big blind 100
*** HOLE CARDS ***
Cy: raises 500 to 600 and is all-in
Ana: calls 550
Bo: raises 2300 to 2900 and is all-in
Ana: calls 400 and is all-in
Uncalled bet (1900) returned to Bo
*** FLOP *** [2h 7d Ks]
*** TURN *** [2h 7d Ks] [3c]
*** RIVER *** [2h 7d Ks 3c] [4c]
*** SHOW DOWN ***
Bo: shows [Ah Kd] (a pair of Kings)
Cy: shows [9c 9s] (a pair of Nines)
Ana: shows [Qc Qs] (a pair of Queens)
Bo collected 800 from side pot
Bo collected 1900 from main pot
*** SUMMARY ***
Total pot 2700 Main pot 1900. Side pot 800. | Rake 0
Board [2h 7d Ks 3c 4c]
Seat 1: Ana (small blind) showed [Qc Qs] and lost with a pair of Queens
Seat 2: Bo (big blind) showed [Ah Kd] and won (2700) with a pair of Kings
Seat 3: Cy (button) showed [9c 9s] and lost with a pair of Nines
"""


def test_a_hand_with_a_side_pot_and_an_uncalled_bet_in_full():
    """All-ins before the flop over a big blind ante."""
    record = replace(record_of_story(side_pot(), "Ana", "Bo", "Cy"), started="2023-11-13T04:30:00")

    assert to_pokerstars(record) == WHOLE
    assert read_back(record).pots == (1900, 800)


@pytest.mark.parametrize("change", [
    ("(3000 in chips)", "(2900 in chips)"), ("calls 550", "calls 500"), ("raises 2300", "raises 2400"),
    ("Bo collected 800", "Bo collected 700"), ("(1900) returned", "(1800) returned"), ("won (2700)", "won (2600)"),
    ("Total pot 2700", "Total pot 2600"), ("Side pot 800.", "Side pot 700."), ("[2h 7d Ks] [3c]", "[2h 7d Kd] [3c]"),
    ("calls 400 and is all-in", "calls 400"), ("*** SHOW DOWN ***\n", ""), ("Bo: posts big blind 100\n", ""),
    ("23:30:00 ET", "22:30:00 ET"), ("posts the ante", "posts an ante"), ("Rake 0", "Rake 1"),
])  # fmt: skip
def test_the_reader_of_these_tests_rejects_a_wrong_line(change):
    assert change[0] in WHOLE
    with pytest.raises(AssertionError):
        read_hand(WHOLE.replace(*change))


@pytest.mark.fuzz
@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=seeds, name=st.sampled_from(sorted(BOOKS)))
def test_every_random_hand_is_read_back_with_its_stacks(seed, name):
    """
    All limits, straddles, antes of all forms, dead buttons and blinds, side pots, odd chips, killed hands.
    """
    for record in random_records(seed, 4, book=BOOKS[name], kill=0.03, undo=0.02, move=0.2):
        read_back(record)


@pytest.mark.fuzz
@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=seeds)
@example(seed=269116)  # the floor moves chips of a bet that was returned
def test_orders_of_the_floor_leave_no_chip_out(seed):
    """
    Corrected bets, forfeited and moved chips, dead and revived hands, other winners.
    """
    steps = randomfloor.play(seed, 5, habits=Habits(undo=0.02))
    for record in hands([event for step in steps for event in step.record]):
        read_back(record)


class WithAntes(PokerStarsParser):
    """PokerKit's reader, which knows cash games, with the antes of a tournament."""

    ANTE_POSTING = re.compile(r"(?P<player>.+): posts the ante (?P<ante>[0-9]+)")


def pokerkit_stacks(text: str) -> dict[int, int]:
    """The stacks by seat that PokerKit ends with when it plays the text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (hand,) = WithAntes()(text, error_status=True)
        assert isinstance(hand, HandHistory)
        return dict(zip(hand.seats or (), list(hand)[-1].stacks, strict=True))


def is_read_by_pokerkit(record: HandRecord, text: str) -> bool:
    """Its reader needs the cards of every hand at the showdown, and a small blind from the first player after the
    button. It takes all antes into the main pot, although a player with less than an ante can win only as much from
    each of the others."""
    owed = posts(record.deal)
    is_usual = "small blind" in owed and (owed[0] == "small blind" or len(owed) == 2)
    is_short = any(stack < ante for stack, ante in zip(record.deal.stacks, record.deal.antes, strict=True))
    return is_usual and "mucks hand" not in text and not is_short and not is_known_to_differ(record)


@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=seeds)
@example(seed=116549)  # one player has less than the ante
def test_pokerkit_reads_the_text_and_reaches_the_same_stacks(seed):
    for record in random_records(seed, 5, kill=0, undo=0.02, move=0.2):
        text = to_pokerstars(record)
        if is_read_by_pokerkit(record, text):
            assert pokerkit_stacks(text) == dict(zip(record.deal.seats, final(record).stacks, strict=True))


def test_a_walk_returns_what_the_big_blind_had_over_the_small_blind():
    """Nobody shows."""
    assert lines(Story(1000, 1000, 1000).tell("3 folds", "1 folds", "push"), "Ana", "Bo", "Cy") == [
        "Ana: posts small blind 50",
        "Bo: posts big blind 100",
        "*** HOLE CARDS ***",
        "Cy: folds",
        "Ana: folds",
        "Uncalled bet (50) returned to Bo",
        "Bo collected 100 from pot",
        "Bo: doesn't show hand",
        "*** SUMMARY ***",
        "Total pot 100 | Rake 0",
        "Seat 1: Ana (small blind) folded before Flop",
        "Seat 2: Bo (big blind) collected (100)",
        "Seat 3: Cy (button) folded before Flop (didn't bet)",
    ]


def test_heads_up_the_button_posts_the_small_blind_first():
    posted = lines(Story(1000, 1000).tell("2 folds", "push"), "Ana", "Bo")

    assert posted[:2] == ["Bo: posts small blind 50", "Ana: posts big blind 100"]
    assert posted[-1] == "Seat 2: Bo (button) (small blind) folded before Flop"


def test_a_split_pot_names_both_shares_with_the_odd_chip():
    story = Story(1000, 1000, 1000, blinds=(25, 50), chip=25).tell("3 raises 1000", "1 folds", "2 calls")
    said = lines(story.tell("board 2h7dKs3c4c", "3 shows AhQd", "2 shows AdQc", "push"), "Ana", "Bo", "Cy")

    assert [line for line in said if " collected " in line] == [
        "Bo collected 1025 from pot", "Cy collected 1000 from pot",
    ]  # fmt: skip
    assert "Seat 3: Cy (button) showed [Ah Qd] and won (1000) with high card Ace" in said


def test_antes_come_first_and_can_put_a_player_all_in():
    story = Story(1000, 1000, 25, ante=25, form="each")
    said = lines(story.tell("1 folds", "board 2h7dKs3c4c", "2 shows AhQd", "3 shows 7c7h", "push"), "Ana", "Bo", "Cy")

    assert said[:5] == [
        "Ana: posts the ante 25", "Bo: posts the ante 25", "Cy: posts the ante 25 and is all-in",
        "Ana: posts small blind 50", "Bo: posts big blind 100",
    ]  # fmt: skip
    assert "Cy collected 75 from main pot" in said


def test_an_empty_seat_can_have_the_button_and_no_small_blind_is_posted():
    """A random table whose players leave has both before long."""
    records = [record for seed in range(40) for record in random_records(seed, 5, move=0.4)]
    dead_button = next(one for one in records if one.deal.button not in one.deal.seats)
    dead_small = next(one for one in records if one.deal.big and "small blind" not in posts(one.deal))

    assert read_back(dead_button).button not in dead_button.deal.seats
    assert "(button)" not in to_pokerstars(dead_button)
    read_back(dead_small)
    assert "small blind" not in to_pokerstars(dead_small)


def test_a_straddle_is_posted_after_the_blinds():
    records = [one for seed in range(20) for one in random_records(seed, 4, book=BOOKS["tda with straddles"])]
    straddled = next(one for one in records if "straddle" in posts(one.deal))

    read_back(straddled)
    posted = [line.split(": ")[1] for line in to_pokerstars(straddled).splitlines() if ": posts " in line]
    assert posted[-1].startswith("posts straddle ")


def test_a_misdeal_is_left_out():
    """The deal does not count, so no text has it."""
    played = ([event for step in randomfloor.play(seed, 5) for event in step.record] for seed in range(30))
    events = next(events for events in played if any(isinstance(event, HandVoided) for event in events))
    dealt = [event for event in events if isinstance(event, HandStarted)]

    written = [to_pokerstars(record) for record in hands(events)]

    assert len(written) < len(dealt)
    assert not any(isinstance(event, HandVoided) for record in hands(events) for event in record.events)


def test_an_absent_players_hand_folds_when_the_turn_comes_to_it():
    story = Story(1000, 1000, 1000)
    story.ask(KillHand(2, "away from the table"))
    story.tell("3 calls", "1 calls", "board 2h7dKs", "1 bets 100", "3 folds", "push")

    said = lines(story, "Ana", "Bo", "Cy")
    assert said[said.index("*** HOLE CARDS ***") + 1 :][:3] == ["Cy: calls 100", "Ana: calls 50", "Bo: folds"]


def test_chips_of_the_floor_are_in_the_ante_and_in_the_corrected_bet():
    """75 forfeited, 20 moved to the pot, a bet of 100 that was 150."""
    said = lines(rare_story(), "Ana", "Bo", "Cy")

    assert said[:2] == ["Bo: posts the ante 75", "Cy: posts the ante 20"]
    assert said[10:13] == ["Bo: bets 150", "Cy: calls 150", "Ana: calls 150"]


def test_pots_that_the_floor_awarded_go_where_the_floor_said():
    said = lines(overruled_story(), "Ana", "Bo")

    assert [line for line in said if " collected " in line] == [
        "Ana collected 150 from pot",
        "Bo collected 250 from pot",
    ]


def test_names_are_told_apart_and_cannot_be_read_as_something_else():
    story = Story(1000, 1000, 1000, 1000).tell("3 folds", "4 folds", "1 folds", "push")
    record = record_of_story(story, "Max", "Max", "", "Eve: folds (1 in chips)")

    assert list(read_back(record).players) == ["Max 1", "Max 2", "Player 3", "Eve folds 1 in chips"]
    assert list(read_back(replace(record, players=("7", "31", "9", "8"))).players)[:3] == [
        "Max 7",
        "Max 31",
        "Player 9",
    ]


def test_the_hand_number_differs_for_every_hand_of_a_room():
    """A tracker takes a number that it has seen for the same hand. It is exact as a floating point number."""
    record = record_of_story(Story(1000, 1000).tell("2 folds", "push"))
    at = "2045-11-14T22:13:2"
    alike = [replace(record, started=f"{at}{second}", table=table) for second in range(3) for table in (1, 2, 999)]

    numbers = [read_hand(to_pokerstars(one)).number for one in alike]
    assert len(set(numbers)) == 9
    assert all(int(float(number)) == number for number in numbers)


@pytest.mark.parametrize("started", [
    "2024-03-10T06:59:59", "2024-03-10T07:00:00", "2024-11-03T05:59:59", "2024-11-03T06:00:00",
    "2026-03-08T07:00:00", "2026-11-01T05:59:59", "2025-01-01T00:00:00", "2025-07-01T00:00:00",
])  # fmt: skip
def test_the_time_in_new_york_follows_daylight_saving(started):
    """The reader compares both times."""
    read_hand(to_pokerstars(replace(record_of_story(Story(1000, 1000).tell("2 folds", "push")), started=started)))


@pytest.mark.parametrize(("cards", "says"), [
    ("AhAd", "a pair of Aces"), ("KhQd", "a pair of Kings"), ("7h2d", "two pair, Sevens and Deuces"),
    ("AhQd", "high card Ace"), ("KhKd", "three of a kind, Kings"),
])  # fmt: skip
def test_a_hand_is_ranked_in_the_words_of_the_format(cards, says):
    story = flop(900, 900)
    for card in ("board 3c", "board 4c", ""):
        story.tell("1 checks", "2 checks", *[card] * bool(card))
    said = lines(story.tell(f"1 shows {cards}", "2 mucks", "push"), "Ana", "Bo")

    assert f"Ana: shows [{cards[:2]} {cards[2:]}] ({says})" in said
    assert said[-1] == "Seat 2: Bo (button) (small blind) mucked"
