"""Entering a card by hand in two taps, rank and then suit; also corrects a misread card in the hand."""

from msgspec.structs import replace

from engine.actions import BOARD, Amend, DropAct, ReplaceAct, SeeCard
from engine.cards import Card
from engine.events import BoardDealt, CardTabled
from engine.hand.state import BOARD_CARDS
from engine.public import PublicTable
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, InputView, LineView, PageView
from ui.dealer.pages.agree import agreed
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import Page, PageContext, same_hand

HOLE_CARDS, BOARD_PLACES = 2, 5


class CardPage(Page, frozen=True):
    """`where` is the selected position (None for the likeliest), and `rank` is the rank already selected. If `line`, a
    mark in the record, is set, the card replaces the one in that line."""

    where: int | None = None
    rank: str = ""
    line: int = -1

    def show(self, context: PageContext) -> PageView:
        words, where = context.words, self.place(context)
        wanted = self.line >= 0 or where in _due(context, self.where)
        ranks = pads.ranks("pad", context, self.rank, lambda rank: OpenPage(replace(self, rank=rank)))

        def tap(card: Card) -> Ask | OpenPage:
            return self._fix(context, card) if self.line >= 0 else self._ask(context, card, where)

        suits = pads.suits("pad", context, self.rank if wanted else "", tap)
        at_board = self.line < 0 and where == BOARD
        lying = self._wrong(context) if self.line >= 0 else _lying_at(context)[where]
        ends = (LineView(words.cards.ends_betting, "small"),) if at_board and ends_betting(context.table) else ()
        lines = (LineView(words.pick_suit if self.rank else words.pick_rank), *ends)
        grids = pads.card_pad(ranks, suits, *self._elsewhere(context, where))
        title = words.other_card if self.line >= 0 else place_words(context, where)
        entry = InputView(cards=lying, holds=self.line >= 0)
        return PageView("card", title, lines, grids, entry=entry, board=() if at_board else context.table.board)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        if self.line >= 0:
            return same_hand(before, after)
        is_same_place = not self.rank or self.place(before) == self.place(after)
        return _lying_at(before) == _lying_at(after) and bool(_due(after, self.where)) and is_same_place

    def over(self, context: PageContext) -> bool:
        return self.line < 0 and not _due(context, self.where)

    def read(self, context: PageContext, card: Card) -> Ask | None:
        """The order that records the card at the selected position, even if a different seat is due to show first; for
        a line, the order that corrects its card."""
        if self.line >= 0:
            fix = self._fix(context, card)
            return fix if isinstance(fix, Ask) else None
        if self.where is None or self.where not in _due(context, self.where):
            return None
        ask = self._ask(context, card, self.where)
        return ask if ask.then == CardPage(self.where) else Ask(ask.action)

    def taken(self, context: PageContext, card: Card) -> Page | None:
        """The page that asks for the floor's agreement, if the card would correct a line in a hand whose pots have been
        pushed."""
        fix = self._fix(context, card) if self.line >= 0 else None
        return fix.page if isinstance(fix, OpenPage) and isinstance(fix.page, Page) else None

    def _fix(self, context: PageContext, card: Card) -> Ask | OpenPage:
        return agreed(context, Amend(self.line, ReplaceAct(SeeCard(card, self.place(context)))), self)

    def _wrong(self, context: PageContext) -> tuple[Card, ...]:
        """The card now in the line, from the board or a seat. It is shown, so that it is clear which card is being
        corrected."""
        found = (line.event for line in context.table.lines if line.mark == self.line)
        return tuple(event.card for event in found if isinstance(event, BoardDealt | CardTabled))

    def place(self, context: PageContext) -> int:
        due = _due(context, self.where)
        if self.line >= 0 or not due:
            return self.where or BOARD
        return self.where if self.where in due else due[0]

    def _ask(self, context: PageContext, card: Card, where: int) -> Ask:
        # The page keeps this place until the seat's hand, or the board up to the next betting, is complete. Until then,
        # the keys do not go to any other place.
        table = context.table
        same = not _bets_after(table) if where == BOARD else len(table.seats[where - 1].cards) + 1 < HOLE_CARDS
        return Ask(SeeCard(card, where), then=CardPage(where if same else None))

    def _elsewhere(self, context: PageContext, where: int) -> tuple[ButtonView, ...]:
        due = _due(context, self.where)
        if self.line >= 0:
            drop = agreed(context, Amend(self.line, DropAct()), self)
            return (ButtonView("pad-again", context.words.read_again, drop, emphasis="quiet"),)
        if len(due) < 2:
            return ()
        other = due[(due.index(where) + 1) % len(due)]
        tap, small = OpenPage(CardPage(other)), place_words(context, other)
        return (ButtonView("pad-where", context.words.elsewhere, tap, small, "quiet"),)


def ends_betting(table: PublicTable) -> bool:
    """Whether the next card of the board would end the betting, which is still open."""
    return bool(table.offers) and table.question is None and len(table.board) < BOARD_PLACES


def _bets_after(table: PublicTable) -> bool:
    """Whether the next card of the board completes a street on which players can bet."""
    can_bet = sum(seat.live and seat.chips > 0 for seat in table.seats)
    return can_bet > 1 and len(table.board) + 1 in BOARD_CARDS


def _due(context: PageContext, where: int | None) -> tuple[int, ...]:
    """The places where a card is due, and the seats whose mucked hand a caller may ask to see. While players can still
    bet, it is the board if the dealer chose it."""
    due = (*context.table.legal.due, *context.table.legal.asked)
    return due or ((BOARD,) if where == BOARD and ends_betting(context.table) else ())


def place_words(context: PageContext, where: int) -> str:
    """`turn card`, or the seat and number of a hole card."""
    words = context.words
    if where == BOARD:
        return words.board_place(min(len(context.table.board) + 1, 5))
    seat = context.table.seats[where - 1]
    return words.seat_card.format(who=words.who(where, seat.name), card=len(seat.cards) + 1)


def _lying_at(context: PageContext) -> tuple[tuple[Card, ...], ...]:
    """The cards on the board and at each seat."""
    return context.table.board, *(seat.cards for seat in context.table.seats)
