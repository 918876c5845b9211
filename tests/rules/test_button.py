"""The button and the blinds: who has them first, and who posts next when players bust, leave or sit down."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from engine.actions import Fold, Push
from engine.books.rulebook import load_book
from engine.button import Positions, dealt_in, first_positions, next_positions
from engine.cards import parse_cards
from engine.events import Blinds
from engine.game.game import decide
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.people import LeaveSeat, TakeSeat
from engine.table.actions.setup import DrawButton, SetLevel
from tests.kit.randomplay import ask
from tests.rules.seated import next_deal, table

FIVE = (1, 2, 3, 4, 5)
# The next hand's button, small and big blind under the dead button (rule 32), after they were at 1, 2 and 3.
NEXT = {
    "nobody leaves": (FIVE, (2, 3, 4)),
    "the small blind busts: the button is dead at its seat": ((1, 3, 4, 5), (2, 3, 4)),
    "the big blind busts: no small blind is posted": ((1, 2, 4, 5), (2, 3, 4)),
    "both bust: the button lies dead and no small blind is posted": ((1, 4, 5), (2, 3, 4)),
    "the button busts": ((2, 3, 4, 5), (2, 3, 4)),
    "the next big blind busts": ((1, 2, 3, 5), (2, 3, 5)),
    "three leave: the big blind goes to the next player": ((1, 2), (2, 2, 1)),
    "the big blind and one more remain": ((3, 4), (3, 3, 4)),
    "somebody sits down right after the big blind": ((1, 2, 3, 6, 9), (2, 3, 6)),
}


@pytest.mark.parametrize(("seats", "positions"), NEXT.values(), ids=NEXT)
def test_the_big_blind_moves_on_and_the_rest_follows(seats, positions):
    """
    Rules 32 and 34-B, after the positions 1, 2, 3.
    """
    assert next_positions("dead", seats, Positions(1, 2, 3)) == Positions(*positions)


def sequence(*seated: Sequence[int], form: str = "dead") -> list[tuple[int, int, int]]:
    """The positions, hand after hand, of those seated each time; the first hand's button is seat 1."""
    at = first_positions(seated[0], 1)
    found = [(at.button, at.small, at.big)]
    for seats in seated[1:]:
        at = next_positions(form, seats, at)
        found.append((at.button, at.small, at.big))
    return found


SEQUENCES = {
    "vector 8: the small blind busts": (
        [FIVE, (1, 3, 4, 5), (1, 3, 4, 5), (1, 3, 4, 5)], [(1, 2, 3), (2, 3, 4), (3, 4, 5), (4, 5, 1)]
    ),
    "vector 8: the big blind busts": (
        [FIVE, (1, 2, 4, 5), (1, 2, 4, 5), (1, 2, 4, 5)], [(1, 2, 3), (2, 3, 4), (3, 4, 5), (4, 5, 1)]
    ),
    "vector 8: both bust": (
        [FIVE, (1, 4, 5), (1, 4, 5), (1, 4, 5)], [(1, 2, 3), (2, 3, 4), (3, 4, 5), (4, 5, 1)]
    ),
    "vector 9: three become two, the button busts": ([(1, 2, 3), (2, 3), (2, 3)], [(1, 2, 3), (3, 3, 2), (2, 2, 3)]),
    "vector 9: the small blind busts": ([(1, 2, 3), (1, 3), (1, 3)], [(1, 2, 3), (3, 3, 1), (1, 1, 3)]),
    "vector 9: the big blind busts": ([(1, 2, 3), (1, 2), (1, 2)], [(1, 2, 3), (2, 2, 1), (1, 1, 2)]),
    "two from the start": ([(1, 2), (1, 2), (1, 2)], [(1, 1, 2), (2, 2, 1), (1, 1, 2)]),
    "two become three: left of the big blind": ([(1, 5), (1, 5, 7), (1, 5, 7)], [(1, 1, 5), (1, 5, 7), (5, 7, 1)]),
    "two become three: right of the big blind": ([(1, 5), (1, 3, 5), (1, 3, 5)], [(1, 1, 5), (3, 5, 1), (5, 1, 3)]),
}  # fmt: skip


@pytest.mark.parametrize(("seated", "positions"), SEQUENCES.values(), ids=SEQUENCES)
def test_nobody_skips_a_blind_or_posts_the_big_blind_twice_from_hand_to_hand(seated, positions):
    """
    Button, small blind and big blind of each hand.
    """
    assert sequence(*seated) == positions
    assert all(before[2] != after[2] for before, after in pairwise(positions))


