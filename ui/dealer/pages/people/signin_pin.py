"""Asks for a PIN before an order is sent; shows how many digits were entered, but never which."""

from engine.events import Role
from engine.public import PublicTable
from ui.dealer.model.sign_in import LEAST_PIN, MOST_PIN, Pin, PinAnswer, Staff, signed, signers
from ui.dealer.model.taps import Ask, OpenPage, Unlock
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import Page, PageContext

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "clear", "0", "ok")
DOT = "●"


class PinPage(Page, frozen=True):
    """The order to be signed, and its signer. `answer` is the result of the last PIN check, and `asked` is the ID of a
    check that the clock has not answered yet."""

    role: Role
    ask: Ask
    name: str = ""
    """The required signer; if it is empty, anyone with the role may sign."""
    typed: Pin = Pin()
    answer: PinAnswer | None = None
    asked: str = ""

    def show(self, context: PageContext) -> PageView:
        words = context.words.people
        titles = {"dealer": words.pin_dealer, "floor": words.pin_floor}
        title = words.pin_of.format(name=self.name) if self.name else titles[self.role]
        dots = (
            LineView(" ".join(DOT * len(self.typed)), "big")
            if self.typed
            else LineView(words.pin_asked if self.asked else words.pin_none)
        )
        buttons = tuple(self._key(key, context) for key in KEYS)
        keys = GridView("pin-keys", 3, buttons, weight=1.1)
        return PageView("pin", title, (dots, *self._trouble(context)), (keys,), full_width=True, beside=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return _asks(before.table) == _asks(after.table)

    def refused(self, answer: PinAnswer) -> "PinPage":
        return PinPage(self.role, self.ask, self.name, Pin(), answer)

    def waiting(self, asked: str) -> "PinPage":
        """The page while the clock checks the PIN; nothing can be keyed in."""
        return PinPage(self.role, self.ask, self.name, asked=asked)

    def _key(self, key: str, context: PageContext) -> ButtonView:
        words = context.words.people
        if key == "clear":
            empty = PinPage(self.role, self.ask, self.name)
            return ButtonView("pin-clear", words.clear, OpenPage(empty) if self.typed else None, emphasis="quiet")
        if key == "ok":
            tap = Unlock(self.role, self.typed, self.ask, self.name) if len(self.typed) >= LEAST_PIN else None
            return ButtonView("pin-ok", words.ok, tap, emphasis="go")
        longer = PinPage(self.role, self.ask, self.name, Pin(self.typed + key))
        more = len(self.typed) < MOST_PIN and not self.asked
        return ButtonView(f"pin-key-{key}", key, OpenPage(longer) if more else None)

    def _trouble(self, context: PageContext) -> tuple[LineView, ...]:
        words = context.words.people
        if self.answer is None:
            return ()
        answer = self.answer
        wait = words.pin_wait.format(age=context.words.age(answer.wait_ms + 999))
        why = LineView(words.pin_away if answer.is_away else words.pin_wrong, "trouble")
        return (why, *((LineView(wait, "trouble"),) if answer.wait_ms else ()))


def authorised(ask: Ask, staff: tuple[Staff, ...]) -> Ask | OpenPage:
    """The order itself if no staff member has a PIN for its role; otherwise, the page that asks for a PIN."""
    if ask.needs == "":
        return ask
    if not signers(staff, ask.needs):
        return Ask(signed(ask.action, "", ask.needs), ask.then)
    return OpenPage(PinPage(ask.needs, ask))


def _asks(table: PublicTable) -> object:
    """The input that a table is waiting for, regardless of any sign-ins and level changes in the meantime."""
    return table.hand, table.playing, table.street, table.board, table.legal
