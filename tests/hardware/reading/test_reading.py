"""A card on the table is reported once. An unknown code is never a card."""

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card
from hardware.reading.deck import PLAIN_DECK
from hardware.reading.line_settings import REPEAT_MS, ParsedLine
from hardware.reading.reading import Reading, RepeatFilter, UnknownCode

QUEEN, ACE = Card("Qh"), Card("As")


def test_a_code_becomes_a_card_with_its_place_and_time():
    assert RepeatFilter(PLAIN_DECK, "seat 3").receive_code("Qh", 1_234) == Reading(QUEEN, "seat 3", 1_234)


def test_an_unknown_code_is_reported_and_is_no_card():
    assert RepeatFilter(PLAIN_DECK, "seat 3").receive_code("QH\0", 1_234) == UnknownCode("QH\0", "seat 3", 1_234)


def is_news(repeats, codes_and_ms):
    """Which of these readings are new."""
    results = [repeats.receive_code(code, ms) for code, ms in codes_and_ms]
    return [bool(each and not getattr(each, "again", False)) for each in results]


def test_a_card_that_stays_is_news_only_once():
    repeats = RepeatFilter(PLAIN_DECK, "board")

    results = [repeats.receive_code("Qh", ms) for ms in range(0, 60_000, REPEAT_MS - 1)]

    assert results == [Reading(QUEEN, "board", ms, again=ms > 0) for ms in range(0, 60_000, REPEAT_MS - 1)]


def test_a_card_that_was_away_is_news_again():
    repeats = RepeatFilter(PLAIN_DECK, "board")

    assert is_news(repeats, [("Qh", ms) for ms in (0, 699, 1_398, 2_098)]) == [True, False, False, True]


def test_the_same_card_at_two_places_of_one_reader_is_news_at_both():
    repeats = RepeatFilter(PLAIN_DECK, "reader")

    results = [
        repeats.receive_code("Qh", 0, "board"),
        repeats.receive_code("Qh", 1, "seat 4"),
        repeats.receive_code("Qh", 2, "board"),
    ]

    assert results == [Reading(QUEEN, "board", 0), Reading(QUEEN, "seat 4", 1), Reading(QUEEN, "board", 2, again=True)]


def test_two_cards_read_alternately_are_news_once_each():
    repeats = RepeatFilter(PLAIN_DECK, "board")

    assert is_news(repeats, [(code, ms) for ms, code in enumerate(["Qh", "As"] * 20)]) == [True, True] + [False] * 38


def test_an_unknown_code_is_not_reported_repeatedly():
    repeats = RepeatFilter(PLAIN_DECK, "board")

    assert [repeats.receive_code("??", ms) for ms in (0, 500, 1_000)] == [UnknownCode("??", "board", 0), None, None]


def test_a_card_at_an_unnamed_position_is_reported_once_until_it_is_lifted():
    repeats, said = RepeatFilter(PLAIN_DECK, "board"), ParsedLine("Qh", "", "7")

    results = [repeats.receive_line(said, f"7 Qh -{ms}", ms) for ms in (0, 699, 1_398, 2_098)]

    first, last = (UnknownCode(f"7 Qh -{ms}", "board", ms, nowhere=True, position="7") for ms in (0, 2_098))
    assert results == [first, None, None, last]
    assert repeats.receive_line(ParsedLine("Qh", "seat 4"), "4 Qh", 2_100) == Reading(QUEEN, "seat 4", 2_100)


def test_without_a_lockout_every_code_is_news():
    repeats = RepeatFilter(PLAIN_DECK, "board", repeat_ms=0)

    assert [repeats.receive_code("Qh", 7) for _ in range(3)] == [Reading(QUEEN, "board", 7)] * 3


@given(st.lists(st.tuples(st.sampled_from(["Qh", "As", "??"]), st.integers(0, 1_500)), max_size=40))
def test_a_code_is_news_only_after_it_was_out_of_sight(seen):
    repeats, now_ms = RepeatFilter(PLAIN_DECK, "board"), 0
    last_ms: dict[str, int] = {}

    for code, gap_ms in seen:
        now_ms += gap_ms
        assert is_news(repeats, [(code, now_ms)]) == [now_ms - last_ms.get(code, -9_999) >= REPEAT_MS]
        last_ms[code] = now_ms


def test_noise_of_many_codes_is_forgotten():
    repeats = RepeatFilter(PLAIN_DECK, "board")

    results = [repeats.receive_code(f"noise {number}", 0) for number in [*range(1_000), 0, 999]]

    assert [bool(t) for t in results[-2:]] == [True, False]


def test_a_card_that_stays_is_remembered_through_any_noise():
    repeats = RepeatFilter(PLAIN_DECK, "board")

    results = [repeats.receive_code(code, ms) for ms in range(1_000) for code in ("Qh", f"noise {ms}")]

    news = [reading for reading in results if isinstance(reading, Reading) and not reading.again]
    assert news == [Reading(QUEEN, "board", 0)]
