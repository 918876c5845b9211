"""The floor's page: every order with its seat, amount and reason, and what it changes before it is applied."""

from collections.abc import Callable

import pytest

from engine.actions import Answer, HandOver, Push
from engine.events import (
    AwardLast,
    AwardPots,
    LiftPenalty,
    MakeDead,
    MakeLive,
    MoveButton,
    MoveChips,
    SetStacks,
    Shares,
    VoidHand,
)
from engine.game.game import Game
from engine.message import message
from engine.table.actions.hands import AT_TABLE, Overrule, StartHand
from engine.table.actions.penalties import Penalize
from engine.table.actions.people import LeaveSeat
from tests.kit.play import dealt, do, play
from tests.ui.conftest import Table
from tests.ui.ruled_pages import button, context, order, says, walk
from ui.dealer.pages.override.page import KINDS, OverridePage
from ui.dealer.view.actions import action_buttons
from ui.words.languages import words_in

ENGLISH = words_in("en")

EIGHT = (18_300, 42_100, 9_900, 25_000, 61_700, 12_400, 33_000, 7_500)
PAGE = OverridePage()
WHY = "override-why-decision"


def facing_600() -> Game:
    """Seat 4 raised to 600, seat 5 folded, seat 6 called."""
    return play(dealt(EIGHT), "r600 f c")


def flop() -> Game:
    """Three players on the flop."""
    return play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c")


def all_in() -> Game:
    """Seats 3, 4, 6 and 8 are all-in and the board is dealt: three pots."""
    return play(dealt(EIGHT), "r25000 f c f c f f c 9h7s2cKd3h")


def over() -> Game:
    """A walk is over."""
    return play(dealt(EIGHT), "f f f f f f f push")


@pytest.mark.parametrize(
    ("game", "names", "wanted", "change"),
    [
        (facing_600, ("override-make-live", "override-seat-5"), MakeLive(5), "Seat 5 Eve: live"),
        (facing_600, ("override-make-dead", "override-seat-6"), MakeDead(6), "Seat 6 Finn: dead"),
        (flop, ("override-move-chips", "override-seat-4", "override-key-6", "override-key-00", "override-into",
                "override-next"),
         MoveChips(4, 600), "Seat 4 Dan: 24,400 to 23,800"),
        (flop, ("override-move-chips", "override-seat-4", "override-key-6", "override-key-00", "override-from",
                "override-next"),
         MoveChips(4, -600), "Seat 4 Dan: 24,400 to 25,000"),
        (facing_600, ("override-void-hand",), VoidHand(), "Seat 4 Dan: 24,400 to 25,000"),
        (over, ("override-set-stacks", "override-seat-2", "override-key-4", "override-key-3", "override-key-000",
                "override-set", "override-next"),
         SetStacks((2,), (43_000,), 1_000), "Seat 2 Ben: 42,000 to 43,000"),
        (over, ("override-move-button", "override-seat-5"), MoveButton(5), "Button: Seat 5 Eve"),
    ],
)  # fmt: skip
def test_an_order_shows_what_it_changes_and_the_floor_signs_it(
    game: Callable[[], Game], names: tuple[str, ...], wanted: object, change: str
):
    """
    The page shows before and after, then a reason, then APPLY. The PIN fills in who signed it.
    """
    seen = context(game())
    page = walk(PAGE, seen, *names)
    assert change in says(page, seen)
    assert button(page.show(seen), "override-apply").tap is None
    asked = order(walk(page, seen, WHY), seen, "override-apply")

    assert (asked.action, asked.needs) == (Overrule("", "reason-decision", wanted), "floor")  # type: ignore[arg-type]


def test_the_pots_are_awarded_in_order_and_shared_evenly():
    """
    Seats 3 and 8 share the main pot, with odd chips as the rule book gives them.
    """
    game = all_in()
    seen = context(game)
    page = walk(PAGE, seen, "override-award-pots", "override-seat-3", "override-seat-8", "override-next",
                "override-seat-6", "override-next", "override-seat-4", "override-next", WHY)  # fmt: skip
    asked = order(page, seen, "override-apply").action
    assert isinstance(asked, Overrule)
    assert isinstance(asked.order, AwardPots)

    assert asked.order.pots[0] == Shares(0, (3, 8), (15_200, 15_100))
    assert [pot.seats for pot in asked.order.pots] == [(3, 8), (6,), (4,)]
    assert "The hand is over." in says(page, seen)


