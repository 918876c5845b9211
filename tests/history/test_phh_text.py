"""A hand as PHH: the fields that the standard requires, and the fields that we add."""

import tomllib
from datetime import time
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.actions import CorrectBets, Declare, ForfeitChips, KillHand
from engine.events import Mishap
from engine.history.phh.form import read_phh
from engine.history.phh.text import to_phh
from engine.history.record import HandRecord
from engine.history.toml_text import toml_lines
from tests.kit.played import outcome, random_records, record_of, record_of_story, replayed
from tests.kit.story import Story, book, flop, read

SMALL = """\
variant = "NT"
ante_trimming_status = false
antes = [0, 100, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [1000, 3000, 600]
actions = ["d dh p1 ????", "d dh p2 AhKd", "d dh p3 9c9s", "p3 cbr 600", "p1 f", "p2 cc", "p3 sm 9c9s", "p2 sm AhKd", \
"d db 2h7dKs", "d db 3c", "d db 4c"]
event = "Spring Open"
hand = 1
level = 1
seats = [1, 2, 3]
seat_count = 9
table = 3
players = ["Ana", "Ben", "Cem"]
finishing_stacks = [950, 3650, 0]
winnings = [0, 1350, 0]
_book = "tda"
_button_seat = 3
_small_blind = 50
_smallest_chip = 25
_pots = [{ amount = 1350, eligible = [2, 3], awards = { p2 = 1350 } }]
"""


def fields(record: HandRecord) -> dict[str, Any]:
    return tomllib.loads(to_phh(record))


def comes_back(record: HandRecord) -> bool:
    """Whether reading and playing the PHH gives the same pots, awards and stacks."""
    return replayed(read_phh(to_phh(record))[""]) == outcome(record.events)


def test_a_hand_is_written_as_the_standard_defines():
    """The required fields first, then the optional ones that we know, then our own."""
    story = Story(1000, 3000, 600, ante=100, form="big-blind", chip=25)
    story.tell("3 raises 600", "1 folds", "2 calls", "3 shows 9c9s", "2 shows AhKd", "board 2h7dKs3c4c", "push")

    assert to_phh(record_of_story(story, "Ana", "Ben", "Cem")) == SMALL


def test_heads_up_blinds_and_antes_are_written_in_reverse_order():
    """The button is dealt last and posts the small blind. The standard lists it first."""
    story = Story(1000, 1000, ante=100, form="big-blind").tell("2 folds", "push")

    assert fields(record_of_story(story))["blinds_or_straddles"] == [50, 100]
    assert fields(record_of_story(story))["antes"] == [0, 100]
    assert comes_back(record_of_story(story))


def test_hands_shown_all_in_are_written_before_the_rest_of_the_board():
    """Whenever the hands were really shown, the standard has them right after the last action."""
    story = Story(1000, 1000).tell(
        "2 raises 1000", "1 calls", "board 2h7dKs3c4c", "1 shows AhKd", "2 shows 9c9s", "push"
    )

    assert fields(record_of_story(story))["actions"][2:] == [
        "p2 cbr 1000", "p1 cc", "p1 sm AhKd", "p2 sm 9c9s", "d db 2h7dKs", "d db 3c", "d db 4c"
    ]  # fmt: skip


def test_a_showdown_after_the_river_is_written_in_its_real_order():
    """The first player to show is not the first one dealt; a muck is a show without cards."""
    story = flop(500, 500, 500).tell("1 checks", "2 checks", "3 checks", "board 4c", "1 checks", "2 checks", "3 checks")
    story.tell("board 5c", "1 checks", "2 checks", "3 bets 100", "1 calls", "2 calls")
    story.tell("3 shows AhAd", "1 mucks", "2 shows QhQd", "push")

    assert fields(record_of_story(story))["actions"][-3:] == ["p3 sm AhAd", "p1 sm", "p2 sm QhQd"]
    assert comes_back(record_of_story(story))


def test_a_killed_hand_is_written_as_a_fold_with_a_reason_in_our_field():
    """The standard has no word for it, and it may happen out of turn."""
    story = Story(1000, 1000, 1000)
    story.ask(KillHand(2, "away from the table"))
    story.tell("3 folds", "push")

    written = fields(record_of_story(story))
    assert written["actions"][3] == "p2 f"
    assert written["_killed"] == {"4": "away from the table"}
    assert comes_back(record_of_story(story))


def test_an_action_that_the_floor_let_stand_is_read_back_with_its_reason():
    """A raise below the minimum is refused without the reason, and accepted with it."""
    story = Story(1000, 1000, 1000)
    story.tell("3 raises 200")
    for action in read("1 raises 250", "found too late"):
        story.ask(action)
    story.tell("2 folds", "3 folds", "push")

    assert fields(record_of_story(story))["_floor"] == {"5": "found too late"}
    assert comes_back(record_of_story(story))


