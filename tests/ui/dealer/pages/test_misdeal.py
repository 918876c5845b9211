"""The misdeal page: only irregularities that can have happened, the remedy before it is declared, and the
declaration."""

from collections.abc import Callable
from typing import get_args

import pytest
from PySide6.QtWidgets import QWidget

from engine.actions import BOARD, Declare, Fold, SeeCard, Undo
from engine.cards import Card
from engine.events import Mishap, MishapKind
from engine.message import message
from engine.table.actions.hands import StartHand
from tests.kit.play import dealt, do, play
from tests.ui.conftest import Table
from tests.ui.ruled_pages import button, context, order, says, walk
from ui.dealer.model.values import PromptView
from ui.dealer.pages.misdeal import GROUPS, MisdealPage, steps_prompt
from ui.dealer.view.screen import view
from ui.words.languages import words_in

ENGLISH = words_in("en")

EIGHT = (18_300, 42_100, 9_900, 25_000, 61_700, 12_400, 33_000, 7_500)
PAGE = MisdealPage()
FLOP = "r600 f c f f f f c Qh7d2c k"


def test_every_mishap_that_the_engine_knows_has_its_button():
    """
    Each is in one group, and all have texts.
    """
    kinds = sorted(kind for group in GROUPS.values() for kind in group)

    assert kinds == sorted(get_args(MishapKind)) == sorted(ENGLISH.misdeal.kinds)


@pytest.mark.parametrize(
    ("names", "remedy", "mishap"),
    [
        (("misdeal-first-card-exposed",), "MISDEAL", Mishap("first-card-exposed")),
        (("misdeal-card-exposed", "misdeal-seat-5"), "FIX", Mishap("card-exposed", 5)),
        (("misdeal-seat-missed", "misdeal-seat-2"), "MISDEAL", Mishap("seat-missed", 2)),
        (("misdeal-group-deck", "misdeal-duplicate-card"), "MISDEAL", Mishap("duplicate-card")),
        (("misdeal-group-deck", "misdeal-boxed-card", "misdeal-card", "misdeal-rank-Q", "misdeal-suit-h"),
         "FIX", Mishap("boxed-card", cards=(Card("Qh"),))),
        (("misdeal-group-board", "misdeal-premature-flop"), "FIX", Mishap("premature-flop")),
    ],
)  # fmt: skip
def test_a_mishap_takes_a_few_taps_and_its_remedy_is_shown_with_its_clause(
    names: tuple[str, ...], remedy: str, mishap: Mishap
):
    """
    The kind of remedy is in large words, the steps are numbered, and the clause follows. One tap declares it.
    """
    seen = context(dealt(EIGHT))
    page = walk(PAGE, seen, *names)

    assert remedy in says(page, seen)
    assert "1. " in says(page, seen)
    assert page.show(seen).lines[-1].text.startswith("TDA 2024")
    assert order(page, seen, "misdeal-declare").action == Declare(mishap)


@pytest.mark.parametrize("language", ["de", "es"])
def test_the_remedy_its_steps_and_a_refusal_are_in_the_screens_language(language: str):
    """
    The steps include the blinds and the ante to give back, before the declaration and after it in the prompt.
    """
    words = words_in(language)
    game = dealt(EIGHT)
    seen = context(game, language)
    page = walk(PAGE, seen, "misdeal-first-card-exposed")
    blinds = tuple(message("seat-and-chips", seat=seat, chips=chips) for seat, chips in ((2, 100), (3, 400)))

    shown = says(page, seen)
    declared = context(do(game, Declare(Mishap("first-card-exposed"))), language)

    assert words.sentence(message("first-card-exposed")) in shown
    assert f"2. {words.say(message('step-give-back', seats=blinds))}" in shown
    assert f"2. {words.say(message('step-give-back', seats=blinds))}" in says(PAGE, declared)
    assert steps_prompt(declared, PromptView("")).body == words.say(message("step-stop-hand"))
    gray = button(walk(PAGE, seen, "misdeal-group-board").show(seen), "misdeal-missing-burn")
    assert gray.small == words.say(message("board-empty"))


