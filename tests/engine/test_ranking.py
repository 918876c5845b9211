"""Rankings: the rule card's ten examples, hands we can count, a trusted outside program, and the words for them."""

import random
from collections import Counter
from itertools import combinations, pairwise
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK, Card, parse_cards
from engine.hand.ranking import Category, Ranking, best, category, describe, strength, why
from tests.kit.sizes import size
from ui.words.languages import words_in

ENGLISH = words_in("en")

SAMPLE = size("KIOSK_FUZZ_EXAMPLES", 20_000)

five_to_seven = st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True)


def ranked(text: str) -> Ranking:
    return best(parse_cards(text))


# Clause R3.10 of the book `astate-2009`, best first; low cards complete an example of fewer than five.
RULE_CARD = {
    Category.ROYAL_FLUSH: "AsKsQsJsTs",
    Category.STRAIGHT_FLUSH: "JcTc9c8c7c",
    Category.FOUR_OF_A_KIND: "KsKcKhKd" + "2d",
    Category.FULL_HOUSE: "JsJcJhTsTc",
    Category.FLUSH: "Th8h4h3h2h",
    Category.STRAIGHT: "AhKcQdJdTh",
    Category.THREE_OF_A_KIND: "8h8d8c" + "3s2d",
    Category.TWO_PAIR: "KhKdQhQd" + "2s",
    Category.ONE_PAIR: "KcKs" + "4h3d2d",
    Category.HIGH_CARD: "As" + "7h4d3c2d",
}


@pytest.mark.parametrize(("kind", "cards"), RULE_CARD.items(), ids=lambda value: getattr(value, "name", ""))
def test_each_example_of_r3_10_has_the_ranking_on_the_rule_card(kind, cards):
    """
    The example ranks as the kind it illustrates.
    """
    assert ranked(cards).category is kind


def test_the_ten_examples_of_r3_10_rank_in_the_order_printed():
    """
    The rule card lists the rankings best first.
    """
    strengths = [ranked(cards).strength for cards in RULE_CARD.values()]

    assert strengths == sorted(set(strengths), reverse=True)


@pytest.mark.nightly
def test_all_five_card_hands_fall_into_the_known_classes():
    """The 2,598,960 hands of five cards divide as combinatorics books count them, into 7,462 different strengths."""
    counts = Counter(strength(cards) for cards in combinations(DECK, 5))
    kinds: Counter[Category] = Counter()
    for value, count in counts.items():
        kinds[category(value)] += count

    assert len(counts) == 7462
    assert kinds == {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 36,
        Category.FOUR_OF_A_KIND: 624,
        Category.FULL_HOUSE: 3_744,
        Category.FLUSH: 5_108,
        Category.STRAIGHT: 10_200,
        Category.THREE_OF_A_KIND: 54_912,
        Category.TWO_PAIR: 123_552,
        Category.ONE_PAIR: 1_098_240,
        Category.HIGH_CARD: 1_302_540,
    }


def test_all_hands_of_a_short_deck_fall_into_the_known_classes():
    """The 201,376 hands of five cards from seven up, counted from the numbers of ranks and suits."""
    short = [card for card in DECK if card.rank in "789TJQKA"]
    counts = Counter(category(strength(cards)) for cards in combinations(short, 5))

    assert counts == {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 3 * 4,
        Category.FOUR_OF_A_KIND: 8 * 28,
        Category.FULL_HOUSE: 8 * 4 * 7 * 6,
        Category.FLUSH: (comb(8, 5) - 4) * 4,
        Category.STRAIGHT: 4 * (4**5 - 4),
        Category.THREE_OF_A_KIND: 8 * 4 * comb(7, 2) * 4**2,
        Category.TWO_PAIR: comb(8, 2) * 6 * 6 * 24,
        Category.ONE_PAIR: 8 * 6 * comb(7, 3) * 4**3,
        Category.HIGH_CARD: (comb(8, 5) - 4) * (4**5 - 4),
    }


@pytest.mark.fuzz
def test_seven_cards_rank_in_the_same_order_as_eval7():
    """
    Over a random sample, any two sets of seven cards compare as the outside program compares them.
    """
    eval7 = pytest.importorskip("eval7", reason="eval7 has no wheel for this machine")
    dice = random.Random(20_240_611)
    deals = [dice.sample(DECK, 7) for _ in range(SAMPLE)]
    theirs = {card: eval7.Card(str(card)) for card in DECK}

    both = sorted((strength(deal), eval7.evaluate([theirs[card] for card in deal])) for deal in deals)

    assert all((a[0] < b[0]) == (a[1] < b[1]) and a[1] <= b[1] for a, b in pairwise(both))


