"""Mishaps with the board and the burns: the house's remedy, the standard's, and the deal that the table then allows."""

import pytest

from engine.actions import BOARD, Declare, SeeCard
from engine.books.rulebook import load_book
from engine.cards import Card, parse_cards
from engine.events import BoardReturned, CardOutOfPlay, Mishap, MishapDeclared, StreetPrepared
from engine.hand.dealing import next_street
from engine.hand.misdeals.rules import remedy
from engine.hand.rules import legal
from engine.hand.state import STREETS
from engine.message import message
from engine.refused import Refused
from tests.kit.story import Story

HOUSE, TDA = load_book("house"), load_book("tda")
BEFORE_FLOP = ("3 calls", "1 calls", "2 checks")
FLOP = (*BEFORE_FLOP, "board 2h7dKs")
TURN = (*FLOP, "1 checks", "2 checks", "3 checks", "board 4c")
RIVER = (*TURN, "1 checks", "2 checks", "3 checks", "board 5c")
ALL_IN = ("3 raises 1000", "1 calls", "2 folds")


def story(by, *sentences):
    """Three players, after these sentences."""
    return Story(*(1_000,) * 3, by=by).tell(*sentences)


def declare(play, kind, cards=""):
    play.ask(Declare(Mishap(kind, 0, parse_cards(cards))))
    return play


def fresh(street):
    return StreetPrepared(street, reshuffle=True, burn=False)


def unburned(street):
    return StreetPrepared(street, reshuffle=False, burn=False)


# Too early


@pytest.mark.parametrize(("by", "clause"), [(HOUSE, "House rules, Misdeals 3"), (TDA, "TDA 2024 RP-5")])
def test_an_early_flop_goes_back_and_a_new_one_comes_without_a_burn(by, clause):
    """
    House Misdeals 3 and the standard agree: the burn stays.
    """
    answer = remedy(story(by, "3 calls").hand, Mishap("premature-flop"), by)

    assert (answer.kind, answer.clause, answer.events) == ("repair", clause, (fresh("flop"),))
    assert [step.code for step in answer.steps] == [
        "step-leave-burn",
        "step-finish-betting",
        "step-shuffle-flop-in",
        "step-deal-new-flop",
    ]


def test_vector_15_a_turn_dealt_too_early_is_out_of_play_until_a_river_without_a_burn():
    """
    House Misdeals 4: the betting is completed, the next card is burned for and is the turn; then the stub is shuffled
    with the early card and the river comes without a burn.
    """
    play = declare(story(HOUSE, *FLOP, "1 bets 100"), "premature-turn", "Ah")

    assert play.events[-2:] == [CardOutOfPlay(Card("Ah"), "river"), fresh("river")]
    play.tell("2 folds", "3 calls")
    assert next_street(play.hand) is None
    with pytest.raises(Refused, match=r"card-out-of-play-until.*\(House rules, Misdeals 4\)"):
        play.ask(SeeCard(Card("Ah"), BOARD))
    play.tell("board 4c", "1 checks", "3 checks")
    assert next_street(play.hand) == fresh("river")
    assert play.tell("board Ah").hand.board == parse_cards("2h7dKs4cAh")


def test_an_early_turn_is_out_of_play_even_if_the_others_fold():
    """
    House Misdeals 4, before the last bettor wins it.
    """
    play = declare(story(HOUSE, *FLOP, "1 bets 100"), "premature-turn", "Ah").tell("2 folds", "3 folds", "push")

    assert play.hand.stacks == (1_200, 900, 900)


def test_an_early_turn_that_was_not_read_is_still_set_aside():
    """The reader may be broken. The steps and the river are the same."""
    answer = remedy(story(HOUSE, *FLOP).hand, Mishap("premature-turn"), HOUSE)

    assert answer.events == (fresh("river"),)
    assert answer.steps[0] == message("step-set-card-aside")


