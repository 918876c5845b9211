"""Asks for a PIN before an order is sent; shows how many digits were entered, but never which."""

from engine.actions import Undo
from engine.events import Role
from engine.game.game import decide
from engine.public import PublicTable
from engine.refused import Refused
from engine.table.actions.staff import SignIn
from ui.dealer.model.sign_in import LEAST_PIN, MOST_PIN, Pin, PinAnswer, Staff, signed, signers
from ui.dealer.model.taps import Ask, OpenPage, Unlock
from ui.dealer.model.values import ButtonView, GridView, InputView, LineView, PageView
from ui.dealer.pages.entry.pads import ERASE
from ui.dealer.pages.page import Page, PageContext

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "", "0")
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
        says = LineView(words.pin_asked if self.asked else words.pin_none)
        keys = GridView("pin-keys", 3, tuple(self._key(key) for key in KEYS), is_pad=True)
        sure = GridView("pin-sure", 1, (self._erase(context), self._ok(context)), is_pad=True)
        entry = InputView(" ".join(DOT * len(self.typed)))
        what = self._signed(context)
        signs = (LineView(words.pin_for.format(what=what), "big"),) if what else ()
        return PageView("pin", title, (*signs, says, *self._trouble(context)), (keys, sure), entry=entry)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return _asks(before.table) == _asks(after.table)

    def refused(self, answer: PinAnswer) -> "PinPage":
        return PinPage(self.role, self.ask, self.name, Pin(), answer)

    def waiting(self, asked: str) -> "PinPage":
        """The page while the clock checks the PIN; nothing can be keyed in."""
        return PinPage(self.role, self.ask, self.name, asked=asked)

    def _signed(self, context: PageContext) -> str:
        """The order in a few words; empty if it has none."""
        if isinstance(self.ask.action, Undo):
            last = context.table.last
            return f"{context.words.undo} · {context.words.happened(last)}" if last else ""
        if isinstance(self.ask.action, SignIn):
            return ""  # the title has the name
        try:
            events = decide(context.game, signed(self.ask.action, "", self.role))
        except Refused:
            return ""
        return next(filter(None, map(context.words.happened, events)), "")

    def _key(self, key: str) -> ButtonView:
        if not key:
            return ButtonView("", "")
        longer = PinPage(self.role, self.ask, self.name, Pin(self.typed + key))
        more = len(self.typed) < MOST_PIN and not self.asked
        return ButtonView(f"pin-key-{key}", key, OpenPage(longer) if more else None)

    def _erase(self, context: PageContext) -> ButtonView:
        shorter = OpenPage(PinPage(self.role, self.ask, self.name, Pin(self.typed[:-1]))) if self.typed else None
        return ButtonView("pin-erase", ERASE, shorter, emphasis="quiet", said=context.words.people.erase)

    def _ok(self, context: PageContext) -> ButtonView:
        tap = Unlock(self.role, self.typed, self.ask, self.name) if len(self.typed) >= LEAST_PIN else None
        return ButtonView("pin-ok", context.words.people.ok, tap, emphasis="go")

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
        return Ask(signed(ask.action, "", ask.needs), ask.then, follow=ask.follow)
    return OpenPage(PinPage(ask.needs, ask))


def _asks(table: PublicTable) -> object:
    """The input that a table is waiting for, regardless of any sign-ins and level changes in the meantime."""
    return table.hand, table.playing, table.street, table.board, table.legal
