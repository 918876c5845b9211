"""The page behind MORE: a button for everything that is rarely needed, in four groups."""

from ui.dealer.model.taps import OpenPage, SwitchUnits
from ui.dealer.model.values import ButtonView, GridView, Hue, LineView, PageView
from ui.dealer.pages.page import LastingPage, Page, PageContext

COLUMNS = 2
HUES: dict[str, Hue] = {"hand": "go", "players": "act", "chips": "warn", "table": "practice"}


class MenuPage(LastingPage, frozen=True):
    """`why` is the entry that was touched but cannot be opened now."""

    why: str = ""

    def show(self, context: PageContext) -> PageView:
        """An entry that cannot be opened now stays legible and says when it can be opened."""
        # Imported late: the pages are most of the screen's code, and few hands need one of them.
        from ui.dealer.pages.contents import GROUPS, MENU  # noqa: PLC0415

        words = context.words.menu
        grids = tuple(
            GridView(
                f"menu-{group}",
                COLUMNS,
                (
                    *(_entry(name, page, context) for name, page in pages.items()),
                    *((_units(context),) * (group == "chips")),
                ),
                title=words.groups[group],
                hue=HUES[group],
            )
            for group, pages in GROUPS.items()
        )
        locked = MENU[self.why].locked(context) if self.why else ""
        said = words.locked[locked].text.format(name=words.entries[self.why].text) if locked else ""
        return PageView("menu", words.title, (LineView(said, "warn" if said else "plain"),), grids, full_width=True)


def _units(context: PageContext) -> ButtonView:
    """A switch (not a page) that shows amounts in chips or in big blinds."""
    label = context.words.menu.units
    return ButtonView("menu-units", label.text, SwitchUnits() if context.table.blinds else None, label.small)


def _entry(name: str, page: type[Page], context: PageContext) -> ButtonView:
    words = context.words.menu
    label = words.entries[name]
    if locked := page.locked(context):
        why = words.locked[locked]
        said = f"{label.text}, {why.text.format(name=label.text)}"
        return ButtonView(f"menu-{name}", label.text, OpenPage(MenuPage(name)), why.small, "locked", said=said)
    return ButtonView(f"menu-{name}", label.text, OpenPage(page()), label.small)