def test_by_the_standard_an_early_turn_goes_back_and_comes_again_without_a_burn():
    """
    RP-5: the burn stays, the stub is reshuffled; the same card may come.
    """
    play = declare(story(TDA, *FLOP, "1 checks"), "premature-turn", "Ah")

    assert play.events[-1] == fresh("turn")
    play.tell("2 checks", "3 checks")
    assert next_street(play.hand) == fresh("turn")
    play.tell("board Ah", "1 checks", "2 checks", "3 checks")
    assert next_street(play.hand) is None


@pytest.mark.parametrize("by", [HOUSE, TDA], ids=["house", "tda"])
def test_an_early_river_goes_back_into_a_reshuffle(by):
    """
    House Misdeals 4, the last sentence, and RP-5.
    """
    answer = remedy(story(by, *TURN, "1 checks").hand, Mishap("premature-river"), by)

    assert (answer.kind, answer.clause, answer.events) == ("repair", by.premature_card.clause, (fresh("river"),))
    river = message("river")
    assert answer.steps[-2:] == (
        message("step-shuffle-early-in", street=river),
        message("step-deal-without-burn", street=river),
    )


NOT_EARLY = {
    "not next": (
        FLOP,
        "premature-river",
        "",
        "street-not-next (street=river, now=hand-at (street=flop))",
    ),
    "over": (
        (*RIVER, "1 checks", "2 checks", "3 checks"),
        "premature-turn",
        "",
        "street-not-next (street=turn, now=hand-at-showdown)",
    ),
    "on the board": (TURN, "premature-turn", "", "street-undone-first (street=turn)"),
    "acted on": (
        (*TURN, "1 checks"),
        "premature-turn",
        "",
        "street-not-next (street=turn, now=hand-at (street=turn))",
    ),
    "due": (BEFORE_FLOP, "premature-turn", "", "street-not-early (street=turn)"),
    "lying there": (FLOP, "premature-turn", "Ks", "card-on-table (card=Ks)"),
    "a flop too soon": ((), "flop-too-many", "", "flop-too-early-for-count (TDA 2024 RP-5)"),
    "no board": (BEFORE_FLOP, "missing-burn", "", "board-empty"),
    "no board yet": (BEFORE_FLOP, "extra-burn", "", "board-empty"),
    "of another street": (TURN, "missing-burn", "Ks", "card-not-of-street (card=Ks, street=turn)"),
}


@pytest.mark.parametrize(("sentences", "kind", "cards", "says"), NOT_EARLY.values(), ids=NOT_EARLY)
def test_an_impossible_mishap_on_the_board_is_refused(sentences, kind, cards, says):
    """
    A wrong tap changes nothing.
    """
    hand = story(TDA, *sentences).hand

    with pytest.raises(Refused) as refused:
        remedy(hand, Mishap(kind, 0, parse_cards(cards)), TDA)

    assert str(refused.value) == says


# Four-card flop


def test_vector_15_a_flop_of_four_is_dealt_again_and_the_burn_stays():
    """House Misdeals 2 and 3: even if it is known which card was one too many."""
    play = declare(story(HOUSE, *FLOP), "flop-too-many", "2s")

    assert play.events[-2:] == [BoardReturned(parse_cards("2h7dKs")), fresh("flop")]
    declared = play.events[-3]
    assert isinstance(declared, MishapDeclared)
    assert declared.clause == "House rules, Misdeals 2"
    assert (play.hand.board, next_street(play.hand)) == ((), fresh("flop"))
    assert legal(play.hand, HOUSE).due == (BOARD,)
    assert legal(play.tell("board 7dKs2s").hand, HOUSE).seat == 1


def test_by_the_standard_the_floor_picks_the_next_burn_out_of_four():
    """
    Rule 39: scrambled face down; no card is burned before the turn.
    """
    play = declare(story(TDA, *FLOP), "flop-too-many")

    assert play.events[-2:] == [BoardReturned(parse_cards("2h7dKs")), unburned("turn")]
    play.tell("board 2h7dKc")
    assert next_street(play.hand) == unburned("turn")


