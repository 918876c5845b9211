"""The page behind MORE: a button for every rare thing."""

from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, GridView, PageView
from ui.dealer.pages.page import Page, PageContext

COLUMNS = 5


class MenuPage(Page, frozen=True):
    """Nothing is picked on it."""

    def show(self, context: PageContext) -> PageView:
        """The entries in their order; one that means nothing now is grey and stays in its place."""
        # Only here: the pages are most of the screen's code, and few hands need one of them.
        from ui.dealer.pages.contents import MENU  # noqa: PLC0415

        buttons = tuple(_entry(name, page, context) for name, page in MENU)
        return PageView("menu", context.words.menu.title, grids=(GridView("menu", COLUMNS, buttons),), full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        """A card or a level that comes changes no entry's meaning."""
        return True


def _entry(name: str, page: type[Page], context: PageContext) -> ButtonView:
    label = context.words.menu.entries[name]
    return ButtonView(f"menu-{name}", label.text, OpenPage(page()) if page.offered(context) else None, label.small)