def test_orders_that_cannot_be_given_now_say_why():
    """
    Between hands there is no hand to void. During a hand no stack can be set.
    """
    playing, between = PAGE.show(context(facing_600())), PAGE.show(context(over()))

    assert button(playing, "override-set-stacks").small == ENGLISH.override.between
    assert button(playing, "override-award-pots").small == ENGLISH.override.betting_on
    assert button(between, "override-void-hand").small == ENGLISH.override.in_hand
    assert button(between, "override-lift-penalty").small == ENGLISH.override.no_penalty
    assert {button(between, f"override-{kind}").tap is None for kind in KINDS} == {True, False}
    assert len(AT_TABLE) == 4


def test_a_penalty_is_lifted_by_the_floor_with_a_reason():
    """
    Only the seat that has a penalty is offered.
    """
    game = do(over(), Penalize(5, "R. Ito", "phone", rounds=1))
    seen = context(game)
    page = walk(PAGE, seen, "override-lift-penalty")
    assert button(page.show(seen), "override-seat-4").tap is None
    page = walk(page, seen, "override-seat-5", WHY)

    assert order(page, seen, "override-apply").action == Overrule("", "reason-decision", LiftPenalty(5))
    assert "Seat 5 Eve: no penalty" in says(page, seen)


def test_an_order_that_would_take_more_chips_than_the_seat_has_in_the_pot_is_refused_with_the_reason():
    """
    It would give back more chips than the seat has in the pot.
    """
    seen = context(flop())
    page = walk(PAGE, seen, "override-move-chips", "override-seat-4", "override-key-9", "override-key-000",
                "override-from", "override-next", WHY)  # fmt: skip

    assert "seat 4 has 24,400 behind, and 600 of its own in the pot" in says(page, seen)
    assert button(page.show(seen), "override-apply").tap is None


def test_a_reason_can_be_typed():
    """
    A to Z, a space, and a key that erases one letter.
    """
    seen = context(facing_600())
    page = walk(PAGE, seen, "override-void-hand", "override-why-other", "override-letter-F", "override-letter-I",
                "override-erase", "override-letter-I", "override-space", "override-letter-X",
                "override-next")  # fmt: skip

    assert order(page, seen, "override-apply").action == Overrule("", "Fi X", VoidHand())


def test_the_floor_voids_a_hand_on_the_screen(sit: Callable[..., Table]):
    """
    OVERRULE, VOID HAND, the reason, APPLY. All chips go back.
    """
    _, engine, finger = sit(facing_600())
    finger.tap("more", "menu-override", "override-void-hand", "override-why-tap", "override-apply")

    assert isinstance(engine.asked[-1], Overrule)
    assert engine.game.table.hand is not None
    assert engine.game.table.hand.voided
    assert StartHand() not in engine.asked
    assert Push() not in engine.asked


def out_of_it() -> Game:
    """Seat 8 went out in the last hand, and the next one is dealt."""
    return play(dealt(EIGHT), "f f f f r7500 f c f 9h7s2cKd3h 8:9d9c 2:KhKs push start")


def test_the_floor_can_award_the_pots_of_the_last_hand_again_until_there_is_substantial_action():
    """The page names a player who went out in that hand, and who is back with the chips.
    Afterwards the key names the rule that makes the pots final.
    """
    game = out_of_it()
    seen = context(game)
    page = walk(PAGE, seen, "override-award-last")
    assert "Pushed: POT: Seat 2" in says(page, seen)
    assert button(page.show(seen), "override-seat-8").text == "Hana"
    page = walk(page, seen, "override-seat-8", "override-next", WHY)
    assert "Seat 8 Hana: 0 to 15,400" in says(page, seen)

    asked = order(page, seen, "override-apply")

    assert asked.needs == "floor"
    assert asked.action == Overrule("", "reason-decision", AwardLast((Shares(0, (8,), (15_400,)),)))
    later = PAGE.show(context(play(game, "r600 r1400")))
    assert button(later, "override-award-last").tap is None
    assert button(later, "override-award-last").small == "stands: TDA 2024 rule 22"
    first = PAGE.show(context(facing_600()))
    assert button(first, "override-award-last").small == ENGLISH.override.no_last_pots


def named_wrongly() -> Game:
    """Seat 4 bets the flop, and seat 6 calls. The dealer has entered seat 4 as the winner; nobody showed."""
    game = play(dealt(EIGHT), "r600 f c f f f f f Qh7d2c b800 c")
    return do(game, HandOver(start=False), Answer((4,), start=False))


