"""The page behind MORE: a button for everything that is rarely needed, in four groups."""

from ui.dealer.model.taps import OpenPage, SwitchUnits
from ui.dealer.model.values import ButtonView, GridView, Hue, LineView, PageView
from ui.dealer.pages.page import LastingPage, Page, PageContext

ROWS = 4
"""A group has as many columns as it needs for this many rows."""
LEAST_COLUMNS = 2
HUES: dict[str, Hue] = {"hand": "go", "players": "act", "chips": "warn", "table": "practice"}


class MenuPage(LastingPage, frozen=True):
    """`why` is the entry that was touched but cannot be opened now."""

    why: str = ""

    def show(self, context: PageContext) -> PageView:
        """An entry that cannot be opened now stays legible and says when it can be opened."""
        # Imported late: the pages are most of the screen's code, and few hands need one of them.
        from ui.dealer.pages.contents import GROUPS  # noqa: PLC0415

        words = context.words.menu
        grids = []
        for group, pages in GROUPS.items():
            entries = [_entry(name, page, context) for name, page in pages.items()]
            entries += [_units(context)] * (group == "chips")
            columns = max(LEAST_COLUMNS, -(-len(entries) // ROWS))
            title, hue = words.groups[group], HUES[group]
            grids.append(GridView(f"menu-{group}", columns, tuple(entries), title=title, hue=hue))
        return PageView("menu", words.title, (self._line(context),), tuple(grids), full_width=True)

    def _line(self, context: PageContext) -> LineView:
        """Why the entry that was touched is locked; otherwise, whether a hand is being played."""
        from ui.dealer.pages.contents import MENU  # noqa: PLC0415  as above

        words, table = context.words.menu, context.table
        if locked := MENU[self.why].locked(context) if self.why else "":
            return LineView(words.locked[locked].text.format(name=words.entries[self.why].text), "warn")
        return LineView(words.playing.format(hand=table.hand) if table.playing else words.resting, "small")


def _units(context: PageContext) -> ButtonView:
    """A switch (not a page) that shows amounts in chips or in big blinds."""
    label = context.words.menu.units
    return ButtonView("menu-units", label.text, SwitchUnits() if context.table.blinds else None, label.small,
                      entry=True)  # fmt: skip


def _entry(name: str, page: type[Page], context: PageContext) -> ButtonView:
    words = context.words.menu
    label = words.entries[name]
    if locked := page.locked(context):
        why = words.locked[locked]
        said = f"{label.text}, {why.text.format(name=label.text)}"
        return ButtonView(f"menu-{name}", label.text, OpenPage(MenuPage(name)), why.small, "locked", said=said,
                          entry=True)  # fmt: skip
    return ButtonView(f"menu-{name}", label.text, OpenPage(page()), label.small, entry=True)
