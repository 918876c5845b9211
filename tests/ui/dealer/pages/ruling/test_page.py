"""The ruling page: what each touch reports, the rule book's immediate answer, and what APPLY asks of the table."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from engine.actions import CorrectBets, ForfeitChips, KillHand, RaiseTo, SeeCard, Undo
from engine.books.rulebook import load_book
from engine.cards import Card
from engine.game.game import Game
from engine.message import message
from engine.public import public
from engine.table.actions.hands import ApplyRuling, StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from engine.terms import Motion
from tests.kit.play import LEVEL, dealt, do, play
from tests.ui.conftest import Table
from tests.ui.ruled_pages import button, context, order, says, walk
from ui.dealer.model.values import Disc, PromptView
from ui.dealer.pages.ruling.page import RulingPage
from ui.dealer.view.held import held_prompt
from ui.words.languages import words_in

EIGHT = (18_300, 42_100, 9_900, 25_000, 61_700, 12_400, 33_000, 7_500)
PAGE = RulingPage()
PLAIN = PromptView("Seat 7", "600 to call")


def facing_600() -> Game:
    """Seat 4 raised to 600 and seat 6 called. It is seat 7's turn."""
    return play(dealt(EIGHT), "r600 f c")


@pytest.mark.parametrize(
    ("names", "act", "motion"),
    [
        (("ruling-chip-5000",), "CALL 600", Motion(7, chips=(5_000,))),
        (("ruling-chip-5000", "ruling-said-raise"), "RAISE TO 5,000", Motion(7, "raise", (5_000,))),
        (("ruling-said-raise", "ruling-chip-1000", "ruling-chip-500"), "RAISE TO 1,500",
         Motion(7, "raise", (1_000, 500))),
        (("ruling-said-all-in",), "ALL-IN 33,000", Motion(7, "all-in")),
        (("ruling-said-fold",), "FOLD", Motion(7, "fold")),
        (("ruling-chip-500", "ruling-chip-100", "ruling-motion", "ruling-chip-1000"), "CALL 600",
         Motion(7, motions=((500, 100), (1_000,)))),
        (("ruling-chip-5000", "ruling-said-raise", "ruling-first"), "CALL 600",
         Motion(7, "raise", (5_000,), chips_first=True)),
        (("ruling-amount", "ruling-key-2", "ruling-key-000", "ruling-amount-raise"), "RAISE TO 2,000",
         Motion(7, "raise 2000")),
        (("ruling-amount", "ruling-key-1", "ruling-key-000", "ruling-amount-more"), "RAISE TO 1,600",
         Motion(7, "raise 1000 more")),
    ],
)  # fmt: skip
def test_the_touches_make_up_the_motion_and_the_action_is_shown_beside_it(
    names: tuple[str, ...], act: str, motion: Motion
):
    """
    Chips are pictures, words are large buttons, and circumstances are switches.
    """
    seen = context(facing_600())
    page = walk(PAGE, seen, *names)

    assert act in says(page, seen)
    assert order(page, seen, "ruling-apply").action == ApplyRuling(motion)


def test_out_of_turn_can_be_touched_at_once_and_asks_for_the_seat():
    """
    Seat 7 is next, so it cannot have acted out of turn. Any other live seat can.
    """
    seen = context(facing_600())
    assert button(PAGE.show(seen), "ruling-early").small == "choose the seat"
    page = walk(PAGE, seen, "ruling-early")
    assert button(page.show(seen), "ruling-seat-7").tap is None

    page = walk(page, seen, "ruling-seat-1", "ruling-said-call")

    assert button(page.show(seen), "ruling-early").chosen
    assert order(page, seen, "ruling-apply").action == ApplyRuling(Motion(1, "call", out_of_turn=True))


def test_the_ruling_page_leads_to_the_irregularities_of_the_deal():
    """
    A premature turn is found there, too.
    """
    seen = context(facing_600())
    page = walk(PAGE, seen, "ruling-more", "ruling-misdeal", "misdeal-group-board")

    assert button(page.show(seen), "misdeal-premature-flop").tap


def test_the_answer_says_what_goes_back_why_and_under_which_clause():
    """
    The motion is a silent oversized chip.
    """
    seen = context(facing_600())
    page = walk(PAGE, seen, "ruling-chip-5000")
    shown = says(page, seen)

    for part in ("Seat 7 Gus", "600 to call", "nothing said", "CALL 600", "4,400 goes back", "TDA 2024 rule 44"):
        assert part in shown
    assert [line.discs for line in page.show(seen).lines if line.discs] == [(Disc(5_000, 1),)]