def test_a_flop_of_four_with_all_in_players_takes_back_the_fourth_too():
    """
    All-in, the fourth card was taken for the turn.
    """
    play = declare(story(HOUSE, *ALL_IN, "board 2h7dKs", "board 4c"), "flop-too-many")

    assert (play.hand.board, STREETS[play.hand.street]) == ((), "flop")
    assert len(play.hand.street_acts) == play.hand.street
    assert play.tell("board 2h7dKs", "board 4c", "board 5c").hand.board == parse_cards("2h7dKs4c5c")


def test_a_flop_of_four_that_somebody_acted_on_goes_to_the_floor():
    """Chips were bet on it."""
    answer = remedy(story(HOUSE, *FLOP, "1 checks").hand, Mishap("flop-too-many"), HOUSE)

    assert (answer.kind, answer.events) == ("floor", ())


def test_a_flop_of_four_that_was_not_read_yet_has_no_cards_to_return():
    """
    The dealer saw it first.
    """
    assert remedy(story(HOUSE, *BEFORE_FLOP).hand, Mishap("flop-too-many"), HOUSE).events == (fresh("flop"),)


# Burns

BURNS = {
    "no burn, turn": (
        TURN, "missing-burn", "", [BoardReturned(parse_cards("4c")), CardOutOfPlay(Card("4c"))], "turn"
    ),
    "no burn, river": (
        RIVER, "missing-burn", "5c", [BoardReturned(parse_cards("5c")), CardOutOfPlay(Card("5c"))], "river"
    ),
    "no burn, flop": (FLOP, "missing-burn", "", [BoardReturned(parse_cards("2h7dKs"))], "flop"),
    "no burn, flop, first card known": (
        FLOP, "missing-burn", "7d", [BoardReturned(parse_cards("7d")), CardOutOfPlay(Card("7d"))], "flop"
    ),
    "two burns, turn": (TURN, "extra-burn", "", [BoardReturned(parse_cards("4c"))], "turn"),
    "two burns, flop": (FLOP, "extra-burn", "", [BoardReturned(parse_cards("2h7dKs"))], "flop"),
    "two burns, flop, last card known": (FLOP, "extra-burn", "Ks", [BoardReturned(parse_cards("Ks"))], "flop"),
}  # fmt: skip


@pytest.mark.parametrize(("sentences", "kind", "cards", "events", "street"), BURNS.values(), ids=BURNS)
def test_a_wrong_number_of_burns_is_corrected_until_somebody_acts(sentences, kind, cards, events, street):
    """Rules 38 and 39:

    the card that was due as the burn is the burn, the cards due on the board are the board, and no other card is
    burned.
    """
    after = declare(story(TDA, *sentences), kind, cards)

    assert after.events[-len(events) - 1 :] == [*events, unburned(street)]
    declared = after.events[-len(events) - 2]
    assert isinstance(declared, MishapDeclared)
    assert declared.remedy == "repair"
    assert next_street(after.hand) == unburned(street)
    assert legal(after.hand, TDA).due == (BOARD,)


def test_a_random_card_of_a_flop_without_a_burn_becomes_the_burn():
    """
    Rule 39-B: the three are mixed face down.
    """
    answer = remedy(story(TDA, *FLOP).hand, Mishap("missing-burn"), TDA)

    assert answer.clause == "TDA 2024 rule 39-B"
    assert [step.code for step in answer.steps] == [
        "step-mix-flop-face-down", "step-one-at-random-is-burn", "step-complete-street",
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["missing-burn", "extra-burn"])
@pytest.mark.parametrize("sentences", [(*FLOP, "1 checks"), (*TURN, "1 checks"), (*RIVER, "1 bets 100")])
def test_cards_that_somebody_acted_on_stand(kind, sentences):
    """
    Rule 38: play on.
    """
    answer = remedy(story(TDA, *sentences).hand, Mishap(kind), TDA)

    assert (answer.kind, answer.clause, answer.events) == ("play-on", "TDA 2024 rule 38", ())


