"""Mishaps with hole cards and the deck: each condition of the house rules and the standard, and its remedy."""

import pytest

from engine.actions import Declare, ForfeitChips
from engine.books.rulebook import load_book
from engine.cards import Card, parse_cards
from engine.events import CardOutOfPlay, HandKilled, HandVoided, Mishap, MishapDeclared, StreetPrepared
from engine.hand.misdeals.remedy import substantial_action
from engine.hand.misdeals.rules import remedy
from engine.message import Message, message
from engine.refused import Refused
from tests.kit.story import Story, book, read

HOUSE, TDA = load_book("house"), load_book("tda")
NO_BURN = StreetPrepared("flop", reshuffle=False, burn=False)
NOBODY = ()
ONE = ("3 calls",)
TWO_FOLDS = ("3 folds", "4 folds")
ENTERED = ("3 calls", "4 folds")
FLOP = ("3 calls", "4 calls", "5 calls", "1 calls", "2 checks", "board 2h7dKs")


def declare(kind, seat=0, cards="", by="dealer"):
    return Declare(mishap(kind, seat, cards), by)


def table(by, *sentences):
    """Five players with the button at seat 5, after these sentences."""
    return Story(*(1_000,) * 5, by=by).tell(*sentences).hand


def mishap(kind, seat=0, cards=""):
    return Mishap(kind, seat, parse_cards(cards))


MISDEALS = {
    "house 1: the first card": (HOUSE, mishap("first-card-exposed"), "House rules, Misdeals 1"),
    "house 1: two others": (HOUSE, mishap("cards-exposed"), "House rules, Misdeals 1"),
    "house 5: two extra cards": (HOUSE, mishap("extra-cards"), "House rules, Misdeals 5"),
    "house 7: a seat missed": (HOUSE, mishap("seat-missed", 3), "House rules, Misdeals 7"),
    "house: an extra card for another": (HOUSE, mishap("extra-card", 3), "TDA 2024 rule 35-A"),
    "35-A: the first card": (TDA, mishap("first-card-exposed"), "TDA 2024 rule 35-A"),
    "35-A: the second card": (TDA, mishap("second-card-exposed", 2), "TDA 2024 rule 35-A"),
    "35-A: any two others": (TDA, mishap("cards-exposed"), "TDA 2024 rule 35-A"),
    "35-A: a seat dealt out": (TDA, mishap("seat-missed", 3), "TDA 2024 rule 35-A"),
    "35-A: one extra card": (TDA, mishap("extra-card", 1), "TDA 2024 rule 35-A"),
    "35-A: two cards too many": (TDA, mishap("extra-cards"), "TDA 2024 rule 35-A"),
    "35-A: a card too few": (TDA, mishap("too-few-cards", 3), "TDA 2024 rule 35-A"),
    "35-A: the wrong seat first": (TDA, mishap("wrong-seat"), "TDA 2024 rule 35-A"),
    "35-A: a seat not entitled": (TDA, mishap("not-entitled", 9), "TDA 2024 rule 35-A"),
    "35-A: two boxed cards": (TDA, mishap("boxed-cards"), "TDA 2024 rule 35-A"),
    "35-A: a card from another deck": (TDA, mishap("foreign-card"), "TDA 2024 rule 35-A"),
}


@pytest.mark.parametrize("sentences", [NOBODY, ONE, TWO_FOLDS], ids=["nobody acted", "one act", "two folds"])
@pytest.mark.parametrize(("by", "wrong", "clause"), MISDEALS.values(), ids=MISDEALS)
def test_a_mishap_before_substantial_action_is_a_misdeal(by, wrong, clause, sentences):
    """
    Every chip goes back, the same hand is dealt again, and the clause says why.
    """
    hand = table(by, *sentences)

    answer = remedy(hand, wrong, by)

    assert (answer.kind, answer.clause) == ("misdeal", clause)
    assert answer.events == (HandVoided((1, 2, 3, 4, 5), (1_000,) * 5),)


LATE = {
    "first-card-exposed": (0, "play-on", "step-exposed-cards-stay"),
    "cards-exposed": (0, "play-on", "step-exposed-cards-stay"),
    "seat-missed": (3, "play-on", "step-seat-is-out (seat=3)"),
    "extra-card": (1, "floor", "step-floor-decides-on-wrong-count"),
    "extra-cards": (0, "floor", "step-floor-decides-on-wrong-count"),
    "too-few-cards": (3, "floor", "step-floor-decides-on-wrong-count"),
    "wrong-seat": (0, "play-on", "step-cards-play-where-they-lie"),
    "not-entitled": (9, "play-on", "step-take-in-dead-cards"),
    "boxed-cards": (0, "play-on", "step-card-counts-for-nothing"),
    "foreign-card": (0, "play-on", "step-floor-decides-on-hand"),
}


