"""The game's rules remove cards and never add any."""

from hardware.camera.game_rules import GameConstraints
from hardware.camera.voting import CodePosition, Sighting


def lying(*cards):
    """Cards by name, with their positions along the table."""
    return [Sighting(name, (CodePosition(x, 100.0, 3.2),)) for name, x in cards]


def allowed_cards(constraints, cards, places=lambda card: "board"):
    return [card.card for card, _ in constraints.allowed(cards, places)]


def by_side(card):
    return "board" if card.marks[0].x < 500 else "seat 4"


FIVE = [(name, 80.0 * place) for place, name in enumerate(["2c", "3c", "4c", "5c", "6c"])]


def test_a_board_of_five_is_reported():
    assert allowed_cards(GameConstraints(), lying(*FIVE)) == ["2c", "3c", "4c", "5c", "6c"]


def test_a_sixth_card_is_not_reported_until_one_is_gone():
    constraints: GameConstraints[str] = GameConstraints()
    allowed_cards(constraints, lying(*FIVE))

    assert allowed_cards(constraints, lying(*FIVE, ("7c", 480.0))) == ["2c", "3c", "4c", "5c", "6c"]
    assert allowed_cards(constraints, lying(*FIVE[1:], ("7c", 480.0))) == ["3c", "4c", "5c", "6c", "7c"]


def test_if_six_cards_come_together_none_is_reported():
    assert allowed_cards(GameConstraints(), lying(*FIVE, ("7c", 480.0))) == []


def test_six_cards_that_are_not_all_on_the_board_are_allowed():
    assert len(allowed_cards(GameConstraints(), lying(*FIVE, ("7c", 480.0)), lambda card: "table")) == 6
    assert len(allowed_cards(GameConstraints(), lying(*FIVE, ("7c", 600.0)), by_side)) == 6


def test_a_duplicate_card_at_one_place_is_reported_where_it_was_first_and_not_if_both_came_together():
    constraints: GameConstraints[str] = GameConstraints()
    assert allowed_cards(constraints, lying(("Qh", 0.0))) == ["Qh"]
    assert [card.marks[0].x for card, _ in constraints.allowed(lying(("Qh", 200.0), ("Qh", 0.0)), by_side)] == [0.0]

    assert allowed_cards(GameConstraints(), lying(("Qh", 0.0), ("Qh", 200.0), ("Kh", 300.0))) == ["Kh"]


def test_a_card_at_two_places_is_reported_at_both():
    both = GameConstraints[str]().allowed(lying(("Qh", 0.0), ("Qh", 600.0)), by_side)

    assert [place for _, place in both] == ["board", "seat 4"]


def test_a_card_keeps_the_place_where_it_was_first_allowed():
    constraints: GameConstraints[str] = GameConstraints()
    constraints.allowed(lying(("Qh", 490.0)), lambda card: "board")

    assert [place for _, place in constraints.allowed(lying(("Qh", 490.0)), lambda card: "seat 4")] == ["board"]
    constraints.allowed([], by_side)
    assert [place for _, place in constraints.allowed(lying(("Qh", 490.0)), lambda card: "seat 4")] == ["seat 4"]