def test_a_burn_that_was_read_as_the_turn_cannot_come_again():
    """It is under the chips."""
    play = declare(story(TDA, *TURN), "missing-burn")

    with pytest.raises(Refused, match="card-out-of-play"):
        play.tell("board 4c")
    assert play.tell("board 6c").hand.board == parse_cards("2h7dKs6c")


def test_the_river_taken_back_at_an_all_in_showdown_is_dealt_again():
    """
    Hands stay tabled; the showdown waits for the new river.
    """
    play = story(TDA, *ALL_IN, "board 2h7dKs", "board 4c", "board 5c", "3 shows AhAd")

    declare(play, "missing-burn")

    assert STREETS[play.hand.street] == "river"
    assert play.hand.tabled[2] == parse_cards("AhAd")
    assert STREETS[play.tell("board 9c").hand.street] == "showdown"


def test_the_later_of_two_mishaps_decides_how_the_street_is_dealt():
    """
    The burn of an exposed card was spent on the flop that came too early.
    """
    play = story(HOUSE)
    play.ask(Declare(Mishap("card-exposed", 2, parse_cards("Ah"))))
    assert next_street(play.hand) == unburned("flop")

    declare(play, "premature-flop")

    assert next_street(play.hand) == fresh("flop")


# Cards that stuck together, and an exposed stub

SECOND_OUT = CardOutOfPlay(Card("9c"))
BY_ORDER = "step-first-of-two-is-street"


def test_two_flop_cards_stuck_together_count_as_a_flop_of_four():
    by_standard = remedy(story(TDA, *FLOP).hand, Mishap("board-cards-stuck"), TDA)

    assert by_standard.events == remedy(story(TDA, *FLOP).hand, Mishap("flop-too-many"), TDA).events
    assert by_standard.clause == "TDA 2024 rule 39"
    assert remedy(story(HOUSE, *FLOP).hand, Mishap("board-cards-stuck"), HOUSE).clause == "House rules, Misdeals 2"


@pytest.mark.parametrize(
    ("sentences", "events", "steps"),
    [
        (TURN, (SECOND_OUT, unburned("river")), [BY_ORDER, "step-second-is-burn"]),
        (RIVER, (SECOND_OUT,), [BY_ORDER, "step-second-is-out"]),
        ((*TURN, "1 checks"), (), ["step-floor-decides-on-board"]),
    ],
)  # fmt: skip
def test_two_later_cards_stuck_together_go_to_the_floor_in_deck_order(sentences, events, steps):
    answer = remedy(story(TDA, *sentences).hand, Mishap("board-cards-stuck", 0, parse_cards("9c")), TDA)

    assert (answer.kind, answer.clause, answer.events) == ("floor", "TDA 2024 rule 1", events)
    assert [step.code for step in answer.steps] == ["step-call-floor", *steps]


@pytest.mark.parametrize(
    ("sentences", "street", "finishes"),
    [(("3 calls",), "flop", True), (BEFORE_FLOP, "flop", False), (FLOP, "turn", True), (TURN, "river", True)],
)
def test_an_exposed_stub_is_shuffled_and_the_hand_goes_on(sentences, street, finishes):
    play = story(TDA, *sentences)
    answer = remedy(play.hand, Mishap("stub-exposed"), TDA)

    assert (answer.kind, answer.clause) == ("floor", "TDA 2024 rule 1")
    assert answer.events == (StreetPrepared(street, reshuffle=True, burn=True),)
    finish = ["step-finish-betting"] * finishes
    codes = ["step-call-floor", "step-hold-stub", *finish, "step-shuffle-stub", "step-burn-and-deal"]
    assert [step.code for step in answer.steps] == codes
    assert not declare(play, "stub-exposed").hand.over


def test_a_stub_exposed_after_the_burn_needs_no_second_burn():
    play = declare(story(TDA, "3 calls"), "premature-flop")

    assert remedy(play.hand, Mishap("stub-exposed"), TDA).events == (fresh("flop"),)


def test_after_the_river_an_exposed_stub_no_longer_matters():
    with pytest.raises(Refused, match="board-complete"):
        remedy(story(TDA, *RIVER).hand, Mishap("stub-exposed"), TDA)