def test_nothing_can_be_applied_before_anything_is_entered():
    """
    The page asks first.
    """
    seen = context(facing_600())

    assert button(PAGE.show(seen), "ruling-apply").tap is None
    assert button(walk(PAGE, seen, "ruling-chip-100", "ruling-clear").show(seen), "ruling-apply").tap is None


def test_if_the_floor_decides_it_signs_for_one_of_the_options():
    """
    The motion is two chips of 500 against a raise to 2,000.
    """
    seen = context(play(dealt(EIGHT), "r800 r2000"))
    page = walk(PAGE, seen, "ruling-chip-500", "ruling-chip-500")

    assert "THE FLOOR DECIDES" in says(page, seen)
    assert button(page.show(seen), "ruling-option-1").text == "FORFEIT THE CHIPS AND FOLD"
    asked = order(page, seen, "ruling-option-1")
    assert (asked.action, asked.needs) == (ApplyRuling(Motion(6, chips=(500, 500)), 1), "floor")


@pytest.mark.parametrize("language", ["de", "es"])
def test_the_ruling_and_its_options_are_in_the_screens_language(language: str):
    """
    So is the reason why a motion is impossible.
    """
    words = words_in(language)
    game = play(dealt(EIGHT), "r800 r2000")
    seen = context(game, language)
    page = walk(PAGE, seen, "ruling-chip-500", "ruling-chip-500")
    act = message("act-call", to=2_000)

    assert words.sentence(message("binds", act=act, why=message("too-few-after-raise"))) in says(page, seen)
    assert button(page.show(seen), "ruling-option-1").text == words.say(message("option-forfeit")).upper()
    refused = says(walk(PAGE, seen, *["ruling-chip-5000"] * 9), seen)
    assert words.say(message("more-than-seat-has", seat=6, chips=12_400, told=45_000)) in refused


def test_an_impossible_motion_is_refused_with_the_reason():
    """
    It has more chips than the seat has.
    """
    seen = context(play(dealt(EIGHT), "r600 f c f"))
    page = walk(PAGE, seen, "ruling-chip-5000", "ruling-chip-5000")

    assert "seat 8 has 7,500 in total for this street, not 10,000" in says(page, seen)
    assert button(page.show(seen), "ruling-apply").tap is None


def test_a_chip_that_the_seat_cannot_have_is_not_offered():
    """
    Nobody with 33,000 puts out a chip of 100,000.
    """
    view = PAGE.show(context(facing_600()))

    assert button(view, "ruling-chip-100000").tap is None
    assert button(view, "ruling-chip-25000").chip == 25_000
    assert button(view, "ruling-chip-500").said == "500 chip"


def test_an_action_out_of_turn_is_held_until_the_players_turn():
    """
    The call is held. When the player's turn comes, the page begins with the result.
    """
    game = facing_600()
    seen = context(game)
    page = walk(PAGE, seen, "ruling-seat", "ruling-seat-1", "ruling-early", "ruling-said-call")
    assert "out of turn" in says(page, seen)
    assert "HELD: CALL 600" in says(page, seen)

    game = do(game, order(page, seen, "ruling-apply").action)
    waits = held_prompt(context(game), PLAIN)
    assert (waits.head, waits.foot) == ("Seat 7", "Seat 1 acted out of turn, held: CALL 600")
    game = play(game, "f f")
    seen = context(game)
    prompt = held_prompt(seen, PLAIN)
    assert (prompt.head, prompt.body) == ("Seat 1 Ada acted out of turn", "CALL 600")
    assert "It is binding now." in says(PAGE, seen)
    assert held_prompt(context(do(game, order(PAGE, seen, "ruling-apply").action)), PLAIN) is PLAIN
    assert walk(PAGE, seen, "ruling-another").show(seen).name == "ruling"


