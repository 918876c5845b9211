"""The blinds at a table without a clock, from the next hand onward."""

from collections.abc import Callable
from typing import ClassVar

from msgspec.structs import replace

from engine.events import Blinds
from engine.table.actions.setup import SetLevel
from engine.table.state import book_of
from ui.dealer.model.taps import Ask, OpenPage, Tap
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import Page, PageContext, refusal
from ui.words import Words

BLINDS = (
    (10, 20), (25, 50), (50, 100), (75, 150), (100, 200),
    (150, 300), (200, 400), (300, 600), (400, 800), (500, 1_000),
    (600, 1_200), (800, 1_600), (1_000, 2_000), (1_500, 3_000), (2_000, 4_000),
)  # fmt: skip
COLUMNS = 5
USUAL = 4
"""The index of the usual blinds: 100 and 200."""


def blinds_at(place: int, ante: bool, chip: int = 0) -> Blinds:
    """The blinds at a position in the list; `chip` is the smallest chip in play, if it is known."""
    small, big = BLINDS[place]
    smallest = chip or (5 if small < 25 else 25 if small < 1_000 else 100)
    return Blinds(place + 1, small, big, big if ante else 0, "big-blind" if ante else "none", smallest)


def level_grids(
    words: Words, give: Callable[[int], Tap | None], now: int | None, ante: bool, turn: Tap | None
) -> tuple[GridView, GridView]:
    """Every level in order, with `now` marked, and below them the ante, which `turn` switches on or off. It is ticked
    while it is on."""
    say = words.start
    buttons = []
    for place, (small, big) in enumerate(BLINDS):
        text = words.blinds.format(small=words.amount(small), big=words.amount(big))
        buttons.append(ButtonView(f"blinds-{place}", text, give(place), chosen=place == now))
    turned = ButtonView("blinds-ante", say.ante_on, turn, chosen=ante)
    return GridView("blinds", COLUMNS, tuple(buttons)), GridView("blinds-with", 1, (turned,), below=True)


class BlindsPage(Page, frozen=True):
    """`ante` says whether there is a big blind ante. None keeps the current setting."""

    needs: ClassVar[str] = "clock"

    ante: bool | None = None

    def show(self, context: PageContext) -> PageView:
        words, now = context.words, context.table.blinds
        antes = book_of(context.game.table).antes
        ante = bool(now and now.ante) if self.ante is None else self.ante
        turn = None if antes.value == "forbidden" and not ante else OpenPage(replace(self, ante=not ante))
        chip = context.table.chip
        offered = [blinds_at(place, ante, chip) for place in range(len(BLINDS))]
        played = now and (now.small, now.big)
        marked = next((at for at, one in enumerate(offered) if (one.small, one.big) == played), None)

        def give(place: int) -> Ask | None:
            terms = offered[place]
            payable = not chip or (terms.small % chip == 0 and terms.big % chip == 0)
            is_new = payable and (place != marked or terms.ante != (now.ante if now else 0))
            return Ask(SetLevel(terms)) if is_new and not refusal(context, SetLevel(terms)) else None

        grids = level_grids(words, give, marked, ante, turn)
        clause = () if turn else (LineView(words.ruling.by_clause.format(clause=words.cited(antes.clause)), "clause"),)
        lines = (LineView(words.start.blinds_help, "small"), *clause)
        return PageView("blinds", words.start.blinds_title, lines, grids, full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return before.table.blinds == after.table.blinds and before.table.next_blinds == after.table.next_blinds

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return bool(context.table.book) and (context.surroundings.link is None or context.surroundings.plays_alone)
