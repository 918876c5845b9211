"""The page on which the floor overrules: what, whom and how much, why, and what it does before it is done. Pure."""

from msgspec.structs import replace

from engine.actions import Overrule
from engine.hand.betting import actor
from ui.dealer.model.taps import Ask, Turn
from ui.dealer.model.values import ButtonView, Emphasis, GridView, LineView, PageView
from ui.dealer.pages import pads
from ui.dealer.pages.override.change import Change, changed, lines
from ui.dealer.pages.override.picked import Kind, Picked, order_of
from ui.dealer.pages.override.what import may_be, what_view
from ui.dealer.pages.page import Page, Sight

KINDS: tuple[Kind, ...] = (
    "award-pots", "make-live", "make-dead", "move-chips", "void-hand", "set-stacks", "move-button", "lift-penalty",
)  # fmt: skip
IN_HAND = KINDS[:5]
BETWEEN = ("set-stacks", "move-button")
WIDTH = 1.5
"""Of the reasons beside what changes, in targets of the usual size."""


class OverridePage(Page, frozen=True):
    """`picked` is what the floor has said so far."""

    picked: Picked = Picked()

    def show(self, sight: Sight) -> PageView:
        """The order, what it is about, and at last why, with all that it changes."""
        match self.picked.step:
            case "what":
                return what_view(self.picked, sight, _go)
            case "sure":
                return _sure(self.picked, sight)
            case "write":
                return _write(self.picked, sight)
            case _:
                return _kinds(sight)

    @classmethod
    def offered(cls, sight: Sight) -> bool:
        """Once the first hand is dealt."""
        return sight.table.hand > 0


def _go(picked: Picked) -> Turn:
    return Turn(OverridePage(picked))


def _kinds(sight: Sight) -> PageView:
    words = sight.words.override
    return PageView(
        name="override",
        title=words.title,
        grids=(GridView("override-kinds", 4, tuple(_kind(kind, sight) for kind in KINDS)),),
        wide=True,
    )


def _kind(kind: Kind, sight: Sight) -> ButtonView:
    """One that cannot be now says why instead of what it is."""
    label = sight.words.override.kinds[kind]
    problem = _problem(kind, sight)
    tap = None if problem else _go(Picked(kind, "sure" if kind == "void-hand" else "what"))
    emphasis: Emphasis = "stop" if kind == "void-hand" else "plain"
    return ButtonView(f"override-{kind}", label.text, tap, problem or label.small, emphasis)


def _problem(kind: Kind, sight: Sight) -> str:
    """Why the order cannot be given now."""
    words, hand = sight.words.override, sight.game.table.hand
    if kind in IN_HAND and not sight.table.playing:
        return words.in_hand
    if kind in BETWEEN and sight.table.playing:
        return words.between
    if kind == "award-pots" and hand and actor(hand) >= 0:
        return words.betting_on
    if kind == "make-live" and not may_be(kind, sight):
        return words.none_dead
    return words.no_penalty if kind == "lift-penalty" and not may_be(kind, sight) else ""


def _sure(picked: Picked, sight: Sight) -> PageView:
    """Before and after at the left, the usual reasons at the right."""
    words = sight.words.override
    order = order_of(picked, sight)
    change = changed(sight, order) if order else None
    may = order is not None and isinstance(change, Change) and picked.why.strip() != ""
    done = Ask(Overrule("", picked.why.strip(), order), needs="floor") if order and may else None
    reasons = tuple(
        ButtonView(
            f"override-why-{name}", text, _go(replace(picked, why=text)),
            emphasis="warn" if picked.why == text else "plain",
        )
        for name, text in words.reasons.items()
    )  # fmt: skip
    own = picked.why if picked.why not in words.reasons.values() else ""
    other = ButtonView("override-why-other", words.other, _go(replace(picked, step="write")), own)
    back = ButtonView(
        "override-back", words.back, _go(replace(picked, step="" if picked.kind == "void-hand" else "what")),
        emphasis="quiet",
    )  # fmt: skip
    return PageView(
        name="override-sure",
        title=words.sure.format(order=words.kinds[picked.kind].text),
        lines=lines(sight, change) if change else (),
        grids=(
            GridView("override-reasons", 3, (*reasons, other), WIDTH),
            GridView(
                "override-orders", 2, (back, ButtonView("override-apply", words.apply, done, picked.why, "go")),
                1.5 * WIDTH, below=True,
            ),
        ),
        wide=True,
        beside=True,
    )  # fmt: skip


def _write(picked: Picked, sight: Sight) -> PageView:
    """A reason by letters."""
    words = sight.words.override
    typed = picked.why if picked.why not in words.reasons.values() else ""
    letters = pads.letters("override", typed, lambda longer: _go(replace(picked, why=longer)), words.space, words.erase)
    done = ButtonView(
        "override-next", words.done, _go(replace(picked, step="sure")) if typed.strip() else None, emphasis="go"
    )
    return PageView(
        name="override-write",
        title=words.write,
        lines=(LineView(typed or "_", "big"),),
        grids=(replace(letters, columns=10, buttons=(*letters.buttons, done)),),
        wide=True,
    )