STAYS = {
    "vector 8, house: the small blind busts": (
        [FIVE, (1, 3, 4, 5), (1, 3, 4, 5), (1, 3, 4, 5)], [(1, 2, 3), (1, 3, 4), (3, 4, 5), (4, 5, 1)]
    ),
    "vector 8, house: the big blind busts": (
        [FIVE, (1, 2, 4, 5), (1, 2, 4, 5), (1, 2, 4, 5)], [(1, 2, 3), (1, 0, 4), (2, 4, 5), (4, 5, 1)]
    ),
    "vector 8, house: both bust": (
        [FIVE, (1, 4, 5), (1, 4, 5), (1, 4, 5)], [(1, 2, 3), (1, 0, 4), (1, 4, 5), (4, 5, 1)]
    ),
    "the button busts": ([FIVE, (2, 3, 4, 5), (2, 3, 4, 5)], [(1, 2, 3), (2, 3, 4), (3, 4, 5)]),
    "vector 9: three become two, the big blind busts": ([(1, 2, 3), (1, 2), (1, 2)], [(1, 2, 3), (2, 2, 1), (1, 1, 2)]),
    "two become three": ([(1, 5), (1, 5, 7), (1, 5, 7)], [(1, 1, 5), (1, 5, 7), (5, 7, 1)]),
}  # fmt: skip
MOVING = {
    "the small blind busts: the next player misses the big blind": (
        [FIVE, (1, 3, 4, 5), (1, 3, 4, 5)], [(1, 2, 3), (3, 4, 5), (4, 5, 1)]
    ),
    "the big blind busts": ([FIVE, (1, 2, 4, 5), (1, 2, 4, 5)], [(1, 2, 3), (2, 4, 5), (4, 5, 1)]),
    "the button busts": ([FIVE, (2, 3, 4, 5), (2, 3, 4, 5)], [(1, 2, 3), (2, 3, 4), (3, 4, 5)]),
    "a newcomer beside the button is passed over": ([(1, 3, 5, 7), (1, 2, 3, 5, 7)], [(1, 3, 5), (3, 5, 7)]),
    "a newcomer before the big blind": ([(1, 3, 5, 7), (1, 3, 4, 5, 7)], [(1, 3, 5), (4, 5, 7)]),
    "vector 9: three become two, the button busts": ([(1, 2, 3), (2, 3), (2, 3)], [(1, 2, 3), (3, 3, 2), (2, 2, 3)]),
    "two become three": ([(1, 5), (1, 5, 7), (1, 5, 7)], [(1, 1, 5), (5, 7, 1), (7, 1, 5)]),
}  # fmt: skip
FORMS = {f"{form}: {name}": (form, *case) for form, cases in (("stays", STAYS), ("moving", MOVING))
         for name, case in cases.items()}  # fmt: skip


@pytest.mark.parametrize(("form", "seated", "positions"), FORMS.values(), ids=FORMS)
def test_the_button_stays_or_moves_as_the_book_says(form, seated, positions):
    """House rules, Skipping Blinds, and the moving button of R3.8 and Washburn 4; 0 if no small blind is posted."""
    assert sequence(*seated, form=form) == positions
    assert all(before[2] != after[2] for before, after in pairwise(positions))


def test_vector_8_house_plays_a_hand_without_a_small_blind():
    """The big blind busts: the button stays, only the big blind is posted and every remaining player is dealt in."""
    game, _ = next_deal(table(1, 2, 3, 4, 5, button=1, by=load_book("house")))
    game = ask(game, LeaveSeat(3)).after

    game, deal = next_deal(game)
    _, after = next_deal(game)

    assert (deal.button, deal.small, deal.big) == (1, 0, 4)
    assert (deal.seats, deal.blinds) == ((2, 4, 5, 1), (0, 100, 0, 0))
    assert (after.button, after.small, after.big) == (2, 4, 5)


@pytest.mark.parametrize(
    ("left", "now", "after"),
    [(2, (1, 3, 4), (3, 4, 5)), (3, (1, 0, 4), (2, 4, 5))],
    ids=["the small blind", "the big blind"],
)
def test_house_a_newcomer_in_the_seat_of_a_busted_blind_does_not_move_the_button(left, now, after):
    """
    Skipping Blinds: the button does not move when a blind is eliminated, whoever sits there by the next hand.
    """
    game, _ = next_deal(table(1, 2, 3, 4, 5, button=1, by=load_book("house")))
    game = ask(ask(game, LeaveSeat(left)).after, TakeSeat(left, "new", "New", 1_000)).after

    game, deal = next_deal(game)
    _, following = next_deal(game)

    assert (deal.button, deal.small, deal.big) == now
    assert (following.button, following.small, following.big) == after


# The first button

DRAWS = {
    "vector 16: the ace of spades": ("AdAsKs", 2),
    "spades over hearts": ("QhQs2c", 2),
    "hearts over diamonds": ("QdQhQc", 2),
    "diamonds over clubs": ("Tc9sTd", 3),
    "the rank comes first": ("Ac2sKs", 1),
}


@pytest.mark.parametrize(("cards", "seat"), DRAWS.values(), ids=DRAWS)
def test_vector_16_the_highest_card_wins_the_first_button(cards, seat):
    """
    Washburn 4: the ace of spades is the highest; equal ranks go by spades, hearts, diamonds, clubs.
    """
    game = ask(table(1, 2, 3, button=1, by=load_book("washburn")), DrawButton((1, 2, 3), parse_cards(cards))).after

    assert next_deal(game)[1].button == seat