@pytest.mark.fuzz
def test_two_players_on_one_board_compare_as_in_eval7():
    """
    Over random showdowns of two players, eval7 names the same winner or the same tie.
    """
    eval7 = pytest.importorskip("eval7", reason="eval7 has no wheel for this machine")
    dice = random.Random(7)
    theirs = {card: eval7.Card(str(card)) for card in DECK}
    outcomes: Counter[int] = Counter()
    for _ in range(SAMPLE):
        deal = dice.sample(DECK, 9)
        one, two = deal[:7], deal[2:]
        ours = strength(one) - strength(two)
        other = eval7.evaluate([theirs[card] for card in one]) - eval7.evaluate([theirs[card] for card in two])
        assert ((ours > 0) - (ours < 0)) == ((other > 0) - (other < 0)), f"{one} against {two}"
        outcomes[(ours > 0) - (ours < 0)] += 1

    assert SAMPLE < 1000 or min(outcomes[-1], outcomes[0], outcomes[1]) > 0


@given(five_to_seven)
def test_best_finds_the_best_of_all_five_card_hands(cards):
    """
    No five of the cards beat the five that `best` names. Those are among the cards, and rank the same on their own.
    """
    ranking = best(cards)

    assert ranking.strength == strength(cards) == max(strength(five) for five in combinations(cards, 5))
    assert ranking.strength == strength(ranking.five)
    assert len(set(ranking.five)) == 5
    assert set(ranking.five) <= set(cards)
    assert ranking.category is category(ranking.strength)


