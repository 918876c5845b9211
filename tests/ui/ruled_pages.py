"""Pages walked without a screen: the view of a page, and the page that a touch on it opens."""

from engine.cards import Card
from engine.game.game import Game
from engine.public import public
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, PageView
from ui.dealer.pages.misdeal import MisdealPage
from ui.dealer.pages.override.draft import OverrideDraft
from ui.dealer.pages.override.page import OverridePage
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.ruling.draft import RulingDraft
from ui.dealer.pages.ruling.page import RulingPage
from ui.words.languages import words_in

PAGES: dict[str, Page] = {
    "ruling-told": RulingPage(
        RulingDraft(chips=(5_000, 500, 100), earlier=((500, 100), (1_000,)), verb="raise", begun=True)
    ),
    "ruling-seat": RulingPage(RulingDraft(step="seat", begun=True)),
    "ruling-amount": RulingPage(RulingDraft(step="amount", typed="1500", begun=True)),
    "ruling-more": RulingPage(RulingDraft(step="more", begun=True)),
    "ruling-shown": RulingPage(RulingDraft(step="shown", cards=(Card("Ah"), Card("Kd")), begun=True)),
    "ruling-saw": RulingPage(RulingDraft(step="saw", cards=(Card("Ah"),), seats=(2, 3), begun=True)),
    "ruling-late": RulingPage(RulingDraft(step="late", begun=True)),
    "ruling-skipped": RulingPage(RulingDraft(step="skipped", seat=5, begun=True)),
    "ruling-add": RulingPage(RulingDraft(step="add", typed="200", seats=(4, 6), begun=True)),
    "ruling-forfeit": RulingPage(RulingDraft(step="forfeit", typed="200", begun=True)),
    "misdeal-deck": MisdealPage("deck"),
    "misdeal-board": MisdealPage("board"),
    "misdeal-seat": MisdealPage(kind="card-exposed", step="seat"),
    "misdeal-card": MisdealPage(kind="card-exposed", seat=7, step="card", rank="Q"),
    "misdeal-misdeal": MisdealPage(kind="duplicate-card"),
    "misdeal-refused": MisdealPage(kind="premature-river"),
    "override-seat": OverridePage(OverrideDraft("make-dead", "what")),
    "override-chips": OverridePage(OverrideDraft("move-chips", "what", seat=4, typed="600")),
    "override-stacks": OverridePage(OverrideDraft("set-stacks", "what", seat=4, stacks=((5, 6_000), (6, 4_000)))),
    "override-pots": OverridePage(OverrideDraft("award-pots", "what", pots=((4, 5),))),
    "override-sure": OverridePage(OverrideDraft("void-hand", "sure", why="reason-tap")),
    "override-write": OverridePage(OverrideDraft("void-hand", "write", why="Fire alarm")),
}
"""The pages of rulings, misdeals and orders of the floor with a selection made."""


def context(game: Game, language: str = "en") -> PageContext:
    """Everything that a page may read."""
    return PageContext(public(game), game, words=words_in(language))


def button(view: PageView, name: str) -> ButtonView:
    """The button of this name."""
    found = [each for grid in view.grids for each in grid.buttons if each.name == name]
    assert len(found) == 1, f"{len(found)} buttons {name} on {view.name}"
    return found[0]


def walk(page: Page, seen: PageContext, *names: str) -> Page:
    """The page after these touches. Each must open a page."""
    for name in names:
        tap = button(page.show(seen), name).tap
        assert isinstance(tap, OpenPage), f"{name} gives {tap}"
        assert isinstance(tap.page, Page), f"{name} closes"
        page = tap.page
    return page


def order(page: Page, seen: PageContext, name: str) -> Ask:
    """The order that a button gives the table."""
    tap = button(page.show(seen), name).tap
    assert isinstance(tap, Ask), f"{name} gives {tap}"
    return tap


def says(page: Page, seen: PageContext) -> str:
    """All lines of the head."""
    view = page.show(seen)
    return " | ".join((view.title, *(line.text for line in view.lines if line.text)))