BAD_DRAWS = {
    "a player without a card": ((1, 2), "AsKs", "button-cards (Washburn 4)"),
    "a card for an empty seat": ((1, 2, 4), "AsKsQs", "button-cards (Washburn 4)"),
    "two cards for one": ((1, 2, 3), "AsKsQsJs", "button-cards (Washburn 4)"),
    "a card twice": ((1, 2, 3), "AsKsAs", "card-twice (card=As)"),
}


@pytest.mark.parametrize(("seats", "cards", "why"), BAD_DRAWS.values(), ids=BAD_DRAWS)
def test_an_impossible_draw_for_the_button_is_refused(seats, cards, why):
    """
    One card each, all different.
    """
    with pytest.raises(Refused) as refused:
        decide(table(1, 2, 3, button=1, by=load_book("washburn")), DrawButton(seats, parse_cards(cards)))

    assert str(refused.value) == why


def test_nobody_draws_at_an_empty_table():
    with pytest.raises(Refused, match="table-empty"):
        decide(table(button=1), DrawButton((), ()))


def test_after_the_first_hand_the_button_is_not_drawn_again():
    """
    It moves by itself.
    """
    game, _ = next_deal(table(1, 2, 3, button=1, by=load_book("washburn")))

    with pytest.raises(Refused, match="button-moves-itself"):
        decide(game, DrawButton((1, 2, 3), parse_cards("AsKsQs")))


DEALT = {
    "everybody, the first left of the button first": (FIVE, (2, 3, 4), (3, 4, 5, 1, 2)),
    "a dead button": ((1, 3, 4, 5), (2, 3, 4), (3, 4, 5, 1)),
    "a dead small blind": ((1, 2, 4, 5), (2, 3, 4), (4, 5, 1, 2)),
    "rule 10: a newcomer between the button and the small blind waits": ((1, 3, 4, 6, 8), (1, 4, 6), (4, 6, 8, 1)),
    "rule 10: a newcomer in the small blind's seat does not": ((1, 3, 4, 5), (2, 3, 4), (3, 4, 5, 1)),
    "two players": ((4, 8), (8, 8, 4), (4, 8)),
}


@pytest.mark.parametrize(("seats", "positions", "order"), DEALT.values(), ids=DEALT)
def test_cards_are_dealt_clockwise_from_the_button(seats, positions, order):
    """The seats that get cards, in the order of dealing."""
    assert dealt_in(seats, Positions(*positions)) == order


def test_a_table_deals_by_the_button():
    """A player who leaves between hands leaves a dead button behind. The blinds and stacks of the deal follow."""
    game, first = next_deal(table(1, 2, 3, 4, 5, button=1))
    game = ask(game, LeaveSeat(2)).after

    game, second = next_deal(game)

    assert (first.button, first.small, first.big, first.seats) == (1, 2, 3, (2, 3, 4, 5, 1))
    assert (second.button, second.small, second.big, second.seats) == (2, 3, 4, (3, 4, 5, 1))
    assert second.blinds == (50, 100, 0, 0)
    assert second.stacks == (1_050, 1_000, 1_000, 1_000)


def test_no_small_blind_is_posted_from_an_empty_seat():
    """
    The big blind left; only the big blind is posted, and the price is the same.
    """
    game, _ = next_deal(table(1, 2, 3, 4, 5, button=1))
    game = ask(game, LeaveSeat(3)).after

    _, deal = next_deal(game)

    assert (deal.small, deal.seats, deal.blinds) == (3, (4, 5, 1, 2), (100, 0, 0, 0))


def test_a_newcomer_between_the_button_and_the_small_blind_waits_one_hand():
    """
    Rule 10: dealt in once the button has passed.
    """
    game, _ = next_deal(table(1, 4, 6, 8, button=8))
    game = ask(game, TakeSeat(2, "new", "Newcomer", 1_000)).after

    game, waits = next_deal(game)
    game, plays = next_deal(game)

    assert (waits.button, waits.small, waits.big) == (1, 4, 6)
    assert 2 not in waits.seats
    assert 2 in plays.seats


def test_a_player_who_sits_down_during_a_hand_is_dealt_into_the_next():
    """
    The room does not wait for the table.
    """
    game = ask(table(1, 3, 5, button=1), StartHand()).after
    game = ask(game, TakeSeat(7, "new", "Newcomer", 1_000)).after

    assert game.table.hand is not None
    assert 7 not in game.table.hand.deal.seats
    assert decide(game, Fold(1))


def test_a_level_set_during_a_hand_begins_with_the_next_hand():
    """
    Rule 23.
    """
    game = ask(table(1, 3, 5, button=1), StartHand()).after
    game = ask(game, SetLevel(Blinds(2, 100, 200))).after
    assert game.table.hand is not None
    assert game.table.hand.deal.terms.level == 1

    for seat in (1, 3):
        game = ask(game, Fold(seat)).after
    _, deal = next_deal(ask(game, Push()).after)

    assert (deal.terms.level, max(deal.blinds)) == (2, 200)