@pytest.mark.parametrize("by", [HOUSE, TDA], ids=["house", "tda"])
@pytest.mark.parametrize("kind", LATE)
def test_after_substantial_action_there_is_no_misdeal(by, kind):
    """
    Rule 35-D: play continues, or the floor rules on the one hand that is wrong.
    """
    seat, answer_kind, step = LATE[kind]

    answer = remedy(table(by, *ENTERED), mishap(kind, seat), by)

    assert (answer.kind, answer.clause) == (answer_kind, "TDA 2024 rule 36")
    assert str(answer.steps[-1]) == step


def test_the_steps_of_a_misdeal_name_the_chips_that_go_back_to_each_seat():
    """Antes, blinds and bets by seat, and the chips that stay."""
    story = Story(1_000, 1_000, 1_000, blinds=(50, 100), ante=10, form="each").tell("3 raises 300")

    answer = remedy(story.hand, mishap("first-card-exposed"), TDA)

    assert answer.steps == (
        message("step-stop-hand"),
        message("step-give-back", seats=back((1, 60), (2, 110), (3, 310))),
        message("step-take-in-cards"),
        message("step-deal-again", button=3, small=50, big=100),
    )


def back(*chips: tuple[int, int]) -> tuple[Message, ...]:
    """The chips that are returned, by seat."""
    return tuple(message("seat-and-chips", seat=seat, chips=amount) for seat, amount in chips)


def test_forfeited_chips_are_returned_too():
    """The deal does not count, and neither does anything that happened in it."""
    story = Story(1_000, 1_000, 1_000, by=HOUSE)
    story.ask(ForfeitChips(3, 70))

    steps = remedy(story.hand, mishap("first-card-exposed"), HOUSE).steps
    story.ask(declare("first-card-exposed"))

    assert message("step-give-back", seats=back((1, 50), (2, 100), (3, 70))) in steps
    assert story.hand.stacks == (1_000,) * 3


SUBSTANTIAL = {
    "nothing": ((), False, False),
    "one call": (("3 calls",), False, False),
    "one raise": (("3 raises 300",), False, False),
    "two folds": (("3 folds", "4 folds"), False, True),
    "three folds": (("3 folds", "4 folds", "5 folds"), True, True),
    "a fold and a call": (("3 folds", "4 calls"), True, True),
    "a raise and a fold": (("3 raises 300", "4 folds"), True, True),
    "two calls": (("3 calls", "4 calls"), True, True),
    "three killed": (("1 killed", "2 killed", "3 killed"), False, False),
}


@pytest.mark.parametrize(("sentences", "standard", "robert"), SUBSTANTIAL.values(), ids=SUBSTANTIAL)
def test_substantial_action_is_counted_as_each_book_says(sentences, standard, robert):
    """
    Rule 36: two acts in turn with chips among them, or three of any kind; Robert's Rules: two players. Blinds and hands
    that the floor kills are no acts.
    """
    hand = table(TDA, *sentences)

    assert substantial_action(hand, TDA) is standard
    assert substantial_action(hand, book(substantial_action="two-players")) is robert


def test_an_act_that_only_the_floor_let_stand_is_not_in_turn():
    """
    Two acts out of turn and one in turn are not substantial.
    """
    story = Story(*(1_000,) * 6)
    for sentence in ("5 calls", "6 calls"):
        for action in read(sentence, "the floor lets it stand"):
            story.ask(action)

    assert not substantial_action(story.tell("3 calls").hand, TDA)
    assert substantial_action(story.tell("4 folds").hand, TDA)


# One card exposed


@pytest.mark.parametrize("kind", ["card-exposed", "second-card-exposed"])
def test_one_other_exposed_card_is_replaced_and_is_the_burn(kind):
    """
    House Misdeals 1: the deal continues, and the exposed card may not be kept. A second card counts as any other here.
    """
    answer = remedy(table(HOUSE), mishap(kind, 3, "Ah"), HOUSE)

    assert (answer.kind, answer.clause) == ("repair", "House rules, Misdeals 1")
    assert answer.events == (CardOutOfPlay(Card("Ah")), NO_BURN)
    assert message("step-replace-exposed-card", seat=3) in answer.steps


