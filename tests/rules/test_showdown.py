"""The showdown and the cards: who shows, in which order, who may not muck, and where a card can go."""

from functools import reduce

import pytest

from engine.actions import Muck, SeeCard
from engine.books.rulebook import load_book
from engine.cards import Card
from engine.events import (
    AwardPots,
    BoardDealt,
    CardTabled,
    HandKilled,
    MakeDead,
    MoveChips,
    PotAwarded,
    Shares,
    UncalledReturned,
)
from engine.hand.ranking import MANY
from engine.hand.rules import apply, legal, start
from engine.hand.showdown import awards, is_decided, pots_of, showing_order, why_first
from engine.hand.state import new_hand
from engine.message import message
from engine.refused import Refused
from engine.table.actions.hands import Overrule
from tests.kit.story import TDA, Story, book, flop
from ui.words.languages import words_in

ENGLISH = words_in("en")

CHECKED = ("1 checks", "2 checks", "3 checks")
TO_RIVER = (*CHECKED, "board 9c", *CHECKED, "board 4s")


def river(*sentences: str, by=TDA) -> Story:
    """Three players have checked to the river 2h 7d Ks 9c 4s."""
    return flop(5_000, 5_000, 5_000, by=by).tell(*TO_RIVER, *sentences)


ORDER = {
    "17-A: no bet on the river, left of the button first": (CHECKED, {}, (0, 1, 2)),
    "17-A: the river's last aggressor first": (("1 checks", "2 bets 100", "3 calls", "1 calls"), {}, (1, 2, 0)),
    "a raise is the last aggression": (("1 bets 100", "2 calls", "3 raises 300", "1 calls", "2 calls"), {}, (2, 0, 1)),
    "the aggressor's caller when the aggressor is dead": (
        ("1 checks", "2 bets 100", "3 calls", "1 calls", "2 killed"), {}, (2, 0)
    ),
    "a book may always begin left of the button": (
        ("1 checks", "2 bets 100", "3 calls", "1 calls"), {"showdown_first": "left-of-button"}, (0, 1, 2)
    ),
}  # fmt: skip


@pytest.mark.parametrize(("sentences", "choices", "order"), ORDER.values(), ids=ORDER)
def test_hands_are_shown_in_the_order_of_the_rule(sentences, choices, order):
    """
    Places from left of the button; the cards that come next are expected in the same order.
    """
    by = book(**choices)
    hand = river(*sentences, by=by).hand

    assert showing_order(hand, by) == order
    assert legal(hand, by).due == tuple(place + 1 for place in order)


@pytest.mark.parametrize(
    ("sentences", "choices", "why"),
    [
        ((), {}, "left-of-button"),
        (("1 checks", "2 bets 100", "3 calls", "1 calls"), {}, "last-aggressor"),
        (("1 checks", "2 bets 100", "3 calls", "1 calls", "2 killed"), {}, None),
        (("1 bets 5000", "2 calls", "3 calls"), {}, "all-in"),
        (("1 bets 5000", "2 calls", "3 calls"), {"all_in_shows": "may-muck"}, "last-aggressor"),
        (("1 bets 100", "2 calls", "3 calls"), {"showdown_first": "left-of-last-caller"}, "left-of-last-caller"),
        ((), {"showdown_first": "left-of-last-caller"}, "left-of-button"),
        (("1 bets 100", "2 calls", "3 calls"), {"showdown_first": "left-of-button"}, "left-of-button"),
    ],
)
def test_the_reason_for_the_order_of_showing_is_given(sentences, choices, why):
    """Rules 16 and 17-A, and the clause of each book."""
    by = book(**choices)
    hand = river(*(sentences or CHECKED), by=by).hand

    assert why_first(hand, by) == why


@pytest.mark.parametrize("name", ["house", "washburn"])
def test_the_side_pots_hands_are_shown_before_the_all_in_hand(name):
    """Washburn, Side-Pots, and House rules, Side Pots:

    the all-in hand is first left of the button, but shows after the winner of the side pot.
    """
    sentences = flop(500, 5_000, 5_000, by=load_book(name)).tell("1 bets 500", "2 calls", "3 calls", "board 9c")
    hand = sentences.tell("2 bets 300", "3 calls", "board 4s", "2 checks", "3 checks").hand

    assert showing_order(hand, load_book(name)) == (1, 2, 0)
    assert why_first(hand, load_book(name)) == "side-pot"
    assert showing_order(hand, book(pots_shown="side-first", showdown_first="left-of-button")) == (0, 1, 2)


