"""A card counts if it was seen often enough at one place. Everything else is no card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.camera.voting import CodePosition, Sighting, StableTracker


def at(card, x=100.0, y=100.0):
    return Sighting(card, (CodePosition(x, y, 3.2),))


def came(pictures, tracker=None):
    """The new cards, picture by picture."""
    tracker = tracker or StableTracker()
    return [[each.card for each in tracker.update(picture)] for picture in pictures]


def test_a_card_counts_with_the_third_of_five_pictures_and_once():
    assert came([[at("QH")]] * 8) == [[], [], ["QH"], [], [], [], [], []]


def test_missed_pictures_do_not_matter_while_three_of_five_show_the_card():
    assert came([[at("QH")], [], [at("QH")], [], [at("QH")]]) == [[], [], [], [], ["QH"]]
    assert came([[at("QH")], [], [], [at("QH")], [], [], [at("QH")]]) == [[]] * 7


def test_a_misread_picture_makes_no_card_and_delays_the_right_one_until_it_is_forgotten():
    assert came([[at("QH")], [at("KH")], *[[at("QH")]] * 9]) == [[]] * 10 + [["QH"]]


def test_a_card_misread_while_it_slid_in_counts_as_soon_as_any_other():
    assert came([[at("KH")], [at("7C")], *[[at("QH")]] * 3]) == [[], [], [], [], ["QH"]]


def test_a_doubtful_reading_contradicts_and_makes_no_card():
    tracker: StableTracker[str] = StableTracker()

    assert [tracker.update([at("QH")], [at("KH")]) for _ in range(10)] == [[]] * 10
    assert tracker.stable == ()


def test_two_cards_read_alternately_at_one_place_are_no_card():
    assert came([[at("QH")], [at("KH")]] * 10) == [[]] * 20
    assert came([[at("QH"), at("KH", 105.0)]] * 10) == [[]] * 10


def test_a_counted_card_stays_when_another_is_read_once_in_its_place():
    tracker: StableTracker[str] = StableTracker()
    came([[at("QH")]] * 5, tracker)

    assert came([[at("KH")], [at("QH")], [at("KH")], [at("QH")]], tracker) == [[]] * 4
    assert [each.card for each in tracker.stable] == ["QH"]


def test_another_card_at_the_same_place_counts_once_the_first_is_forgotten():
    tracker: StableTracker[str] = StableTracker()
    came([[at("QH")]] * 5, tracker)

    assert came([[at("KH")]] * 6, tracker) == [[], [], [], [], ["KH"], []]
    assert [each.card for each in tracker.stable] == ["KH"]


def test_neighboring_cards_do_not_contradict_each_other():
    assert came([[at("QH"), at("KH", 130.0)]] * 3)[-1] == ["QH", "KH"]


def test_a_card_is_the_same_by_any_of_its_corners():
    one, other = CodePosition(100, 100, 3.2), CodePosition(260, 300, 3.2)
    pictures = [[Sighting("QH", (one,))], [Sighting("QH", (other,))], [Sighting("QH", (one, other))]]
    tracker: StableTracker[str] = StableTracker()

    assert came(pictures, tracker) == [[], [], ["QH"]]
    assert came([[Sighting("QH", (other,))]] * 10, tracker) == [[]] * 10
    assert [each.card for each in tracker.stable] == ["QH"]


def test_new_corners_of_a_counted_card_are_added_and_its_first_corner_keeps_its_position():
    tracker: StableTracker[str] = StableTracker()
    came([[at("QH")]] * 3, tracker)

    came([[Sighting("QH", (CodePosition(300, 100, 3.2), CodePosition(103, 101, 3.2)), "red")]] * 3, tracker)

    assert tracker.stable == (Sighting("QH", (CodePosition(100, 100, 3.2), CodePosition(300, 100, 3.2)), "red"),)


@pytest.mark.parametrize("misread", [2, 4])
def test_a_corner_misread_in_only_one_picture_does_not_block_another_card(misread):
    """
    A jack that was still sliding was read as the three that lies beside it, or is about to.
    """
    three, both = at("3S"), Sighting("3S", (CodePosition(100, 100, 3.2), CodePosition(400, 100, 3.2)))
    pictures = [[three]] * 5
    pictures[misread] = [both]
    tracker: StableTracker[str] = StableTracker()

    assert came([*pictures, *[[three, at("JS", 400.0)]] * 3], tracker)[-1] == ["JS"]


def test_a_moving_card_counts_only_when_it_lies_still():
    moving = [[at("QH", 100 + 10 * step)] for step in range(6)]
    lying = [[at("QH", 160.0)]] * 3

    assert came(moving + lying) == [[]] * 8 + [["QH"]]


def test_a_movement_of_less_than_two_millimeters_counts_as_still():
    assert came([[at("QH", 100 + jitter)] for jitter in (0, 6, 1)]) == [[], [], ["QH"]]
    assert came([[at("QH", 100 + jitter)] for jitter in (0, 7, 0)]) == [[], [], []]


def test_a_card_covered_by_a_hand_is_not_removed_at_once():
    tracker: StableTracker[str] = StableTracker()
    came([[at("QH")]] * 5, tracker)

    came([[]] * 4, tracker)
    assert [each.card for each in tracker.stable] == ["QH"]
    came([[]], tracker)
    assert tracker.stable == ()
    assert came([[at("QH")]] * 3, tracker) == [[], [], ["QH"]]


def test_a_card_that_was_moved_is_a_new_reading():
    tracker: StableTracker[str] = StableTracker()
    came([[at("QH")]] * 5, tracker)

    assert came([[at("QH", 400.0)]] * 3, tracker) == [[], [], ["QH"]]
    came([[at("QH", 400.0)]] * 2, tracker)
    assert [each.marks[0].x for each in tracker.stable] == [400.0]


def test_the_same_card_at_two_places_counts_at_both():
    tracker: StableTracker[str] = StableTracker()

    assert came([[at("QH"), at("QH", 900.0)]] * 3, tracker) == [[], [], ["QH", "QH"]]
    assert sorted(each.marks[0].x for each in tracker.stable) == [100.0, 900.0]


def test_a_whole_board_comes_together():
    board = [at(card, 100.0 * place) for place, card in enumerate(["2C", "3C", "4C", "5C", "6C"])]

    assert came([board] * 3)[-1] == ["2C", "3C", "4C", "5C", "6C"]


@pytest.mark.parametrize(("needed", "of"), [(0, 5), (6, 5)])
def test_an_impossible_vote_is_refused(needed, of):
    with pytest.raises(ValueError, match="can never be"):
        StableTracker(needed, of)


pictures = st.lists(st.lists(st.builds(at, st.sampled_from("ab"), st.sampled_from([0.0, 50.0, 99.0])), max_size=3))


@given(pictures)
def test_a_counted_card_was_seen_three_times_in_five_and_is_reported_once(seen):
    tracker: StableTracker[str] = StableTracker()
    for number, picture in enumerate(seen):
        last = seen[max(0, number - 4) : number + 1]
        before = tracker.stable
        new = tracker.update(picture)
        for each in new:
            assert sum(each in past for past in last) >= 3
            assert each not in before
        assert len(set(tracker.stable)) == len(tracker.stable)