@pytest.mark.parametrize("sentences", [("3 calls",), ("3 folds",)], ids=["called", "folded"])
def test_an_exposed_card_stays_once_its_seat_has_acted_on_it(sentences):
    """A player behind may still have theirs replaced."""
    hand = table(HOUSE, *sentences)

    assert remedy(hand, mishap("card-exposed", 3), HOUSE).kind == "play-on"
    assert remedy(hand, mishap("card-exposed", 4), HOUSE).kind == "repair"


def test_an_exposed_card_found_after_the_flop_stays():
    """It can no longer be used as a burn."""
    answer = remedy(table(HOUSE, *FLOP), mishap("card-exposed", 1), HOUSE)

    assert (answer.kind, answer.events) == ("play-on", ())


def test_an_exposed_card_of_a_player_all_in_by_the_blind_stays_once_the_flop_is_due():
    """The player never acts. It is the burn that has been dealt."""
    hand = Story(1_000, 50, by=HOUSE).hand

    assert hand.street == 1
    assert remedy(hand, mishap("card-exposed", 2), HOUSE).kind == "play-on"


@pytest.mark.parametrize(("first", "second"), [("card-exposed", "card-exposed"), ("extra-card", "extra-card")])
def test_a_second_mishap_of_the_same_kind_makes_it_a_misdeal(first, second):
    """Two irregularities that were declared one by one are two."""
    story = Story(*(1_000,) * 5, by=HOUSE)
    story.ask(declare(first, 1))

    answer = remedy(story.hand, mishap(second, 1), HOUSE)

    assert answer.kind == "misdeal"


def test_one_extra_card_to_the_first_player_is_the_burn():
    """
    House Misdeals 5.
    """
    answer = remedy(table(HOUSE), mishap("extra-card", 1, "9c"), HOUSE)

    assert (answer.kind, answer.clause) == ("repair", "House rules, Misdeals 5")
    assert answer.events == (CardOutOfPlay(Card("9c")), NO_BURN)


# The button, boxed cards, the deck


@pytest.mark.parametrize("kind", ["button-short", "too-few-cards"])
@pytest.mark.parametrize("sentences", [(), ("3 calls", "4 calls")], ids=["at once", "after substantial action"])
def test_the_buttons_hand_is_completed_until_the_button_has_acted(kind, sentences):
    """
    Rule 37, even after substantial action.
    """
    hand = table(TDA, *sentences)

    answer = remedy(hand, mishap(kind, 5), TDA)

    assert (answer.kind, answer.clause, answer.events) == ("repair", "TDA 2024 rule 37", ())


@pytest.mark.parametrize("sentences", [("3 calls", "4 calls", "5 calls"), FLOP], ids=["preflop", "on the flop"])
def test_the_hand_of_a_button_that_acted_on_too_few_cards_is_dead(sentences):
    """
    Rule 37.
    """
    answer = remedy(table(TDA, *sentences), mishap("button-short", 5), TDA)

    assert answer.kind == "play-on"
    assert answer.events == (HandKilled(5, follows=True, cause="short-of-cards"),)


def test_a_button_put_all_in_by_its_blind_has_not_acted():
    """
    Heads-up, the button's blind was its last chip.
    """
    hand = Story(1_000, 50).tell("board 2h7dKs").hand

    assert remedy(hand, mishap("button-short", 2), TDA).kind == "repair"


def test_one_boxed_card_counts_for_nothing():
    """
    The next card takes its place, and it cannot come in this hand.
    """
    answer = remedy(table(TDA), mishap("boxed-card", cards="Ah"), TDA)

    assert (answer.kind, answer.events) == ("repair", (CardOutOfPlay(Card("Ah")),))


def test_boxed_cards_found_after_the_first_deal_count_for_nothing():
    """
    Rule 35-A speaks of the initial deal.
    """
    answer = remedy(table(TDA, *FLOP), mishap("boxed-cards"), TDA)

    assert (answer.kind, answer.clause) == ("repair", "TDA 2024 rule 35-A")


MOMENTS = {
    "preflop": (),
    "after substantial action": ("3 raises 300", "1 calls", "2 calls"),
    "on the flop": ("3 raises 300", "1 calls", "2 calls", "board 2h7dKs", "1 bets 200"),
    "at the showdown": (
        "3 raises 1000", "1 folds", "2 calls", "board 2h7dKs", "board 3c", "board 4c", "2 shows AsAd",
    ),
}  # fmt: skip