def test_a_beaten_hand_may_be_mucked_when_nobody_is_all_in():
    """
    The last one with a claim wins without showing (rule 17-B).
    """
    story = river("1 checks", "2 bets 100", "3 calls", "1 folds", "2 shows KhKd", "3 mucks")

    (award,) = awards(story.hand, TDA)

    assert (award.seats, award.why) == ((2,), message("everyone-else-mucked"))


def test_the_reason_compares_with_the_best_of_the_other_hands():
    """The deciding card is not the one that the worst hand lacked."""
    (award,) = awards(river(*CHECKED, "1 shows JhJd", "2 shows AhAd", "3 shows QhQd").hand, TDA)

    assert award.why.fields["why"] == message("higher-pair", high=MANY["A"], low=MANY["Q"])


def test_the_last_hand_with_a_claim_need_not_be_shown():
    """
    Rule 17-B: once the others have mucked no card is due and the pot can be pushed.
    """
    may = legal(river(*CHECKED, "1 mucks", "2 mucks").hand, TDA)

    assert (may.due, may.muck, may.push) == ((), (), True)


def test_nobody_mucks_when_a_player_is_all_in():
    """
    Rule 16: every live hand is tabled.
    """
    story = Story(500, 500, 500).tell("3 raises 500", "1 folds", "2 calls")

    with pytest.raises(Refused, match=r"all-in-must-show.*\(TDA 2024 rule 16\)"):
        story.tell("2 mucks")
    assert legal(story.hand, TDA).muck == ()


def test_a_book_may_let_all_in_players_muck():
    """
    Another choice of the same rule.
    """
    kind = book(all_in_shows="may-muck")
    story = Story(500, 500, 500, by=kind).tell("3 raises 500", "1 folds", "2 calls", "2 mucks")

    assert is_decided(story.hand)
    assert story.tell("push").hand.stacks == (450, 0, 1_050)


def test_a_hand_that_was_shown_cannot_be_mucked():
    """
    Cards speak: half a hand on the table can no longer be mucked.
    """
    story = river(*CHECKED, "1 shows Kh")

    with pytest.raises(Refused, match="tabled-hand-plays"):
        story.tell("1 mucks")


def test_the_last_claim_to_a_pot_can_be_neither_mucked_nor_killed():
    """
    A pot always has somebody to win it.
    """
    story = river(*CHECKED, "1 mucks", "2 mucks")

    with pytest.raises(Refused, match="last-claim-mucked"):
        story.tell("3 mucks")
    with pytest.raises(Refused, match="last-claim-killed"):
        story.tell("3 killed")


def test_the_last_hand_cannot_be_killed():
    """
    Once everybody else has folded, whoever is left has the pot.
    """
    story = Story(5_000, 5_000, 5_000).tell("3 folds", "1 folds")

    assert legal(story.hand, TDA).kill == ()
    with pytest.raises(Refused, match="last-claim-killed"):
        story.tell("2 killed")


def test_a_muck_before_the_showdown_is_refused():
    """The message says what to do instead."""
    with pytest.raises(Refused, match="muck-before-showdown"):
        flop(500, 500, 500).tell("1 mucks")


def test_all_hands_are_tabled_before_the_board_is_run_out():
    """
    Rule 16: once betting is over with somebody all-in, the seats come first, the board after; yet a board card that
    was dealt first is taken.
    """
    story = Story(500, 500, 500).tell("3 raises 500", "1 folds", "2 calls")

    assert legal(story.hand, TDA).due == (2, 3, 0)
    story.tell("board 2h", "2 shows KhKd", "3 shows AsAc", "board 7dKs", "board 9c", "board 4s")
    assert legal(story.hand, TDA).push
    assert ENGLISH.say(awards(story.hand, TDA)[0].why) == (
        "set of kings, nine-seven kickers: three of a kind beats a pair"
    )


def test_the_cards_decide_and_not_the_order_of_showing():
    """
    Rule 12: the best five of seven win, whoever showed first; here the last one's two small pairs beat aces.
    """
    story = river(*CHECKED, "1 shows AcAd", "2 shows 3h3c", "3 shows 4h2c", "push")

    assert story.hand.stacks == (5_000, 5_000, 5_300)


def test_a_card_without_a_place_goes_where_one_is_due():
    """
    A card with no place named belongs to the seat that shows next, then to the board.
    """
    story = Story(500, 500).tell("2 raises 500", "1 calls")
    for card in ("Kh", "Kd", "As", "Ac", "2h"):
        story.ask(SeeCard(Card(card)))

    assert story.events[-5:] == [
        CardTabled(1, Card("Kh")),
        CardTabled(1, Card("Kd")),
        CardTabled(2, Card("As")),
        CardTabled(2, Card("Ac")),
        BoardDealt(Card("2h")),
    ]


