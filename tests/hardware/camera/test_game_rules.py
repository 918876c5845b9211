"""Game knowledge takes cards away and makes none."""

from hardware.camera.game_rules import GameConstraints
from hardware.camera.voting import CodePosition, Sighting


def lying(*cards):
    """Each a name and where it lies along the table."""
    return [Sighting(name, (CodePosition(x, 100.0, 3.2),)) for name, x in cards]


def told(constraints, cards, places=lambda card: "board"):
    return [card.card for card, _ in constraints.allowed(cards, places)]


def by_side(card):
    return "board" if card.marks[0].x < 500 else "seat 4"


FIVE = [(name, 80.0 * place) for place, name in enumerate(["2c", "3c", "4c", "5c", "6c"])]


def test_a_board_of_five_is_reported():
    assert told(GameConstraints(), lying(*FIVE)) == ["2c", "3c", "4c", "5c", "6c"]


def test_a_sixth_card_is_not_told_until_one_is_gone():
    constraints: GameConstraints[str] = GameConstraints()
    told(constraints, lying(*FIVE))

    assert told(constraints, lying(*FIVE, ("7c", 480.0))) == ["2c", "3c", "4c", "5c", "6c"]
    assert told(constraints, lying(*FIVE[1:], ("7c", 480.0))) == ["3c", "4c", "5c", "6c", "7c"]


def test_of_six_that_come_together_nobody_knows_which_is_wrong():
    assert told(GameConstraints(), lying(*FIVE, ("7c", 480.0))) == []


def test_six_cards_away_from_the_board_are_no_board():
    assert len(told(GameConstraints(), lying(*FIVE, ("7c", 480.0)), lambda card: "table")) == 6
    assert len(told(GameConstraints(), lying(*FIVE, ("7c", 600.0)), by_side)) == 6


def test_a_card_twice_at_one_place_is_reported_where_it_was_first_and_not_at_all_when_both_came_together():
    constraints: GameConstraints[str] = GameConstraints()
    assert told(constraints, lying(("Qh", 0.0))) == ["Qh"]
    assert [card.marks[0].x for card, _ in constraints.allowed(lying(("Qh", 200.0), ("Qh", 0.0)), by_side)] == [0.0]

    assert told(GameConstraints(), lying(("Qh", 0.0), ("Qh", 200.0), ("Kh", 300.0))) == ["Kh"]


def test_a_card_at_two_places_is_reported_at_both():
    both = GameConstraints[str]().allowed(lying(("Qh", 0.0), ("Qh", 600.0)), by_side)

    assert [place for _, place in both] == ["board", "seat 4"]


def test_a_card_stays_at_the_place_where_it_was_passed():
    constraints: GameConstraints[str] = GameConstraints()
    constraints.allowed(lying(("Qh", 490.0)), lambda card: "board")

    assert [place for _, place in constraints.allowed(lying(("Qh", 490.0)), lambda card: "seat 4")] == ["board"]
    constraints.allowed([], by_side)
    assert [place for _, place in constraints.allowed(lying(("Qh", 490.0)), lambda card: "seat 4")] == ["seat 4"]