def test_a_mishap_that_cannot_have_happened_is_gray_and_says_why():
    """
    On the flop no flop can come early. Before the flop there is no board card to burn for.
    """
    flop = PAGE.show(context(play(dealt(EIGHT), FLOP)))
    early = button(flop, "misdeal-premature-flop")
    assert early.tap is None
    assert early.small == "the flop is not next: already on the flop"
    just_dealt = PAGE.show(context(play(dealt(EIGHT), FLOP.removesuffix(" k"))))
    assert button(just_dealt, "misdeal-premature-flop").small == "UNDO the flop first, then tap here"
    assert button(flop, "misdeal-missing-burn").tap is not None
    before = walk(PAGE, context(dealt(EIGHT)), "misdeal-group-board").show(context(dealt(EIGHT)))
    assert button(before, "misdeal-missing-burn").small == "no board card has been dealt"


@pytest.mark.parametrize(
    ("script", "kind", "known"),
    [
        (FLOP, "premature-turn", (Card("Ah"),)),
        (FLOP + " k Th k", "premature-river", ()),
    ],
)
def test_an_early_card_that_was_read_is_taken_back_by_its_declaration(
    sit: Callable[..., Table], script: str, kind: MishapKind, known: tuple[Card, ...]
):
    """A reader records the card before the dealer sees the mistake. The ruling knows the card, and DECLARE takes it
    off the board."""
    before = play(dealt(EIGHT), script)
    screen, engine, finger = sit(do(before, SeeCard(Card("Ah"), BOARD)))
    screen.open(MisdealPage("board"))

    finger.tap(f"misdeal-{kind}")

    assert engine.asked == []
    assert "ace of hearts off the board" in str(screen.drawn and screen.drawn.page)
    finger.tap("misdeal-declare")
    assert engine.asked == [Undo(confirmed=True), Declare(Mishap(kind, cards=known))]
    assert engine.game.table.hand is not None
    assert Card("Ah") not in engine.game.table.hand.board
    assert screen.content.page is None


def test_looking_at_a_premature_card_changes_nothing(sit: Callable[..., Table]):
    """BACK and CLOSE leave the card on the board, and a second visit still knows it."""
    screen, engine, finger = sit(do(play(dealt(EIGHT), FLOP), SeeCard(Card("Ah"), BOARD)))
    before = engine.game
    screen.open(MisdealPage("board"))

    finger.tap("misdeal-premature-turn", "misdeal-back", "misdeal-premature-turn")

    assert engine.game == before
    finger.tap("misdeal-declare")
    assert engine.asked[-1] == Declare(Mishap("premature-turn", cards=(Card("Ah"),)))


def test_only_seats_that_can_be_affected_are_offered():
    """
    An empty seat was not missed.
    """
    seen = context(dealt((5_000, 5_000, 0, 5_000)))
    page = walk(PAGE, seen, "misdeal-seat-missed").show(seen)

    assert button(page, "misdeal-seat-3").tap is None
    assert button(page, "misdeal-seat-4").tap is not None


def test_a_card_for_a_missing_burn_must_be_on_the_board():
    """
    The pad offers only the cards of the board.
    """
    seen = context(play(dealt(EIGHT), FLOP.removesuffix(" k")))
    page = walk(PAGE, seen, "misdeal-missing-burn", "misdeal-card")

    assert button(page.show(seen), "misdeal-rank-A").tap is None
    picked = walk(page, seen, "misdeal-rank-7", "misdeal-suit-d")
    assert order(picked, seen, "misdeal-declare").action == Declare(Mishap("missing-burn", cards=(Card("7d"),)))


def test_the_most_common_misdeal_takes_three_taps_and_its_steps_stay_open(sit: Callable[..., Table]):
    """
    MISDEAL, what happened, DECLARE. The steps are followed from the page, which stays until it is closed.
    """
    screen, engine, finger = sit(dealt(EIGHT))
    finger.tap("more")
    finger.tap("menu-misdeal", "misdeal-first-card-exposed", "misdeal-declare")

    assert engine.asked == [Declare(Mishap("first-card-exposed"))]
    page = screen.findChild(QWidget, "page")
    assert page is not None
    assert "Return every blind, ante and bet" in page.accessibleName()
    finger.tap("page-close")
    assert not page.isVisible()
    prompt = view(context(engine.game)).prompt
    assert (prompt.head, prompt.body) == ("MISDEAL", "Stop the hand: misdeal.")
    assert prompt.foot == "MORE, MISDEAL: all 4 steps"
    finger.tap("more", "menu-misdeal")
    assert "Gather all cards" in page.accessibleName()