CARDS = {
    "on the board already": ("board 2h", "card-on-board (card=2h)"),
    "with a player already": ("board Kh", "card-at-seat (card=Kh, seat=2)"),
    "from a folded seat": ("1 shows 3h", "no-card-due-from (seat=1)"),
    "a third card": ("2 shows 3h", "no-card-due-from (seat=2)"),
    "from a seat that was not dealt in": ("7 shows 3h", "no-card-due-from (seat=7)"),
}


@pytest.mark.parametrize(("asked", "says"), CARDS.values(), ids=CARDS)
def test_an_impossible_card_is_refused(asked, says):
    """No card is in a hand twice, or anywhere that no card is expected."""
    story = Story(500, 500, 500).tell("3 raises 500", "1 folds", "2 calls", "2 shows KhKd", "board 2h7dKs")

    with pytest.raises(Refused) as refused:
        story.tell(asked)

    assert str(refused.value) == says


PREMATURE = {
    "before the betting": ((), "board 2h"),
    "while somebody has to act": (("3 calls", "1 calls"), "board 2h"),
    "a fourth card of the flop": (("3 calls", "1 calls", "2 checks", "board 2h7dKs"), "board 9c"),
    "a turn preflop's betting is done": (
        ("3 calls", "1 calls", "2 checks", "board 2h7dKs", "1 checks"), "board 9c"
    ),
    "hole cards before the showdown": (("3 calls",), "3 shows AhKd"),
}  # fmt: skip


@pytest.mark.parametrize(("sentences", "asked"), PREMATURE.values(), ids=PREMATURE)
def test_a_premature_card_is_refused_while_the_betting_goes_on(sentences, asked):
    """It is not read as any card. The floor decides what happens to it."""
    story = Story(500, 500, 500).tell(*sentences)

    with pytest.raises(Refused, match=r"no-card-due$"):
        story.tell(asked)


def test_a_card_after_the_hand_is_decided_is_refused_for_that_reason():
    """
    The betting is over, whatever else is wrong with the card.
    """
    sentences = "3 raises 500", "1 calls", "2 folds", "board 2h7dKs9c4d", "1 shows AhKd", "3 shows QsQd"
    story = Story(500, 500, 500).tell(*sentences)

    with pytest.raises(Refused, match="no-card-due-decided"):
        story.tell("board 3c")


@pytest.mark.parametrize("sentences", [("3 folds", "1 folds"), ("3 folds", "1 folds", "push")])
def test_a_rabbit_hunt_is_refused_with_its_clause(sentences):
    """TDA 2024 rule 28: nobody sees the cards that would have come, before or after the pot is pushed."""
    story = Story(500, 500, 500).tell(*sentences)

    with pytest.raises(Refused, match="rabbit-hunt") as refused:
        story.tell("board 3c")

    assert refused.value.clause == "TDA 2024 rule 28"


def test_nothing_is_due_once_the_pots_are_pushed():
    """
    The hand is over.
    """
    story = Story(500, 500).tell("2 folds", "push")

    with pytest.raises(Refused, match="hand-over"):
        story.tell("2 shows 2h")
    assert legal(story.hand, TDA).due == ()


def side_pot(*sentences: str) -> Story:
    """Seat 1 is all-in for 500; seats 2 and 3 have put 600 each into a side pot, and seat 3 has folded."""
    story = Story(500, 5_000, 5_000).tell("3 raises 500", "1 calls", "2 calls", "board 2h7dKs", "2 bets 600", "3 calls")
    return story.tell("board 9c", "2 checks", "3 checks", "board 4s", "2 bets 100", "3 folds", *sentences)


def test_the_last_claim_to_a_side_pot_cannot_be_killed():
    """
    Tournament rules 16 and 17, Washburn Side-Pots: the all-in player cannot win it, so it would have no owner.
    """
    story = side_pot()

    assert [(pot.chips, pot.eligible) for pot in pots_of(story.hand)] == [(1_500, (0, 1)), (1_200, (1,))]
    assert legal(story.hand, TDA).kill == (1,)
    with pytest.raises(Refused, match="last-claim-killed"):
        story.tell("2 killed")
    with pytest.raises(Refused, match="last-claim-killed"):
        story.ask(Overrule("Kim", "fouled", MakeDead(2)))
    story.tell("1 shows AhAd", "2 shows QhQd", "push")
    assert story.hand.stacks == (1_500, 5_100, 3_900)