@pytest.mark.parametrize("sentences", MOMENTS.values(), ids=MOMENTS)
def test_a_fouled_deck_stops_the_hand_at_any_time(sentences):
    """
    Rule 35-E: all bets are returned.
    """
    story = Story(*(1_000,) * 3).tell(*sentences)

    story.ask(declare("duplicate-card", cards="As"))

    assert story.hand.stacks == (1_000,) * 3
    assert (story.hand.over, story.hand.voided, story.hand.pot) == (True, True, 0)


# Refusals


REFUSED = {
    "no seat named": (mishap("card-exposed"), "which-seat-unknown"),
    "a seat that is not there": (mishap("seat-missed", 8), "seat-not-in-hand (seat=8)"),
    "entitled after all": (mishap("not-entitled", 3), "seat-was-entitled (seat=3)"),
    "not the button": (mishap("button-short", 2), "button-at-other-seat (button=5, seat=2)"),
}


@pytest.mark.parametrize(("wrong", "says"), REFUSED.values(), ids=REFUSED)
def test_an_impossible_mishap_is_refused_with_a_code(wrong, says):
    """A wrong tap does not change the hand."""
    with pytest.raises(Refused) as refused:
        remedy(table(TDA), wrong, TDA)

    assert str(refused.value) == says


def test_a_button_that_has_folded_is_not_short_of_cards():
    with pytest.raises(Refused, match=r"button-not-live \(seat=5\)"):
        remedy(table(TDA, "3 folds", "4 folds", "5 folds"), mishap("button-short"), TDA)


def test_a_card_on_the_board_cannot_be_the_boxed_card():
    """
    No card is in two places.
    """
    with pytest.raises(Refused, match=r"card-on-table \(card=Ks\)"):
        remedy(table(TDA, *FLOP), mishap("boxed-card", cards="Ks"), TDA)


@pytest.mark.parametrize("by", [HOUSE, TDA], ids=["house", "tda"])
def test_a_player_cannot_declare_a_misdeal(by):
    """
    House Misdeals: only the dealer or the floor.
    """
    story = Story(*(1_000,) * 5, by=by)

    with pytest.raises(Refused, match="player-declares-misdeal") as refused:
        story.ask(declare("first-card-exposed", by="player"))
    assert refused.value.clause == by.misdeals.clause
    story.ask(declare("first-card-exposed", by="floor"))


def test_a_declared_mishap_is_recorded_with_its_remedy():
    """Even if play continues."""
    story = Story(*(1_000,) * 5).tell(*ENTERED)
    story.ask(declare("wrong-seat"))

    declared = story.events[-1]
    assert isinstance(declared, MishapDeclared)
    assert (declared.mishap.kind, declared.by, declared.remedy, declared.clause) == (
        "wrong-seat", "dealer", "play-on", "TDA 2024 rule 36",
    )  # fmt: skip
    assert not story.hand.over


def test_a_mishap_cannot_be_declared_after_the_hand():
    """From then on the floor corrects it."""
    story = Story(1_000, 1_000).tell("2 folds", "push")

    with pytest.raises(Refused, match="hand-over-floor-corrects"):
        remedy(story.hand, mishap("duplicate-card"), TDA)


@pytest.mark.parametrize("by", [HOUSE, TDA], ids=lambda book: book.id)
def test_a_button_that_was_not_moved_is_corrected_until_substantial_action(by):
    """TDA 2024 rule 34-A: after that it stands, and the next hand goes on from there."""
    early = Story(*(1_000,) * 3, by=by).tell("3 calls")
    late = Story(*(1_000,) * 3, by=by).tell("3 calls", "1 calls", "2 checks")
    corrected = remedy(early.hand, Mishap("button-not-moved"), by)
    stands = remedy(late.hand, Mishap("button-not-moved"), by)

    assert (corrected.kind, corrected.clause) == ("misdeal", "TDA 2024 rule 34-A")
    assert corrected.steps[-2] == message("step-move-button", seat=3)
    assert corrected.events == (HandVoided(early.hand.deal.seats, early.hand.deal.stacks),)
    assert (stands.kind, stands.clause, stands.events) == ("play-on", "TDA 2024 rule 34-A", ())
    assert stands.steps[-1] == message("step-button-stands")