def test_the_next_deal_is_one_touch_from_the_steps(sit: Callable[..., Table]):
    """
    The last step says to deal again. The key for it works while the steps are shown.
    """
    screen, engine, finger = sit(dealt(EIGHT))
    finger.tap("more", "menu-misdeal", "misdeal-first-card-exposed", "misdeal-declare")

    finger.tap("hand-over")

    assert engine.asked[-1] == StartHand()
    assert screen.content.page is None


@pytest.mark.parametrize(
    ("script", "kind", "betting", "following"),
    [
        ("r600 f c", "premature-flop", "Finish the preflop betting", "Shuffle the flop cards into the stub and cut."),
        (FLOP.removesuffix("k") + "b800", "premature-turn", "Finish the betting on the flop",
         "Shuffle the premature turn into the stub and cut."),
        (FLOP + " k Th b800", "premature-river", "Finish the betting on the turn",
         "Shuffle the premature river into the stub and cut."),
    ],
)  # fmt: skip
def test_the_table_is_live_at_once_if_the_betting_must_be_finished_first(
    sit: Callable[..., Table], script: str, kind: str, betting: str, following: str
):
    """
    The page closes by itself. The prompt says what to finish and what follows, and a key leads to all steps.
    """
    screen, engine, finger = sit(play(dealt(EIGHT), script))
    screen.open(MisdealPage("board"))
    finger.tap(f"misdeal-{kind}", "misdeal-declare")

    assert screen.content.page is None
    assert screen.drawn is not None
    prompt = screen.drawn.prompt
    assert (prompt.body, prompt.foot) == (betting, f"Then: {following}")
    finger.tap("fold")
    assert screen.drawn.prompt.foot == f"After the betting: {following}"
    finger.tap("misdeal-all")
    assert following in str(screen.drawn.page)
    finger.tap("misdeal-done")
    assert screen.content.page is None
    assert isinstance(engine.asked[-1], Fold)


def test_the_steps_stay_within_reach_until_the_street_is_dealt_again(sit: Callable[..., Table]):
    """
    When the betting is finished, the key still leads to all steps. With the new turn, it is gone.
    """
    game = do(play(dealt(EIGHT), FLOP.removesuffix("k") + "b800"), Declare(Mishap("premature-turn")))
    screen, engine, finger = sit(play(game, "c f"))
    assert screen.drawn is not None
    assert (screen.drawn.prompt.head, screen.drawn.prompt.body) == ("Reshuffle, no burn, deal", "turn card")
    finger.tap("misdeal-all", "misdeal-done")

    engine.happen("Ts")

    assert not finger.can("misdeal-all")


def test_a_remedy_that_lets_play_continue_leaves_the_table_live(sit: Callable[..., Table]):
    """
    The hand is on the flop, so the exposed card stays. Nothing is to be done on a page.
    """
    screen, _, finger = sit(play(dealt(EIGHT), FLOP))
    screen.open(MisdealPage(kind="card-exposed", seat=3))
    finger.tap("misdeal-declare")

    assert screen.content.page is None
    assert screen.drawn is not None
    prompt = screen.drawn.prompt
    assert (prompt.head, prompt.body) == ("PLAY CONTINUES", "The exposed card stays where it is.")


def test_steps_that_the_dealer_does_by_hand_end_with_one_green_key(sit: Callable[..., Table]):
    """
    A card exposed in the deal is replaced. DONE leads back to the table.
    """
    screen, _, finger = sit(dealt(EIGHT))
    screen.open(MisdealPage(kind="card-exposed", seat=5))
    finger.tap("misdeal-declare", "misdeal-done")

    assert screen.content.page is None


def test_after_a_repair_another_mishap_can_be_declared():
    """
    The menu opens the steps first. The irregularities are one tap further.
    """
    seen = context(do(dealt(EIGHT), Declare(Mishap("card-exposed", 5))))
    page = walk(PAGE, seen, "misdeal-another", "misdeal-card-exposed")

    assert "1. Finish the deal." in says(PAGE, seen)
    assert "MISDEAL" in says(page, seen)
