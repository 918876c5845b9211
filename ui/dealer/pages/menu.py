"""The page behind MORE: a button for every rare thing."""

from ui.dealer.model.taps import Turn
from ui.dealer.model.values import ButtonView, GridView, PageView
from ui.dealer.pages.page import Page, Sight

COLUMNS = 5


class MenuPage(Page, frozen=True):
    """Nothing is picked on it."""

    def show(self, sight: Sight) -> PageView:
        """The entries in their order; one that means nothing now is grey and stays in its place."""
        # Only here: the pages are most of the screen's code, and few hands need one of them.
        from ui.dealer.pages.contents import MENU  # noqa: PLC0415

        buttons = tuple(_entry(name, page, sight) for name, page in MENU)
        return PageView("menu", sight.words.menu.title, grids=(GridView("menu", COLUMNS, buttons),), wide=True)

    def stays(self, before: Sight, after: Sight) -> bool:
        """A card or a level that comes changes no entry's meaning."""
        return True


def _entry(name: str, page: type[Page], sight: Sight) -> ButtonView:
    label = sight.words.menu.entries[name]
    return ButtonView(f"menu-{name}", label.text, Turn(page()) if page.offered(sight) else None, label.small)
