"""The list of the hand: every line of it, each one tap from its repair."""

from engine.game.lines import LogLine
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, GridView, PageView
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.repair import RepairPage, said

COLUMNS, ROWS = 4, 4
A_PAGE = COLUMNS * ROWS


class HandPage(Page, frozen=True):
    """`back` counts the pages before the last one."""

    back: int = 0

    def show(self, context: PageContext) -> PageView:
        """The latest lines, in order from the top left."""
        words = context.words.repair
        lines = [line for line in context.table.lines if said(line.event, context)]
        pages = max(1, -(-len(lines) // A_PAGE))
        back = min(self.back, pages - 1)
        end = len(lines) - back * A_PAGE
        shown = lines[max(0, end - A_PAGE) : end]
        page = pages - 1 - back
        cells = [_cell(context, place, line) for place, line in enumerate(shown, 1)]
        cells += [ButtonView("", "")] * (A_PAGE - len(cells))
        number = words.page.format(page=page + 1, pages=pages) if pages > 1 else ""
        turns = (
            ButtonView("lines-earlier", words.earlier, OpenPage(HandPage(back + 1)) if page else None, number),
            ButtonView("lines-later", words.later, OpenPage(HandPage(back - 1)) if page < pages - 1 else None, number),
        )
        title = words.title.format(hand=context.table.hand) if lines else words.nothing
        grids = (GridView("lines", COLUMNS, tuple(cells)), GridView("turns", 1, turns, weight=0.5))
        return PageView("hand", title, grids=grids, full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        """The list grows under the eye."""
        return before.table.hand == after.table.hand


def _cell(context: PageContext, place: int, line: LogLine) -> ButtonView:
    words = context.words.repair
    street = words.streets.get(line.street, line.street)
    small = f"{street}, {words.inferred}" if line.inferred else street
    return ButtonView(f"lines-{place}", said(line.event, context), OpenPage(RepairPage(line.mark)), small,
                      "quiet" if line.inferred else "plain")  # fmt: skip
