"""The rule book's answer to a motion, as lines to read and buttons that apply it. All functions are pure."""

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from engine.actions import Action, TableAction
from engine.refused import Refused
from engine.rulings.motion import Option, Ruling, aloud
from engine.table.actions.hands import ApplyRuling
from engine.terms import Motion
from ui.dealer.model.taps import Ask, OpenPage, Role
from ui.dealer.model.values import ButtonView, Disc, GridView, LineView
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.ruling.draft import announced_amount

LINE_LETTERS, MOST_ROWS = 34, 3
"""The length of a small line beside the buttons, and the number of lines that fit."""


def lines(context: PageContext, seat: int, answer: Ruling | Refused, *, acts: bool = True) -> tuple[LineView, ...]:
    """The action (if `acts`), the chips returned, the reason and the clause; for a refusal, why it is not possible."""
    words = context.words.ruling
    if isinstance(answer, Refused):
        why = LineView(context.words.say(answer.message), "trouble", rows=3)
        return why, LineView(context.words.cited(answer.clause), "clause", rows=2)
    act = act_words(context, answer, seat)
    back = words.back.format(chips=context.words.amount(answer.returned)) if answer.returned else ""
    after = " / ".join(context.words.say(option.says) for option in answer.options) if not answer.choices else ""
    return tuple(
        line
        for line in (
            LineView((words.held.format(act=act) if answer.held else act) if acts else "", "big"),
            LineView(back, "small"),
            LineView(words.floor if answer.floor else "", "trouble"),
            _long(context.words.sentence(aloud(answer)), "small"),
            LineView(words.then.format(ways=after) if after else "", "small"),
            _long(context.words.cited(answer.clause), "clause"),
        )
        if line.text
    )


def _long(text: str, style: Literal["small", "clause"]) -> LineView:
    """Text on as many lines as it needs beside the buttons."""
    return LineView(text, style, rows=min(1 + len(text) // LINE_LETTERS, MOST_ROWS))


def act_words(context: PageContext, ruling: Ruling, seat: int) -> str:
    """The action as text: `RAISE TO 800`."""
    return context.words.ruling.acts[ruling.act].format(
        chips=context.words.amount(announced_amount(context, ruling, seat))
    )


def orders(name: str, context: PageContext, motion: Motion, answer: Ruling | Refused | None) -> tuple[ButtonView, ...]:
    """The buttons that apply the answer, one for each open option. The floor signs if the decision is the floor's."""
    words = context.words.ruling
    if answer is None or isinstance(answer, Refused):
        return (ButtonView(f"{name}-apply", words.apply, None, words.no_answer, "go"),)
    needs: Role = "floor" if answer.floor else ""
    if answer.held:
        remember = ApplyRuling(motion)
        return (ButtonView(f"{name}-apply", words.remember, Ask(remember), words.remember_small, "go"),)
    if choices := answer.choices:
        return tuple(
            _way(name, number, way, context.words.say(way.says), Ask(ApplyRuling(motion, number), needs=needs))
            for number, way in enumerate(choices)
        )
    if not answer.actions:
        return (ButtonView(f"{name}-apply", words.nothing_to_do, OpenPage(), emphasis="quiet"),)
    act = act_words(context, answer, motion.seat) if answer.act else ""
    return (ButtonView(f"{name}-apply", words.apply, Ask(ApplyRuling(motion), needs=needs), act, "go"),)


def orders_of(actions: tuple[Action, ...]) -> Iterator[TableAction]:
    """A ruling's actions, converted to table actions."""
    return (action for action in actions if isinstance(action, TableAction))


def discs(chips: tuple[int, ...]) -> tuple[Disc, ...]:
    """The chips as they were pushed forward, largest first."""
    return tuple(Disc(chip, count) for chip, count in sorted(Counter(chips).items(), reverse=True))


def row(name: str, buttons: tuple[ButtonView, ...], weight: float = 1.0, *, inside: bool = False) -> GridView:
    """Buttons in a row below the other grids, or inside the ring of seats."""
    return GridView(name, len(buttons), buttons, weight=weight, below=not inside, inside=inside)


def _way(name: str, number: int, way: Option, says: str, ask: Ask) -> ButtonView:
    tap = ask if way.actions else OpenPage()
    return ButtonView(f"{name}-option-{number}", says.upper(), tap, emphasis="go" if way.actions else "quiet")
