"""The dealer's sign-in, from the list of staff with a PIN, or by name if there is no list, and the sign-out."""

from engine.table.actions.staff import SignIn, SignOut
from ui.dealer.model.sign_in import signers
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.entry.letters import letters
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.people.signin_pin import PinPage

COLUMNS, ROWS = 5, 2
NAMES = COLUMNS * ROWS


class SignInPage(Page, frozen=True):
    """`first` is the index of the first name shown from a long list; `typed` is a name that is being keyed in."""

    first: int = 0
    typed: str = ""

    def show(self, context: PageContext) -> PageView:
        words, dealer = context.words.people, context.table.dealer
        names = signers(context.surroundings.staff, "dealer")
        now = words.sign_now.format(name=dealer) if dealer else words.sign_nobody
        lines: tuple[LineView, ...] = (LineView(now, "plain"),)
        grids: tuple[GridView, ...]
        if names:
            grids = (self._names(names, dealer), self._below(context, names))
        else:
            lines = (*lines, LineView(self.typed or words.sign_key, "big"))
            name = self.typed.strip()
            sign_in = Ask(SignIn(name)) if name not in ("", dealer) else None
            keys = (_out(context), ButtonView("signin-ok", words.ok, sign_in, emphasis="go"))
            grids = letters("signin", self.typed, lambda text: OpenPage(SignInPage(typed=text)), context.words, *keys)
        return PageView("signin", words.sign_title, lines, grids, full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return before.table.dealer == after.table.dealer

    def _names(self, names: tuple[str, ...], dealer: str) -> GridView:
        shown = names[self.first : self.first + NAMES]
        buttons = [
            ButtonView(f"signin-name-{place}", name, OpenPage(PinPage("dealer", Ask(SignIn(name)), name))
                       if name != dealer else None)
            for place, name in enumerate(shown)
        ]  # fmt: skip
        return GridView("signin-names", COLUMNS, (*buttons, *_gaps(NAMES - len(buttons))))

    def _below(self, context: PageContext, names: tuple[str, ...]) -> GridView:
        words = context.words.people
        onward = self.first + NAMES if self.first + NAMES < len(names) else 0
        more = OpenPage(SignInPage(onward)) if len(names) > NAMES else None
        buttons = (
            _out(context),
            *_gaps(COLUMNS - 2),
            ButtonView("signin-more", words.more, more, emphasis="quiet"),
        )
        return GridView("signin-below", COLUMNS, buttons, below=True)


def _out(context: PageContext) -> ButtonView:
    words = context.words.people
    tap = Ask(SignOut()) if context.table.dealer else None
    return ButtonView("signin-out", words.sign_out, tap, emphasis="quiet")


def _gaps(count: int) -> tuple[ButtonView, ...]:
    return (ButtonView("", ""),) * count
