"""Asks which level is in play when the elapsed time is known only from this machine's wall clock."""

from typing import ClassVar

from ui.dealer.model.surroundings import LevelAt
from ui.dealer.model.taps import TellLevel
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import LastingPage, PageContext


class LevelPage(LastingPage, frozen=True):
    needs: ClassVar[str] = "doubt"

    def show(self, context: PageContext) -> PageView:
        say, doubt = context.words.chips, context.surroundings.doubt
        lines = [LineView(say.doubt_why, rows=2)]
        if doubt is None:
            return PageView("level", say.doubt_title, (LineView(say.doubt_over),), full_width=True)
        buttons = (
            _button("level-by-day", doubt.by_day, say.doubt_by_day, True, context),
            _button("level-stands", doubt.stands, say.doubt_stands, False, context),
        )
        return PageView("level", say.doubt_title, tuple(lines), (GridView("levels", 2, buttons),), full_width=True)

    def over(self, context: PageContext) -> bool:
        return context.surroundings.doubt is None

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return context.surroundings.doubt is not None

    @classmethod
    def opens_itself(cls, context: PageContext) -> bool:
        return context.surroundings.doubt is not None and not context.table.playing


def _button(name: str, level: LevelAt, small: str, by_day: bool, context: PageContext) -> ButtonView:
    text = f"{context.words.level_name(level.name)}  {context.words.played_for(level.blinds)}"
    return ButtonView(name, text, TellLevel(by_day), small, "act" if by_day else "go")
