"""The last ten hands from the table's record: a list of the winners, and each hand in plain words."""

from textwrap import wrap
from typing import ClassVar

from msgspec.structs import replace

from engine.game.awarding import last_awarded
from engine.history.recall import Recalled
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.history.hand import HandPage
from ui.dealer.pages.history.replay import ReplayPage
from ui.dealer.pages.page import HistoryPort, LastingPage, Page, PageContext
from ui.words import Words
from ui.words.history.hand import in_words

MOST_HANDS = 10
MOST_LINES = 9
"""How many lines of text the header has room for, with the cards above them."""
MOST_LETTERS = 96


class RecallPage(LastingPage, frozen=True):
    """`hands` are those in the record when the page opened, newest first; `at` is the selected one (-1 for none)."""

    needs: ClassVar[str] = "first-hand"

    hands: tuple[Recalled, ...] = ()
    at: int = -1
    part: int = 0

    def opened(self, memory: HistoryPort) -> Page:
        return self if self.hands else replace(self, hands=memory.last_hands(MOST_HANDS))

    def show(self, context: PageContext) -> PageView:
        if 0 <= self.at < len(self.hands):
            return self._one(self.hands[self.at], context)
        say = context.words.chips
        if not self.hands:
            return PageView("recall", say.recall_title, (LineView(say.recall_none),), full_width=True)
        tiles = tuple(self._tile(index, hand, context.words) for index, hand in enumerate(self.hands))
        return PageView("recall", say.recall_title, grids=(GridView("hands", 5, tiles),), full_width=True)

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return context.table.hand > 0

    def _tile(self, index: int, hand: Recalled, words: Words) -> ButtonView:
        say = words.chips
        text = say.recall_hand.format(hand=hand.hand)
        won = _won(hand, words)
        small = ", ".join(part for part in (won, say.recall_endings[hand.ending]) if part)
        return ButtonView(f"recall-{index + 1}", text, OpenPage(replace(self, at=index, part=0)), small,
                          said=f"{text}, {small}")  # fmt: skip

    def _one(self, hand: Recalled, context: PageContext) -> PageView:
        words, say = context.words, context.words.chips
        text = _lines(hand, words)
        pictures = _cards(hand, words)
        room = MOST_LINES - len(pictures)
        parts = [text[index : index + room] for index in range(0, len(text), room)] or [[]]
        part = min(self.part, len(parts) - 1)
        title = say.recall_title_hand.format(hand=hand.hand)
        if len(parts) > 1:
            title += f" · {say.recall_page.format(part=part + 1, parts=len(parts))}"
        further = OpenPage(replace(self, part=(part + 1) % len(parts))) if len(parts) > 1 else None
        actions = (
            ButtonView("recall-next", say.recall_next, further, emphasis="act"),
            self._replay(hand, words),
            _fix(hand, context),
            ButtonView("recall-back", say.recall_back, OpenPage(replace(self, at=-1, part=0)), emphasis="quiet"),
        )
        lines = (*pictures, *(LineView(line, "small") for line in parts[part]))
        return PageView("recall-hand", title, lines, (GridView("do", 4, actions, rows_mm=18.0),), full_width=True)

    def _replay(self, hand: Recalled, words: Words) -> ButtonView:
        """The replay button, except for a hand that was only reported."""
        tap = OpenPage(ReplayPage(hand, self)) if hand.record else None
        return ButtonView("recall-replay", words.replay.open.text, tap, words.replay.open.small)


def _fix(hand: Recalled, context: PageContext) -> ButtonView:
    """The button that leads to the log of the last hand. Earlier hands can no longer be repaired."""
    words, awarded = context.words.repair, last_awarded(context.game.state)
    is_last = awarded is not None and awarded.hand.deal.hand == hand.hand
    tap = OpenPage(HandPage(last=context.table.playing)) if is_last else None
    return ButtonView("recall-fix", words.list, tap, words.list_small)


def _won(hand: Recalled, words: Words) -> str:
    chips = words.amount(hand.pot)
    if len(hand.winners) == 1:
        seat, name = hand.winners[0]
        return words.chips.recall_won.format(who=name or words.seat.format(seat=seat), chips=chips)
    return words.chips.recall_split.format(chips=chips) if hand.winners else ""


def _cards(hand: Recalled, words: Words) -> tuple[LineView, ...]:
    """The board, and the first winner's cards if they were shown."""
    lines = [LineView("", cards=hand.board)] if hand.board else []
    winners = [(player, cards) for player, cards in hand.shown if player in hand.winners]
    lines += [LineView(words.who(*player), cards=cards) for player, cards in winners[:1]]
    return tuple(lines)


def _lines(hand: Recalled, words: Words) -> list[str]:
    """A hand in lines that fit the page. For a reported hand, these are the lines of the report."""
    say = words.chips
    if hand.record is None:
        pots = ", ".join(
            say.recall_told_pot.format(
                chips=words.amount(pot.chips), seats=", ".join(words.seat.format(seat=seat) for seat in pot.seats)
            )
            for pot in hand.reported
        )
        text = say.recall_told if hand.reported else say.recall_counted
        out = say.recall_out.format(seats=", ".join(words.who(*player) for player in hand.out)) if hand.out else ""
        return [line for line in (text.format(hand=hand.hand, pots=pots), out) if line]
    parts = [tuple(part.splitlines()) for part in in_words(hand.record, words).split("\n\n")]
    return [line for part in parts for line in wrap(_paragraph(part), MOST_LETTERS, subsequent_indent="    ")]


def _paragraph(part: tuple[str, ...]) -> str:
    """A section of a hand on one line: its heading, then its items."""
    heading, *rest = (" ".join(line.split()) for line in part)
    if not rest:
        return heading
    between = " " if rest[0].endswith(".") else ", "
    return f"{heading}{' — ' if rest[0].endswith('.') else ': '}{between.join(rest)}"
