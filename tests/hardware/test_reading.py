"""A card that lies there is told once; a code of no card is never a card."""

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card
from hardware.decks import PLAIN_DECK
from hardware.reading import Reading, Unread, Watch

QUEEN, ACE = Card("Qh"), Card("As")


def test_a_code_becomes_this_card_here_now():
    assert Watch(PLAIN_DECK, "seat 3").see("Qh", 1_234) == Reading(QUEEN, "seat 3", 1_234)


def test_an_unknown_code_is_told_and_is_no_card():
    assert Watch(PLAIN_DECK, "seat 3").see("QH\0", 1_234) == Unread("QH\0", "seat 3", 1_234)


def test_a_card_that_lies_there_is_told_once_however_long():
    watch = Watch(PLAIN_DECK, "board")

    told = [watch.see("Qh", ms) for ms in range(0, 60_000, 1_999)]

    assert told == [Reading(QUEEN, "board", 0), *[None] * (len(told) - 1)]


def test_a_card_that_was_away_is_told_again():
    watch = Watch(PLAIN_DECK, "board")

    assert [bool(watch.see("Qh", ms)) for ms in (0, 1_999, 3_998, 5_998)] == [True, False, False, True]


def test_two_cards_read_by_turns_are_told_once_each():
    watch = Watch(PLAIN_DECK, "board")

    told = [watch.see(code, ms) for ms, code in enumerate(["Qh", "As"] * 20)]

    assert [reading for reading in told if reading] == [Reading(QUEEN, "board", 0), Reading(ACE, "board", 1)]


def test_an_unknown_code_is_not_told_again_and_again():
    watch = Watch(PLAIN_DECK, "board")

    assert [bool(watch.see("??", ms)) for ms in (0, 500, 1_000)] == [True, False, False]


def test_with_no_lockout_every_code_is_told():
    watch = Watch(PLAIN_DECK, "board", repeat_ms=0)

    assert [watch.see("Qh", 7) for _ in range(3)] == [Reading(QUEEN, "board", 7)] * 3


@given(st.lists(st.tuples(st.sampled_from(["Qh", "As", "??"]), st.integers(0, 3_000)), max_size=40))
def test_what_is_told_is_what_was_out_of_sight(seen):
    watch, now_ms = Watch(PLAIN_DECK, "board"), 0
    last_ms: dict[str, int] = {}

    for code, gap_ms in seen:
        now_ms += gap_ms
        told = watch.see(code, now_ms)
        assert bool(told) == (now_ms - last_ms.get(code, -9_999) >= 2_000)
        last_ms[code] = now_ms


def test_noise_of_many_codes_is_forgotten():
    watch = Watch(PLAIN_DECK, "board")

    told = [watch.see(f"noise {number}", 0) for number in [*range(1_000), 0, 999]]

    assert [bool(t) for t in told[-2:]] == [True, False]


def test_a_card_that_lies_there_is_remembered_through_any_noise():
    watch = Watch(PLAIN_DECK, "board")

    told = [watch.see(code, ms) for ms in range(1_000) for code in ("Qh", f"noise {ms}")]

    assert [reading for reading in told if isinstance(reading, Reading)] == [Reading(QUEEN, "board", 0)]