@given(five_to_seven, st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(cards, dice):
    """
    Shuffled cards have the same strength and the same words.
    """
    shuffled = dice.sample(cards, len(cards))

    assert best(shuffled).strength == best(cards).strength
    assert describe(best(shuffled)) == describe(best(cards))


@given(st.lists(st.sampled_from(DECK), min_size=9, max_size=9, unique=True))
def test_two_hands_have_the_same_description_only_when_they_tie(deal):
    """The words name enough to tell a winner from a loser on the same board."""
    one, two = best(deal[:7]), best(deal[2:])

    assert (describe(one) == describe(two)) == (one.strength == two.strength)


@pytest.mark.parametrize(
    ("cards", "five", "words"),
    [
        ("2h7dAsKsQsJsTs", "AsKsQsJsTs", "royal flush"),
        ("7c8c9cTcJcAhAd", "JcTc9c8c7c", "jack-high straight flush"),
        ("Ad2d3d4d5d9h9c", "5d4d3d2dAd", "five-high straight flush"),
        ("2dKsKc7hKhKdQd", "KdKhKcKsQd", "quad kings, queen kicker"),
        ("KsKhAsAdAc2h3d", "AcAdAsKhKs", "full house, aces full of kings"),
        ("6s6h6dKsKdKc2c", "KcKdKs6d6h", "full house, kings full of sixes"),
        ("2hThAh4c8h9c3h", "AhTh8h3h2h", "ace-high flush, then ten, eight, three and deuce"),
        ("2h3d4s5cAhAdKs", "5c4s3d2hAd", "five-high straight"),
        ("6s7dTh8c9s2h2d", "Th9s8c7d6s", "ten-high straight"),
        ("8h8d8cAs2d4hKc", "8c8d8hAsKc", "three eights, ace-king kickers"),
        ("Kh9d9cKdAs2h3c", "KdKh9c9dAs", "two pair, kings and nines, ace kicker"),
        ("KhKd9c9d6s6hQc", "KdKh9d9cQc", "two pair, kings and nines, queen kicker"),
        ("TcTs2h4dAcKs7h", "TsTcAcKs7h", "pair of tens, ace-king-seven kickers"),
        ("As7hQd3c2d9cJs", "AsQdJs9c7h", "ace high, queen-jack-nine-seven kickers"),
    ],
)
def test_the_five_cards_are_ordered_and_described_as_a_dealer_says_them(cards, five, words):
    """
    Sets first, then kickers; straights from the top, the wheel from the five.
    """
    ranking = ranked(cards)

    assert ranking.five == parse_cards(five)
    assert ENGLISH.say(describe(ranking)) == words


@pytest.mark.parametrize(
    ("hole", "board", "words"),
    [
        ("9s9h", "9dAcKs4h2d", "set of nines, ace-king kickers"),
        ("9sAh", "9d9cKs4h2d", "trip nines, ace-king kickers"),
        ("AhKs", "9d9c9h4h2d", "three nines, ace-king kickers"),
        ("9s9h", "9dAcKs", "set of nines, ace-king kickers"),
    ],
)
def test_a_pair_in_the_hand_makes_a_set_and_a_pair_on_the_board_trips(hole, board, words):
    """As dealers say it. Three on the board are neither."""
    ranking = ranked(hole + board)

    assert ENGLISH.say(describe(ranking, parse_cards(board))) == words


@pytest.mark.parametrize(
    ("winner", "loser", "reason"),
    [
        ("Ah9h7h4h2h", "AsKdQhJcTc", "a flush beats a straight"),
        ("AsKsQsJsTs", "KhQhJhTh9h", "a royal flush beats a straight flush"),
        ("6h5h4h3h2h", "5s4s3s2sAs", "six high beats five high"),
        ("8h8d8c8s3d", "7h7d7c7sAd", "four eights beat four sevens"),
        ("8h8d8c8sQd", "8h8d8c8sJd", "the queen kicker plays"),
        ("AhAdAcKsKd", "QhQdQcKsKd", "three aces beat three queens"),
        ("AhAdAcKsKd", "AhAdAcQsQd", "pair of kings beats pair of queens"),
        ("AhTh8h4h2h", "KhQhJh9h8h", "ace high beats king high"),
        ("AhTh8h4h3h", "AhTh8h4h2h", "the three kicker plays"),
        ("Th9d8c7s6d", "9d8c7s6d5h", "ten high beats nine high"),
        ("8h8d8cAsQd", "8h8d8cAsJd", "the queen kicker plays"),
        ("KhKdTcTs2d", "QhQdJcJsAd", "kings up beats queens up"),
        ("KhKdTcTs2d", "KhKd9c9sAd", "second pair tens beats nines"),
        ("KhKd9c9sAd", "KhKd9c9sQd", "the ace kicker plays"),
        ("6h6dAcKs2d", "5h5dAcKsQd", "pair of sixes beats pair of fives"),
        ("KhKdAcQs7d", "KhKdAcJsTd", "the queen kicker plays"),
        ("AsQdJs9c7h", "KsQdJs9c7h", "ace high beats king high"),
        ("AsQdJs9c7h", "AsQdTs9c7h", "the jack kicker plays"),
        ("AsQdJs9c7h", "AdQcJh9d7s", "same hand"),
    ],
)
def test_the_reason_names_the_first_thing_that_decides(winner, loser, reason):
    """
    One phrase says why these five beat those.
    """
    assert ENGLISH.say(why(ranked(winner), ranked(loser))) == reason


def test_a_reason_for_the_weaker_hand_is_refused():
    """A weaker ranking is never explained as a winner."""
    with pytest.raises(ValueError, match="does not beat"):
        why(ranked("Th9d8c7s6d"), ranked("JhTd9c8s7d"))


@pytest.mark.parametrize(
    ("hole", "board", "plays"),
    [
        ("2c3d", "AsKsQsJsTs", True),
        ("KcKd", "6s9hTdJcQs", False),  # the straight to the king needs a king
        ("2c2d", "6s9hTdJcQs", False),
        ("6c6d", "Ts9h8d7c6s", True),
        ("AcAd", "KsKhKdKcAs", True),  # an ace in the hand adds nothing to the ace on the board
        ("9c2d", "KsKhKd9s9h", True),
        ("AcAd", "KsKhKdKc", False),  # with four cards down there is no board to play
    ],
)
def test_the_board_plays_if_the_hole_cards_add_nothing(hole, board, plays):
    """The best five cards are then the board itself."""
    ranking = ranked(hole + board)

    assert (set(ranking.five) == set(parse_cards(board))) is plays


def test_the_board_of_six_nine_ten_jack_queen_splits_between_two_kings():
    """
    Test vector 12: both have the straight to the king.
    """
    board = "6s9hTdJcQs"

    assert ranked("KcKd" + board).strength == ranked("Kh2c" + board).strength
    assert ENGLISH.say(describe(ranked("Kh2c" + board))) == "king-high straight"


@pytest.mark.parametrize("ask", [strength, best])
@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("", "a ranking takes 5 to 7 cards, not 0"),
        ("AhKhQhJh", "a ranking takes 5 to 7 cards, not 4"),
        ("2h3h4h5h6h7h8h9h", "a ranking takes 5 to 7 cards, not 8"),
        ("AhKhQhJhAh", "a card is there twice in Ah Kh Qh Jh Ah"),
    ],
)
def test_cards_that_are_no_hand_are_refused_in_one_line(ask, cards, message):
    """Too few, too many or duplicate cards never get a strength."""
    with pytest.raises(ValueError, match=f"^{message}$"):
        ask(parse_cards(cards))


def test_a_ranking_is_a_value():
    """
    Two rankings of the same cards are equal and can be kept in a set.
    """
    cards: tuple[Card, ...] = parse_cards("AhKdQsJcTh")

    assert {best(cards), best(cards)} == {best(cards)}