def test_once_it_is_binding_one_key_carries_out_an_action_out_of_turn(sit: Callable[..., Table]):
    """
    The key is in the prompt's place. FOLD, or a touch on the seat, does nothing by itself: it leads to the ruling.
    """
    game = play(do(facing_600(), ApplyRuling(Motion(1, "call", out_of_turn=True))), "f f")
    screen, engine, finger = sit(game)
    assert screen.drawn
    answer = screen.drawn.answer
    assert answer
    assert (answer.text, answer.small) == ("CALL 600", "Seat 1 Ada acted out of turn \u00b7 TDA 2024 rule 53-A")

    for name in ("fold", "seat-1", "raise-1"):
        finger.tap(name)
        assert screen.drawn.page
        assert screen.drawn.page.name == "ruling-held"
        finger.tap("page-close")
    assert engine.game is game

    finger.tap("answer-held")
    assert public(engine.game).seats[0].bet == 600
    assert screen.drawn.answer is None


def test_an_action_in_turn_implies_that_the_skipped_players_folded():
    """
    Seats 7 and 8 were silent. Seat 1 puts in two chips of 1,000 and says raise.
    """
    game = facing_600()
    seen = context(game)
    page = walk(PAGE, seen, "ruling-seat", "ruling-seat-1", "ruling-said-raise", *("ruling-chip-1000",) * 2)
    assert "RAISE TO 2,000" in says(page, seen)
    hand = do(game, order(page, seen, "ruling-apply").action).table.hand

    assert hand is not None
    assert [hand.deal.seats[place] for place, is_live in enumerate(hand.live) if not is_live] == [5, 7, 8]


def test_once_the_bet_has_changed_the_player_is_free():
    """
    Seat 7 raises after seat 1 called out of turn.
    """
    seen = context(play(do(facing_600(), ApplyRuling(Motion(1, "call", out_of_turn=True))), "r2000"))

    assert "every choice is open" in says(PAGE, seen)


def test_chips_already_in_front_and_chips_pulled_back_are_entered_separately():
    """
    Seat 2 pulls back its small blind of 100 and puts out 1,000.
    """
    seen = context(play(dealt(EIGHT), "r600 f c f f f"))
    page = walk(PAGE, seen, "ruling-heap", "ruling-chip-100", "ruling-heap", "ruling-chip-100", "ruling-heap",
                "ruling-chip-1000")  # fmt: skip

    motion = Motion(2, chips=(1_000,), prior=(100,), pulled=(100,))
    assert order(page, seen, "ruling-apply").action == ApplyRuling(motion)


def test_cards_that_one_player_saw_are_shown_to_all():
    """
    Two taps per card, the seat that saw them, and the floor signs.
    """
    seen = context(facing_600())
    page = walk(PAGE, seen, "ruling-more", "ruling-shown", "ruling-rank-A", "ruling-suit-h", "ruling-saw",
                "ruling-saw-seat-3")  # fmt: skip
    asked = order(page, seen, "ruling-apply")

    assert (asked.action, asked.needs) == (ApplyRuling(Motion(7, exposed=(Card("Ah"),), shown_to=(3,))), "floor")
    assert "shown to all" in says(page, seen)


def test_a_raise_that_was_too_small_is_corrected_for_all_players():
    """
    The floor allowed a raise to 300, seat 5 called it, and then the error is noticed.
    """
    game = do(dealt(EIGHT), RaiseTo(4, 300, "let stand"))
    seen = context(play(game, "c"))
    page = walk(PAGE, seen, "ruling-more", "ruling-late", "ruling-late-4")
    asked = order(page, seen, "ruling-apply")

    assert isinstance(asked.action, CorrectBets)
    assert (asked.action.seats, asked.action.chips, asked.needs) == ((4, 5), (100, 100), "floor")


def test_a_pot_limit_raise_that_was_above_the_pot_is_reduced_for_all_players():
    """
    TDA 2024 rule 52-B. The floor allowed a raise to 5,000, seat 5 called it, and then the error is noticed.
    """
    book = load_book("tda")
    own = replace(book, betting=replace(book.betting, value="pot-limit"))
    sit = (TakeSeat(seat, f"p{seat}", f"P{seat}", chips) for seat, chips in enumerate(EIGHT, 1))
    game = do(Game(), OpenTable(7, "Open", own, 8), *sit, PlaceButton(1), SetLevel(LEVEL), StartHand())
    seen = context(play(do(game, RaiseTo(4, 5_000, "let stand")), "c"))
    asked = order(walk(PAGE, seen, "ruling-more", "ruling-late", "ruling-late-4"), seen, "ruling-apply")

    assert isinstance(asked.action, CorrectBets)
    assert (asked.action.seats, asked.action.chips) == ((4, 5), (-4_100, -4_100))
    reduced = do(seen.game, asked.action)
    assert public(reduced).price == 900
    assert do(reduced, Undo()).table.hand == seen.game.table.hand