def test_the_floor_awards_a_dead_hands_side_pot_by_name():
    """
    The order is on the record, and the all-in player has the main pot.
    """
    story = side_pot()
    pots = (Shares(0, (1,), (1_500,)), Shares(1, (3,), (1_200,)))

    story.ask(Overrule("Kim", "seat 2 left: seat 3 was in it", AwardPots(pots)))

    assert story.hand.stacks == (1_500, 3_900, 5_100)
    assert [event.floor for event in story.events if isinstance(event, PotAwarded)] == [
        "seat 2 left: seat 3 was in it"
    ] * 2


def test_a_dead_blinds_uncalled_part_is_returned_if_the_others_are_all_in_for_less():
    """Rule 30 leaves a dead blind in the pot, but for a player who is all-in for less there is no pot to
    win it from.
    """
    story = Story(1_000, 40).tell("1 killed")

    assert UncalledReturned(1, 60) in story.events
    assert story.tell("push").hand.stacks == (960, 80)


def test_dead_chips_that_no_remaining_player_can_win_wait_for_the_floor():
    """
    Both blinds are dead and the only hand left is all-in for less: nothing is pushed until the floor says who.
    """
    story = Story(1_000, 1_000, 40, 1_000).tell("1 killed", "2 killed", "3 calls", "4 folds")
    may = legal(story.hand, TDA)

    assert [(pot.chips, pot.eligible) for pot in pots_of(story.hand)] == [(120, (2,)), (20, ())]
    assert (may.push, may.due, may.award) == (False, (), (1,))
    with pytest.raises(Refused, match="pots-undecided"):
        story.tell("push")
    story.ask(Overrule("Kim", "back to seat 2", AwardPots((Shares(0, (3,), (120,)), Shares(1, (2,), (20,))))))
    assert story.hand.stacks == (950, 970, 120, 1_000)


def test_an_absent_players_hand_is_dead_even_if_its_chips_then_wait_for_the_floor():
    """
    Rule 30: the only player who is there is all-in by the ante, and both blinds are away. An absent player cannot win.
    """
    story = Story(5_000, 5_000, 30, ante=30, form="each")
    events = start(story.hand.deal, TDA, {seat: HandKilled(seat, follows=True, cause="away") for seat in (1, 2)})
    hand = reduce(apply, events[1:], new_hand(story.hand.deal))

    assert hand.live == (False, False, True)
    assert [(pot.chips, pot.eligible) for pot in pots_of(hand)] == [(90, (2,)), (100, ())]
    assert legal(hand, TDA).award == (1,)


def test_the_last_hand_with_a_claim_to_dead_chips_cannot_be_mucked():
    """
    Seat 1 is all-in for 100; seats 3 and 4 are dead with 300 each, and seat 2 has answered them.
    """
    story = Story(100, 5_000, 5_000, 5_000).tell(
        "3 raises 300", "4 calls", "1 calls", "2 calls", "3 killed", "4 killed"
    )
    story.tell("board 2h7dKs", "board 9c", "board 4s")

    for floor in ("", "he threw it away"):
        with pytest.raises(Refused, match="last-claim-mucked"):
            story.ask(Muck(2, floor))


def test_a_dead_raise_is_called_before_its_chips_can_be_won():
    """Everybody who raised is dead and the other player is all-in for less.

    A player who has put in no more than that is not in that pot yet.
    """
    story = Story(100, 5_000, 5_000, 5_000).tell("3 raises 300", "4 calls", "1 calls", "3 killed", "4 killed")

    assert (legal(story.hand, TDA).seat, legal(story.hand, TDA).call) == (2, 200)
    story.tell("2 folds")
    assert [(pot.chips, pot.eligible) for pot in pots_of(story.hand)] == [(400, (0,)), (400, ())]
    assert legal(story.hand, TDA).award == (1,)


def test_the_only_player_in_a_pot_that_the_floor_made_cannot_muck():
    """By the floor's order, five chips more than the other's are a pot of their own. Both players have chips behind."""
    story = flop(5_000, 5_000)
    story.ask(Overrule("Kim", "miscounted", MoveChips(1, 5)))
    story.tell("1 checks", "2 checks", "board 9c", "1 checks", "2 checks", "board 4s", "1 checks", "2 checks")

    assert [(pot.chips, pot.eligible) for pot in pots_of(story.hand)] == [(200, (0, 1)), (5, (0,))]
    with pytest.raises(Refused, match="last-claim-mucked"):
        story.tell("1 mucks")
