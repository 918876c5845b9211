"""The list of the hand: every line of it, each one tap from its repair."""

from engine.game.lines import LogLine
from ui.dealer.model.taps import Turn
from ui.dealer.model.values import ButtonView, GridView, PageView
from ui.dealer.pages.page import Page, Sight
from ui.dealer.pages.repair import RepairPage, said

COLUMNS, ROWS = 4, 4
A_PAGE = COLUMNS * ROWS


class HandPage(Page, frozen=True):
    """`back` counts the pages before the last one."""

    back: int = 0

    def show(self, sight: Sight) -> PageView:
        """The latest lines, in order from the top left."""
        words = sight.words.repair
        lines = [line for line in sight.table.lines if said(line.event, sight)]
        pages = max(1, -(-len(lines) // A_PAGE))
        back = min(self.back, pages - 1)
        end = len(lines) - back * A_PAGE
        shown = lines[max(0, end - A_PAGE) : end]
        page = pages - 1 - back
        cells = [_cell(sight, place, line) for place, line in enumerate(shown, 1)]
        cells += [ButtonView("", "")] * (A_PAGE - len(cells))
        number = words.page.format(page=page + 1, pages=pages) if pages > 1 else ""
        turns = (
            ButtonView("lines-earlier", words.earlier, Turn(HandPage(back + 1)) if page else None, number),
            ButtonView("lines-later", words.later, Turn(HandPage(back - 1)) if page < pages - 1 else None, number),
        )
        title = words.title.format(hand=sight.table.hand) if lines else words.nothing
        grids = (GridView("lines", COLUMNS, tuple(cells)), GridView("turns", 1, turns, weight=0.5))
        return PageView("hand", title, grids=grids, wide=True)

    def stays(self, before: Sight, after: Sight) -> bool:
        """The list grows under the eye."""
        return before.table.hand == after.table.hand


def _cell(sight: Sight, place: int, line: LogLine) -> ButtonView:
    words = sight.words.repair
    street = words.streets.get(line.street, line.street)
    small = f"{street}, {words.inferred}" if line.inferred else street
    return ButtonView(f"lines-{place}", said(line.event, sight), Turn(RepairPage(line.mark)), small,
                      "quiet" if line.inferred else "plain")  # fmt: skip