def test_the_floor_can_add_to_bets_and_forfeit_chips():
    """
    Seats and chips are entered by touch. An order that the table would refuse cannot be pressed.
    """
    seen = context(facing_600())
    add = walk(PAGE, seen, "ruling-more", "ruling-add", "ruling-key-2", "ruling-key-00", "ruling-seat-4",
               "ruling-seat-6")  # fmt: skip
    assert order(add, seen, "ruling-apply").action == CorrectBets((4, 6), (200, 200), "reason-bet-too-small")
    lose = walk(PAGE, seen, "ruling-more", "ruling-forfeit", "ruling-key-2", "ruling-key-00")
    assert order(lose, seen, "ruling-apply").action == ForfeitChips(7, 200, "reason-left-behind")
    far = walk(lose, seen, "ruling-key-000")
    assert button(far.show(seen), "ruling-apply").tap is None
    assert "seat 7 has 33,000 behind, not 200,000" in says(far, seen)


def test_a_skipped_player_who_speaks_up_late_is_the_floors_decision():
    """
    After substantial action the hand may be dead. Before that, UNDO returns to the player's turn.
    """
    late = context(play(dealt(EIGHT), "r600 c c"))
    page = walk(PAGE, late, "ruling-more", "ruling-skipped", "ruling-seat-4")
    killed = order(page, late, "ruling-apply").action
    assert isinstance(killed, KillHand)
    assert killed.seat == 4
    assert killed.why == "reason-skipped"
    soon = context(play(dealt(EIGHT), "c"))
    page = walk(PAGE, soon, "ruling-more", "ruling-skipped", "ruling-seat-4")
    assert "UNDO" in says(page, soon)


def test_a_silent_oversized_chip_takes_three_taps(sit: Callable[..., Table]):
    """
    RULING, the chip, APPLY: counted from the menu, on the real screen.
    """
    _, engine, finger = sit(facing_600())
    finger.tap("more")
    finger.tap("menu-ruling", "ruling-chip-5000", "ruling-apply")

    assert engine.asked == [ApplyRuling(Motion(7, chips=(5_000,)))]
    assert not finger.can("ruling-apply")


def test_exposed_cards_are_shown_face_up_on_the_screen(sit: Callable[..., Table]):
    """
    The page's order goes through the table like any other.
    """
    _, engine, finger = sit(facing_600())
    finger.tap("more", "menu-ruling", "ruling-more", "ruling-shown", "ruling-rank-A", "ruling-suit-h", "ruling-apply")

    assert engine.game.table.hand is not None
    assert engine.game.table.hand.tabled[5] == (Card("Ah"),)
    assert SeeCard(Card("Ah"), 7) not in engine.asked


def test_an_amount_that_the_chips_cannot_make_offers_the_nearest_ones():
    """
    The smallest chip is 100, as on the keypad.
    """
    seen = context(play(dealt(EIGHT), "r600 f c"))
    digits = (f"ruling-key-{digit}" for digit in "2150")
    page = walk(RulingPage(), seen, "ruling-amount", *digits, "ruling-amount-raise")

    names = ("ruling-option-0", "ruling-option-1")
    assert [button(page.show(seen), name).text for name in names] == ["RAISE TO 2,100", "RAISE TO 2,200"]
    way = order(page, seen, names[1])
    hand = do(seen.game, way.action).table.hand
    assert (way.needs, hand and hand.price) == ("floor", 2_200)
    assert "the smallest chip is 100" in says(page, seen)


def test_an_all_in_player_cannot_act_out_of_turn():
    seen = context(play(dealt(EIGHT), "r25000"))
    all_in = next(one.seat for one in seen.table.seats if one.all_in)
    page = walk(PAGE, seen, "ruling-early").show(seen)

    assert button(page, f"ruling-seat-{all_in}").tap is None


def test_the_question_for_the_amount_said_names_the_seat():
    page = walk(PAGE, context(facing_600()), "ruling-amount").show(context(facing_600()))

    assert page.title == "Seat 7 Gus: which amount was said?"
