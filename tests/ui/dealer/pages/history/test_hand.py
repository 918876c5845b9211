"""The action log: a column for each street, and one selected line."""

from engine.public import public
from tests.kit.play import dealt, play
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, PageView
from ui.dealer.pages.entry.card import CardPage
from ui.dealer.pages.history.hand import HandPage
from ui.dealer.pages.override.page import OverridePage
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.repair import FlopPage, InsertPage
from ui.words.card_signs import card_row

FOUR = (50_000,) * 4
PLAYED = play(dealt(FOUR), "r600 c f c Qh7d2c k b800 c f 9s")
CONTEXT = PageContext(public(PLAYED), PLAYED)


def column(page: PageView, street: str) -> list[str]:
    """One street's lines: the seat, the action and the amount, or the cards."""
    grid = next(grid for grid in page.grids if grid.name == f"lines-{street}")
    return [line(button) for button in grid.buttons if button.name]


def line(button: ButtonView) -> str:
    return card_row(button.cards) if button.cards else f"{button.seat} {button.text} {button.small}".strip()


def asked(page: PageView) -> ButtonView:
    """The one amber line."""
    (line,) = (button for grid in page.grids for button in grid.buttons if button.line and button.emphasis == "warn")
    return line


def test_each_street_has_its_column_with_its_cards() -> None:
    """
    There are five columns. Streets that are not dealt yet are empty.
    """
    page = HandPage().show(CONTEXT)

    assert [grid.title for grid in page.grids[:5]] == ["PREFLOP", "FLOP", "TURN", "RIVER", "SHOWDOWN"]
    assert column(page, "preflop")[0] == "4 raised to 600"
    assert column(page, "flop")[:2] == ["Q♥ 7♦ 2♣", "3 checked"]
    assert column(page, "turn") == ["9♠"]
    assert column(page, "river") == []
    assert [grid.empty for grid in page.grids[:5]] == ["", "", "", "not dealt", "not dealt"]


def test_the_cards_of_the_board_are_one_line_that_leads_to_each_card() -> None:
    """
    From the flop, the page asks which of the three cards is wrong. The turn is only one card, and needs no question.
    """
    page = HandPage().show(CONTEXT)
    (flop,) = (button for button in page.grids[1].buttons if button.cards)
    (turn,) = (button for button in page.grids[2].buttons if button.cards)
    assert isinstance(flop.tap, OpenPage)
    assert isinstance(flop.tap.page, FlopPage)
    assert isinstance(turn.tap, OpenPage)
    assert isinstance(turn.tap.page, CardPage)

    keys = flop.tap.page.show(CONTEXT).grids[0].buttons
    marks = [key.tap.page.line for key in keys if isinstance(key.tap, OpenPage) and isinstance(key.tap.page, CardPage)]
    assert [str(key.card) for key in keys] == ["Qh", "7d", "2c"]
    assert len(set(marks)) == 3


def test_the_arrows_move_the_selected_line_and_insert_applies_to_it() -> None:
    """
    At first it is the last line. A touch on any line leads to its repair; no key does the same, because the page that
    opens has INSERT ACTION where it would be.
    """
    page = HandPage().show(CONTEXT)
    keys = {button.name: button for button in page.grids[-1].buttons}
    assert line(asked(page)) == "9♠"
    assert keys["lines-later"].tap is None
    assert not {"lines-fix", "lines-drop"} & keys.keys()
    last = asked(page).tap
    assert isinstance(last, OpenPage)
    assert isinstance(last.page, CardPage)
    assert keys["lines-insert"].tap == OpenPage(InsertPage(last.page.line))

    earlier = keys["lines-earlier"].tap
    assert isinstance(earlier, OpenPage)
    assert isinstance(earlier.page, HandPage)
    before = earlier.page.show(CONTEXT)
    assert line(asked(before)) == column(page, "flop")[-1]


def test_a_long_street_shows_its_last_lines_until_an_earlier_one_is_selected() -> None:
    """
    The arrows scroll the column.
    """
    game = play(dealt((50_000,) * 10), "c c c c c c c c c k Qh7d2c")
    context = PageContext(public(game), game)
    page = HandPage().show(context)
    assert column(page, "preflop")[0] == "5 called 200"
    long = play(dealt((50_000,) * 10), "r400 " + "c " * 8 + "r1200 " + "c " * 5)
    context = PageContext(public(long), long)
    page = HandPage().show(context)
    assert len(column(page, "preflop")) == 9
    assert "4 raised to 400" not in column(page, "preflop")

    first = next(line.mark for line in context.table.lines if getattr(line.event, "to", 0) == 400)
    assert column(HandPage(first).show(context), "preflop")[0] == "4 raised to 400"


def back_from(page: OverridePage, context: PageContext) -> Page | None:
    """The page to which BACK leads."""
    keys = [button for grid in page.show(context).grids for button in grid.buttons]
    tap = next(button.tap for button in keys if button.name == "override-back")
    return tap.page if isinstance(tap, OpenPage) and isinstance(tap.page, Page) else None


def test_from_the_hand_in_play_a_key_leads_to_the_last_hand_and_from_there_to_who_won_it() -> None:
    """
    This works even before any action in the new hand. Once the last hand is final, the list names the clause, and the
    key leads to what the floor can still order.
    """
    game = play(PLAYED, "k k 3h b800 f push start")
    page, context = HandPage().show(PageContext(public(game), game)), PageContext(public(game), game)
    (last,) = (button for grid in page.grids for button in grid.buttons if button.name == "lines-last")
    assert last.small == "hand 1"
    assert isinstance(last.tap, OpenPage)
    assert isinstance(last.tap.page, HandPage)

    shown = last.tap.page.show(context)

    assert shown.title == "Action log, hand 1"
    assert page.grids[-1].buttons[-2].name == ""  # WHO WON is never where LAST HAND was touched
    won, back = shown.grids[-1].buttons[-2:]
    assert (back.text, back.small) == ("THIS HAND", "hand 2")
    assert (won.name, won.text) == ("lines-won", "WHO WON")
    assert isinstance(won.tap, OpenPage)
    assert isinstance(won.tap.page, OverridePage)
    assert won.tap.page.draft.kind == "award-last"
    assert back_from(won.tap.page, context) == HandPage(last=True)
    later = play(game, "r600 r1400")
    stands = last.tap.page.show(PageContext(public(later), later))
    assert stands.title == "Hand 1 stands: substantial action since (TDA 2024 rule 22)"
    assert stands.grids[-1].buttons[-2].text == "FLOOR DECISION"
    repairs = [key for grid in stands.grids for key in grid.buttons if key.line or key.name == "lines-insert"]
    assert repairs
    assert all(key.tap is None and key.why for key in repairs)  # no touch leads on to a refusal
    assert HandPage().show(CONTEXT).grids[-1].buttons[-1].tap is None
