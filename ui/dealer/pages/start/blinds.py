"""The blinds at a table without a clock, from the next hand onward."""

from collections.abc import Callable
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from engine.events import Blinds
from engine.table.actions.setup import SetLevel
from engine.table.state import book_of
from ui.dealer.model.taps import Ask, OpenPage, Tap
from ui.dealer.model.values import ButtonView, GridView, InputView, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import LastingPage, PageContext, refusal
from ui.words import Words

BLINDS = (
    (10, 20), (25, 50), (50, 100), (75, 150), (100, 200),
    (150, 300), (200, 400), (300, 600), (400, 800), (500, 1_000),
    (600, 1_200), (800, 1_600), (1_000, 2_000), (1_500, 3_000), (2_000, 4_000),
)  # fmt: skip
COLUMNS = 5
USUAL = 4
"""The index of the usual blinds: 100 and 200."""


def blinds_of(pair: tuple[int, int], ante: bool, chip: int = 0) -> Blinds:
    """The blinds with this small and big blind; `chip` is the smallest chip in play, if it is known."""
    small, big = pair
    place = sum(1 for _, other in BLINDS if other < big)
    usual = 5 if small < 25 else 25 if small < 1_000 else 100
    smallest = chip or next(one for one in (usual, 25, 5, 1) if small % one == big % one == 0)
    return Blinds(place + 1, small, big, big if ante else 0, "big-blind" if ante else "none", smallest)


def level_grids(
    words: Words,
    give: Callable[[tuple[int, int]], Tap | None],
    now: tuple[int, int] | None,
    ante: bool,
    keys: tuple[Tap | None, Tap],
) -> tuple[GridView, GridView]:
    """The usual blinds in order, with `now` marked, and below them the `keys` that switch the ante and that enter other
    blinds. The ante is ticked while it is on."""
    say, (turn, other) = words.start, keys
    buttons = []
    for place, pair in enumerate(BLINDS):
        buttons.append(ButtonView(f"blinds-{place}", _pair_text(pair, words), give(pair), chosen=pair == now))
    is_other = now is not None and now not in BLINDS
    small = _pair_text(now, words) if now and is_other else say.other_small
    do = (
        ButtonView("blinds-other", say.other, other, small, chosen=is_other),
        ButtonView("blinds-ante", say.ante_on, turn, chosen=ante),
    )
    return GridView("blinds", COLUMNS, tuple(buttons)), GridView("blinds-with", 2, do, below=True)


def _pair_text(pair: tuple[int, int], words: Words) -> str:
    return words.blinds.format(small=words.amount(pair[0]), big=words.amount(pair[1]))


class KeyedBlinds(msgspec.Struct, frozen=True):
    """Other blinds that are being keyed in: the small blind first, and then the big blind."""

    small: int = 0
    typed: str = ""

    def show(
        self,
        context: PageContext,
        go: Callable[["KeyedBlinds"], OpenPage],
        give: Callable[[tuple[int, int]], Tap | None],
        chip: int,
    ) -> PageView:
        """The keypad; `go` shows what has been keyed in, and `give` uses the blinds, if they can be used."""
        words, chips = context.words, int(self.typed or 0)
        fits = chips % (chip or 1) == 0
        tap: Tap | None = None
        if chips and fits and not self.small:
            tap = go(KeyedBlinds(chips))
        elif fits and chips >= self.small > 0:
            tap = give((self.small, chips))
        ok = ButtonView("blinds-ok", words.people.ok, tap, words.amount(chips) if chips else "", "go")
        typing = pads.KeyedDigits("blinds", self.typed, lambda typed: go(replace(self, typed=typed)))
        say = words.start
        title = say.which_big.format(small=words.amount(self.small)) if self.small else say.which_small
        wrong = "" if fits else words.people.not_in_chips.format(chip=words.amount(chip))
        return PageView(
            "blinds-other",
            title,
            (),
            pads.keypad(typing, ok, words),
            entry=InputView(words.amount(chips) if chips else "", wrong),
        )


class BlindsPage(LastingPage, frozen=True):
    """Each touch sets the blinds or the ante of the next hand. The page stays open, so that they can be set in any
    order. `ante` says whether the first blinds of a table come with a big blind ante."""

    needs: ClassVar[str] = "clock"

    ante: bool = False
    keyed: KeyedBlinds | None = None

    def show(self, context: PageContext) -> PageView:
        words, chip = context.words, context.table.chip
        now = context.table.next_blinds or context.table.blinds
        antes = book_of(context.game.table).antes
        ante = bool(now.ante) if now else self.ante
        grid = BlindsPage(self.ante)

        def give(pair: tuple[int, int], *, with_ante: bool = ante) -> Ask | None:
            terms = blinds_of(pair, with_ante, chip)
            payable = not chip or (terms.small % chip == 0 and terms.big % chip == 0)
            is_new = now is None or (terms.small, terms.big, terms.ante) != (now.small, now.big, now.ante)
            order = SetLevel(terms)
            return Ask(order, then=grid) if payable and is_new and not refusal(context, order) else None

        def go(keyed: KeyedBlinds) -> OpenPage:
            return OpenPage(BlindsPage(self.ante, keyed, parent=grid))

        if self.keyed:
            return self.keyed.show(context, go, give, chip)
        turn: Tap | None = None
        if antes.value != "forbidden" or ante:
            turn = give((now.small, now.big), with_ante=not ante) if now else OpenPage(BlindsPage(not ante))
        grids = level_grids(words, give, (now.small, now.big) if now else None, ante, (turn, go(KeyedBlinds())))
        clause = () if turn else (LineView(words.ruling.by_clause.format(clause=words.cited(antes.clause)), "clause"),)
        lines = (LineView(words.start.blinds_help, "small"), *clause)
        return PageView("blinds", words.start.blinds_title, lines, grids, full_width=True)

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return bool(context.table.book) and (context.surroundings.link is None or context.surroundings.plays_alone)
