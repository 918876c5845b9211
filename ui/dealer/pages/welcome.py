"""The first page of the demo: what to try, and the addresses of the other pages. All functions are pure."""

from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, LineView, PageView
from ui.dealer.pages.page import LastingPage, PageContext, answer_row


class WelcomePage(LastingPage, frozen=True):
    """`display` and `director` are addresses, and `key` is the director's key."""

    display: str
    director: str
    key: str

    def show(self, context: PageContext) -> PageView:
        words, say = context.words, context.words.welcome
        keys = {"deal": words.asking.deal, "undo": words.undo, "more": words.menu.more, "log": words.repair.list}
        tries = [LineView(line.format(**keys)) for line in (say.deal, say.tap, say.over, say.undo, say.late)]
        pages = (
            LineView(say.pages.format(display=self.display, director=self.director), "small"),
            LineView(say.key.format(key=self.key), "small"),
        )
        begin = ButtonView("welcome-on", say.begin, OpenPage(), emphasis="go")
        return PageView("welcome", say.title, (*tries, *pages), (answer_row("on", begin),), full_width=True)
