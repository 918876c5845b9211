"""The fallback ladder: how completely hands are entered, and what HAND OVER means on its lower steps."""

from engine.public import PublicTable
from engine.table.actions.hands import ReportHand
from engine.table.actions.setup import SetMode
from engine.terms import LADDER, REPORTED
from ui.dealer.model.taps import Ask, OpenPage, Tap
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.chips.counts import CountsPage
from ui.dealer.pages.chips.tell import TellPage
from ui.dealer.pages.page import Page, PageContext
from ui.words import Words

REASONS = ("reader", "screen", "pace", "new-dealer")


class LadderPage(Page, frozen=True):
    """`why` is the code of the reason that was picked, if any. A reason is optional."""

    why: str = ""

    def show(self, context: PageContext) -> PageView:
        say = context.words.chips
        in_hand = context.table.playing and context.table.mode not in REPORTED
        lines = [LineView(say.ladder_help)]
        if context.table.uncounted:
            lines.append(LineView(say.counts_as_of.format(hand=context.table.hand - context.table.uncounted), "small"))
        elif in_hand:
            lines.append(LineView(say.ladder_in_hand, "small"))
        grids = (
            GridView("steps", 4, tuple(self._step(mode, context) for mode in LADDER)),
            GridView("why", 4, tuple(self._reason(name, context.words) for name in REASONS), rows_mm=18.0, below=True),
        )
        return PageView("ladder", say.ladder_title, tuple(lines), grids, full_width=True)

    def _reason(self, name: str, words: Words) -> ButtonView:
        code = f"reason-{name}"
        text, is_picked = words.reasons[code], self.why == code
        return ButtonView(f"ladder-why-{name}", text, OpenPage(LadderPage("" if is_picked else code)),
                          emphasis="act" if is_picked else "quiet", said=f"{words.chips.reason}: {text}")  # fmt: skip

    def _step(self, mode: str, context: PageContext) -> ButtonView:
        """A step that can be chosen. Going back up from reported hands requires a count."""
        say, table = context.words.chips, context.table
        text, small = say.modes[mode].text, say.modes[mode].small
        name = f"ladder-{mode}"
        if mode == table.mode:
            return ButtonView(name, text, OpenPage(), say.ladder_now, "go", said=f"{text}, {say.ladder_now}")
        if table.uncounted and mode not in REPORTED:
            return ButtonView(name, text, OpenPage(CountsPage()), say.ladder_count_first)
        step = next(step for step in LADDER if step == mode)
        then = TellPage() if step == "winners" else None
        return ButtonView(name, text, Ask(SetMode(step, self.why), then=then), small)


def hand_over(table: PublicTable) -> Tap | None:
    """The meaning of a tap on HAND OVER if hands are only reported; None if they are played on the screen."""
    if table.mode == "counts":
        return Ask(ReportHand())
    if table.mode == "winners":
        return OpenPage(TellPage())
    return None