def test_only_seats_that_folded_are_dimmed_when_a_pot_is_awarded():
    """
    The floor may still award it to one of them. The caller was in until the end, although another winner was entered.
    """
    seen = context(named_wrongly())
    page = walk(PAGE, seen, "override-award-last").show(seen)

    keys = {key.seat: key for grid in page.grids for key in grid.buttons if key.seat}
    assert (keys[4].small, keys[6].small) == ("BET", "CALLED")
    assert {seat for seat, key in keys.items() if key.emphasis == "quiet"} == {1, 2, 3, 5, 7, 8}
    assert keys[5].small == "FOLDED"
    assert keys[5].tap
    chosen = button(walk(PAGE, seen, "override-award-last", "override-seat-5").show(seen), "override-seat-5")
    assert (chosen.chosen, chosen.emphasis) == (True, "plain")


def test_apply_asks_for_a_reason():
    seen = context(named_wrongly())
    page = walk(PAGE, seen, "override-award-last", "override-seat-6", "override-next")

    assert button(page.show(seen), "override-apply").small == "choose a reason"
    assert button(walk(page, seen, WHY).show(seen), "override-apply").small == "floor decision"


def side_pots() -> Game:
    """Seat 2 went out in the last hand, and seat 1 was all-in and won the main pot. The next hand is dealt to 1, 3, 4
    and 5."""
    game = dealt((1_500, 3_000, 4_500, 6_000, 20_000))
    cards = "3:7h7d 4:KsQs 5:JcTc 2:AhKc 1:9d9c"
    return play(game, f"r1500 c c c c 9h7s2c b1500 c c c Kd k k k 3h k k k {cards} push start")


TO_TWO_AND_THREE = ("override-award-last", "override-seat-2", "override-next", "override-seat-3", "override-next", WHY)


def test_a_new_award_that_deals_the_hand_again_names_the_seats_that_are_dealt_in():
    """
    Nobody has acted in it. Seat 1 has nothing left, and seat 2 is back. If the players are the same, the hand continues
    as it was dealt.
    """
    seen = context(side_pots())

    assert "Hand 2 is dealt again, to seats 2 3 4 5." in says(walk(PAGE, seen, *TO_TWO_AND_THREE), seen)
    page = walk(PAGE, seen, "override-award-last", "override-seat-1", "override-seat-3", "override-next",
                "override-seat-3", "override-next", WHY)  # fmt: skip
    assert "redealt" not in says(page, seen)


def test_the_only_side_pot_has_no_number():
    """The pot that is asked about, the pots as they were pushed, and each share."""
    seen = context(side_pots())
    first = walk(PAGE, seen, "override-award-last")
    page = walk(PAGE, seen, *TO_TWO_AND_THREE)

    assert "SIDE POT: Seat 3" in says(first, seen)
    assert "SIDE POT: 6,000. Who gets it?" in says(walk(first, seen, "override-seat-2", "override-next"), seen)
    assert "SIDE POT: Seat 3 wins" in says(page, seen)
    assert "SIDE POT 1" not in says(page, seen)


def test_actions_that_must_be_undone_before_a_new_award_are_named():
    """
    They must be undone first. Then the hand is dealt again.
    """
    seen = context(play(side_pots(), "f f"))
    page = walk(PAGE, seen, *TO_TWO_AND_THREE)

    assert "First UNDO: 5 folded, 1 folded" in says(page, seen)
    assert button(page.show(seen), "override-apply").tap is None


def test_between_hands_a_departed_player_does_not_block_a_new_award_and_undo_says_where_it_ends():
    """A player who went out in the hand and left cannot receive chips: the page says so by name."""
    game = do(play(dealt(EIGHT), "f f f f r7500 f c f 9h7s2cKd3h 8:9d9c 2:KhKs push"), LeaveSeat(3, to=9))
    seen = context(game)
    page = walk(PAGE, seen, "override-award-last", "override-seat-1", "override-next", WHY)
    out = walk(PAGE, seen, "override-award-last", "override-seat-8", "override-next", WHY)
    undo, *_ = action_buttons(seen.table, seen.surroundings, "", ENGLISH)

    assert order(page, seen, "override-apply").needs == "floor"
    assert "Seat 1 Ada: 18,300 to 33,700" in says(page, seen)
    assert "Hana from seat 8 has left: the director settles these chips" in says(out, seen)
    assert button(out.show(seen), "override-apply").tap is None
    assert (undo.tap, undo.small) == (None, "seats or chips changed")
    assert undo.why == message("chips-came-since")
