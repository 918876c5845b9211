"""The first button at a table without a clock: placed by hand, or decided by a high-card draw (Washburn 4)."""

from typing import ClassVar

from msgspec.structs import replace

from engine.button import high_card
from engine.cards import Card
from engine.public import PublicSeat
from engine.table.actions.setup import DrawButton, PlaceButton
from engine.table.state import book_of
from ui.dealer.model.taps import Ask, OpenPage, Tap
from ui.dealer.model.values import ButtonView, GridView, InputView, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import Page, PageContext
from ui.words.card_signs import card_row


class DrawPage(Page, frozen=True):
    """`cards` are those dealt so far, clockwise from the lowest seat; `rank` is the first half of the next one."""

    needs: ClassVar[str] = "before-first"

    cards: tuple[Card, ...] = ()
    rank: str = ""

    def show(self, context: PageContext) -> PageView:
        players = _players(context)
        at = players[len(self.cards)] if len(self.cards) < len(players) else 0
        left = pads.unseen(context) - set(self.cards)

        def deal(card: Card) -> Tap:
            return OpenPage(DrawPage((*self.cards, card)))

        def pick(rank: str) -> Tap | None:
            return OpenPage(replace(self, rank=rank)) if at else None

        keys = pads.card_pad(
            pads.ranks("draw", context, self.rank, pick, left),
            pads.suits("draw", context, self.rank, deal, left),
            *self._do(context, at),
        )
        entry = InputView(cards=self.cards, seat=at)
        grids = (self._seats(context), *keys)
        return PageView("draw", self._title(context, at), (self._line(context, at),), grids, entry=entry)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        """Stays open until the first hand, as long as the button and the players who already have a card stay the
        same."""
        same_button = before.table.button == after.table.button
        return self.offered(after) and same_button and self._dealt(before) == self._dealt(after)

    def taken(self, context: PageContext, card: Card) -> Page | None:
        """The page with the next player's card; unchanged if the card was already drawn, or if every player has one."""
        if card in self.cards or len(self.cards) == len(_players(context)):
            return self
        return DrawPage((*self.cards, card))

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return not context.table.hand and len(_players(context)) > 1

    def _title(self, context: PageContext, at: int) -> str:
        """The player whose card is next or, once all have one, the player with the highest card."""
        return context.words.start.draw_next.format(who=context.who(at)) if at else self._high(context)

    def _high(self, context: PageContext) -> str:
        dealt = dict(zip(_players(context), self.cards, strict=False))
        return context.words.start.draw_best.format(who=context.who(high_card(dealt))) if dealt else ""

    def _line(self, context: PageContext, at: int) -> LineView:
        """The purpose of the draw, then the highest card so far, and in the end the clause."""
        words, rule = context.words, book_of(context.game.table).first_button
        if at:
            return LineView(self._high(context) or words.start.draw_title)
        by_rule = rule.value == "high-card"
        return LineView(words.ruling.by_clause.format(clause=words.cited(rule.clause)) if by_rule else "", "clause")

    def _seats(self, context: PageContext) -> GridView:
        """Each player's card, in the seat at the table."""
        dealt = dict(zip(_players(context), self.cards, strict=False))
        best, said = high_card(dealt) if dealt else 0, {seat: card_row((card,)) for seat, card in dealt.items()}
        buttons = [
            ButtonView(f"draw-seat-{one.seat}", one.name, None, said.get(one.seat, ""),
                       "go" if one.seat == best else "plain", said=context.who(one.seat), seat=one.seat)
            for one in context.table.seats
        ]  # fmt: skip
        return pads.seat_ring("draw-seats", buttons)

    def _dealt(self, context: PageContext) -> tuple[PublicSeat, ...]:
        return tuple(context.table.seats[seat - 1] for seat in _players(context)[: len(self.cards)])

    def _do(self, context: PageContext, at: int) -> tuple[ButtonView, ...]:
        say, players = context.words.start, _players(context)
        dealt = dict(zip(players, self.cards, strict=False))
        ask = None if at else Ask(DrawButton(players, self.cards))
        small = "" if at else context.words.seat.format(seat=high_card(dealt))
        back = OpenPage(DrawPage(self.cards[:-1])) if self.cards else None
        return (
            ButtonView("draw-erase", say.draw_erase, back, emphasis="quiet"),
            ButtonView("draw-ok", say.draw_ok, ask, small, "go"),
        )


def _players(context: PageContext) -> tuple[int, ...]:
    return tuple(seat.seat for seat in context.table.seats if seat.player)


class ButtonPage(Page, frozen=True):
    def show(self, context: PageContext) -> PageView:
        """All seats. Only a seat with a player can be given the button."""
        taken = [seat.seat for seat in context.table.seats if seat.player]
        keys = pads.seats("button", context, lambda seat: Ask(PlaceButton(seat)), taken)
        entry = context.words.menu.entries["draw"]
        draw = ButtonView("button-draw", entry.text, OpenPage(DrawPage()) if DrawPage.offered(context) else None,
                          entry.small)  # fmt: skip
        middle = GridView("button-do", 1, (draw,), inside=True)
        return PageView("button", context.words.start.button_title, (), (keys, middle), full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return not after.table.button
