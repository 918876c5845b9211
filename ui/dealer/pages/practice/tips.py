"""In practice mode, repeats all tips from the coach marks, and offers a way out. All functions are pure."""

from ui.dealer.model.practice import COACH
from ui.dealer.model.taps import Continue, OpenPage
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import Page, PageContext


class TipsPage(Page, frozen=True):
    def show(self, context: PageContext) -> PageView:
        say, lines = context.words.practice, []
        for name in COACH:
            lines += [LineView(say.coach[name].text), LineView(say.coach[name].small, "small")]
        do = (
            ButtonView("practice-leave", say.leave, Continue(), say.leave_small, "quiet"),
            ButtonView("tips-back", say.tips_back, OpenPage(), emphasis="go"),
        )
        return PageView("tips", say.tips_title, tuple(lines), (GridView("tips-do", 2, do),), full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        """Stays open until the trainee closes it."""
        return True