def test_a_hand_with_one_card_shown_is_written_with_one_unknown_card():
    """
    The other card is two question marks.
    """
    story = flop(500, 500).tell("1 checks", "2 checks", "board 4c", "1 checks", "2 checks", "board 5c", "1 checks",
                                "2 checks", "1 shows Ah", "2 mucks", "push")  # fmt: skip

    assert "p1 sm Ah??" in fields(record_of_story(story))["actions"]
    assert comes_back(record_of_story(story))


def test_an_action_between_the_cards_of_a_flop_stays_between_them():
    """
    A hand killed after the first card, before the others were dealt.
    """
    story = Story(1000, 1000, 600).tell("3 raises 600", "1 raises 1000", "2 calls", "board 2h")
    story.ask(KillHand(2, "absent"))
    story.tell("board 7dKs3c4c", "1 shows AhKd", "3 shows QhQd", "push")

    assert fields(record_of_story(story))["actions"][6:] == [
        "d db 2h", "p2 f", "p1 sm AhKd", "p3 sm QhQd", "d db 7dKs", "d db 3c", "d db 4c"
    ]  # fmt: skip
    assert comes_back(record_of_story(story))


def test_a_flop_taken_back_is_written_as_facts_and_the_new_one_as_an_action():
    """
    The board that other readers see is the one that counted.
    """
    story = flop(500, 500)
    story.ask(Declare(Mishap("flop-too-many")))
    story.tell("board 3c4c5c", "1 bets 500", "2 folds", "push")

    written = fields(record_of_story(story))
    assert [action for action in written["actions"] if action.startswith("d db")] == ["d db 3c4c5c"]
    assert [fact["is"] for fact in written["_facts"].values()] == [
        "board-dealt", "board-dealt", "board-dealt", "mishap-declared", "board-returned", "street-prepared"
    ]  # fmt: skip
    assert comes_back(record_of_story(story))


def test_chips_that_no_action_put_in_are_read_back_too():
    """Splashed chips are forfeited to the pot; a bet that was found too small is corrected."""
    story = flop(900, 900, by=book(splash="dead"))
    story.tell("1 checks")
    story.ask(ForfeitChips(2, 75, "splashed the pot"))
    story.tell("2 bets 100", "1 calls")
    story.ask(CorrectBets((1, 2), (50, 50), "the bet was 150"))
    story.tell("board 4c", "1 checks", "2 bets 100", "1 folds", "push")

    assert comes_back(record_of_story(story))


def test_a_fixed_limit_hand_is_written_with_its_bet_sizes():
    """
    The variant is FT, the big bet twice the small one.
    """
    story = Story(1000, 1000, by=book(betting="fixed-limit")).tell("2 raises 200", "1 folds", "push")

    written = fields(record_of_story(story))
    assert (written["variant"], written["small_bet"], written["big_bet"]) == ("FT", 100, 200)
    assert comes_back(record_of_story(story))


def test_the_time_is_written_only_if_it_is_known():
    """The engine has no clock, so a hand without a time has none in its history."""
    record = record_of_story(Story(1000, 1000).tell("2 folds", "push"))
    timed = fields(replace(record, started="2023-11-14T22:13:20"))

    assert not {"time", "day", "month", "year"} & set(fields(record))
    assert (timed["time"], timed["time_zone"]) == (time(22, 13, 20), "UTC")
    assert (timed["day"], timed["month"], timed["year"]) == (14, 11, 2023)


def test_a_dead_small_blind_and_a_dead_button_are_written_by_seat():
    """Only the big blind is listed, and first. The seats of the other two are in our own fields."""
    records = [record for seed in range(60) for record in random_records(seed, 5, move=0.3)]
    dead = [record for record in records if record.deal.small not in record.deal.seats]

    assert dead
    for record in dead:
        written = fields(record)
        assert written["blinds_or_straddles"][0] == record.deal.terms.big
        assert written["_small_blind_seat"] == record.deal.small
        assert written["_button_seat"] == record.deal.button


plain = st.one_of(st.text(), st.integers(), st.booleans())


@given(st.dictionaries(st.from_regex(r"[a-z_]+", fullmatch=True), plain | st.lists(plain) | st.dictionaries(
    st.from_regex(r"[a-z0-9_]+", fullmatch=True), plain), max_size=5))  # fmt: skip
def test_any_values_written_as_toml_are_read_back(values):
    """Among them names with quotes, control characters and emoji."""
    assert tomllib.loads(toml_lines(values)) == values


def test_a_bare_value_is_written_without_quotes():
    """A time of day has no quotes in TOML."""
    assert tomllib.loads(toml_lines({"time": "19:30:00"}, bare=("time",))) == {"time": time(19, 30)}


def test_a_name_cannot_break_out_of_its_line():
    """
    Whatever a player is called, the hand is read back whole.
    """
    story = Story(1000, 1000).tell("2 folds", "push")
    names = ('Q"]\n[2]\nx = ["', "\\u00e9 \x7f \U0001f0cf")

    assert fields(record_of([story.hand.deal, *story.events], names=names))["players"] == list(names)
