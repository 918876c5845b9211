"""The figures of a court card's picture are no cards. A card that lies on another is one."""

import pytest

from engine.cards import Card
from hardware.recognition.acceptance import Detection
from hardware.recognition.court_picture import without_court_figures
from hardware.recognition.detector import IndexCandidate

QUEEN, JACK, ACE = Card("Qs"), Card("Js"), Card("Ac")


def up(x, y, height=40.0, heat=0.9):
    return IndexCandidate(x, y, 0.0, -1.0, height, heat)


def down(x, y, height=40.0, heat=0.9):
    return IndexCandidate(x, y, 0.0, 1.0, height, heat)


def seen(card, *marks):
    return Detection(card, 0.99, (0, 0, 0, 0), marks)


def turned(spot):
    """The same mark, with the table turned by a quarter."""
    return IndexCandidate(-spot.y, spot.x, -spot.up_y, spot.up_x, spot.height, spot.heat)


COURT = seen(QUEEN, up(100, 100), down(260, 300))


def cards(*all_seen):
    around = [
        Detection(each.card, each.confidence, each.box, tuple(turned(at) for at in each.marks)) for each in all_seen
    ]
    left = [each.card for each in without_court_figures(all_seen)]
    assert [each.card for each in without_court_figures(around)] == left
    return left


def test_a_reading_between_the_corners_of_a_card_is_its_picture():
    assert cards(COURT, seen(JACK, up(150, 180))) == [QUEEN]
    assert cards(COURT, seen(JACK, up(150, 180), down(210, 220))) == [QUEEN]
    assert cards(seen(JACK, up(150, 180)), seen(QUEEN, down(260, 300), up(100, 100))) == [QUEEN]


def test_a_card_with_a_corner_outside_another_card_lies_on_it():
    assert cards(COURT, seen(ACE, up(180, 200), down(340, 400))) == [QUEEN, ACE]


def test_small_figures_may_be_slightly_beyond_the_line_between_the_corners():
    assert cards(COURT, seen(JACK, up(150, 92, 25.0))) == [QUEEN]
    assert cards(COURT, seen(JACK, up(150, 92, 35.0))) == [QUEEN, JACK]
    assert cards(COURT, seen(JACK, up(150, 80, 25.0))) == [QUEEN, JACK]


@pytest.mark.parametrize(("x", "heat", "left"), [(260, 0.5, [QUEEN]), (310, 0.5, [QUEEN, JACK]), (260, 0.95, [JACK])])
def test_two_cards_do_not_share_one_center(x, heat, left):
    assert cards(COURT, seen(JACK, up(x, 100, heat=heat), down(x - 160, 300, heat=heat))) == left


def test_crossed_cards_may_share_one_center():
    across = [IndexCandidate(80, 280, -1.0, 0.0, 40.0, 0.5), IndexCandidate(280, 120, 1.0, 0.0, 40.0, 0.5)]

    assert cards(COURT, seen(JACK, *across)) == [QUEEN, JACK]


def test_neighboring_cards_are_not_figures():
    assert cards(COURT, seen(JACK, up(300, 100)), seen(ACE, up(60, 200))) == [QUEEN, JACK, ACE]
    assert cards(COURT, seen(JACK, up(150, 96)), seen(ACE, up(264, 200))) == [QUEEN, JACK, ACE]


def test_the_extent_of_a_card_with_one_visible_corner_is_unknown():
    assert cards(seen(QUEEN, up(100, 100)), seen(JACK, up(150, 180))) == [QUEEN, JACK]


def test_two_corners_side_by_side_span_no_area():
    assert cards(seen(QUEEN, up(100, 100), up(260, 100)), seen(JACK, up(150, 180))) == [QUEEN, JACK]


def test_cards_between_two_cards_that_are_read_as_the_same_one_are_not_figures():
    twice = seen(QUEEN, up(100, 100), down(260, 300), down(700, 600))

    assert cards(twice, seen(JACK, up(400, 380), down(560, 580))) == [QUEEN, JACK]
    assert cards(twice, seen(JACK, up(150, 180))) == [QUEEN]
