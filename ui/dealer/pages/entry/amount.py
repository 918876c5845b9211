"""The amount page: MIN, ALL-IN, likely amounts and a keypad. Also used to correct the amount in a line of the action
log."""

from typing import Literal

from engine.actions import Amend, PutIn, ReplaceAct
from engine.game.bet_sizes import likely, taken_back
from engine.game.timeline import state_at
from engine.hand.betting import Offer, offers
from engine.hand.smallest_chip import can_bet
from engine.hand.state import index_of
from engine.table.state import Table, book_of
from ui.dealer.model.keypad import KEYS
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.agree import offered
from ui.dealer.pages.page import Page, PageContext, refusal, same_hand

Limit = Literal["all-in", "pot", "limit"]
MOST_DIGITS = 12
STRIP = 12
ERASE = "←"
LIKELIEST = 3
"""How many amounts in the strip are highlighted."""


class AmountPage(Page, frozen=True):
    """`typed` is the amount entered so far for `seat`; `line` is the record mark of the line whose amount is being
    corrected."""

    seat: int
    typed: str = ""
    line: int = -1

    def show(self, context: PageContext) -> PageView:
        offer = self.offer(context)
        if offer is None or not offer.most:
            return PageView("amount", context.words.who(self.seat, ""), full_width=True)
        keys = tuple(ButtonView(f"key-{key}", key, self._key(key)) for key in KEYS)
        grids = (
            GridView("strip", 3, self._strip(context, offer), weight=1.4),
            GridView("ends", 1, self._ends(context, offer)),
            GridView("keys", 3, keys),
            GridView("sure", 1, self._sure(context, offer), weight=1.2),
        )
        title, line = self._title(context, offer), self._line(context, offer)
        return PageView("amount", title, (line,), grids, full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        """Stays open as long as the seat has the same options. A level change during the hand does not affect them."""
        if self.line >= 0:
            return same_hand(before, after)
        return before.table.board == after.table.board and self.offer(before) == self.offer(after)

    def offer(self, context: PageContext) -> Offer | None:
        """The smallest and the largest amount that the engine offers."""
        table = self._table(context)
        found = offers(table.hand, book_of(table)) if table.hand else ()
        return next((offer for offer in found if offer.seat == self.seat), None)

    def _table(self, context: PageContext) -> Table:
        """The table now or, for a correction, as it was just before the action in the line."""
        before = state_at(context.game.state, self.line) if self.line >= 0 else None
        return before.table if before else context.game.table

    def _title(self, context: PageContext, offer: Offer) -> str:
        words = context.words
        who = context.who(self.seat)
        least, most = words.amount(offer.least), words.amount(offer.most)
        titles = words.amounts.title if offer.least < offer.most else words.amounts.title_one
        said = titles[self._limit(context, offer)]
        return said.format(who=who, least=least, most=most)

    def _line(self, context: PageContext, offer: Offer) -> LineView:
        words = context.words.amounts
        if self._above_pot(context, offer):
            said = words.above_pot.format(chips=context.words.amount(int(self.typed)))
            return LineView(f"{said}: {self._meaning(context, offer, offer.most)}", "big")
        if problem := self._problem(context, offer):
            return LineView(problem, "trouble")
        if self.typed:
            return LineView(self._meaning(context, offer, int(self.typed)), "big")
        if self.line >= 0:
            return LineView(words.pick_change, "big")
        return LineView(words.pick_bet if offer.opens else words.pick_raise, "big")

    def _problem(self, context: PageContext, offer: Offer) -> str:
        """Why the amount cannot be confirmed; empty if it can, or if it is not entered yet."""
        words, to = context.words, int(self.typed or 0)
        if not self.typed:
            return ""
        if to < offer.least:
            return words.amounts.too_little.format(least=words.amount(offer.least))
        if to > offer.most:
            return words.amounts.too_much[self._limit(context, offer)].format(most=words.amount(offer.most))
        table = self._table(context)
        if table.hand and not can_bet(table.hand, index_of(table.hand, self.seat), to, book_of(table)):
            return words.amounts.not_in_chips.format(chip=words.amount(table.hand.deal.terms.chip))
        refused = refusal(context, self._amend(to)) if self.line >= 0 else None
        return words.say(refused.message) if refused else ""

    def _all(self, context: PageContext) -> int:
        """The seat's largest possible bet: all of its chips."""
        hand = self._table(context).hand
        index = index_of(hand, self.seat) if hand else -1
        return hand.stacks[index] + hand.bets[index] if hand else 0

    def _limit(self, context: PageContext, offer: Offer) -> Limit:
        if offer.most == self._all(context):
            return "all-in"
        return "pot" if book_of(self._table(context)).betting.value == "pot-limit" else "limit"

    def _above_pot(self, context: PageContext, offer: Offer) -> bool:
        """Whether the amount typed exceeds the pot limit but not the player's chips, which makes it a pot-sized bet
        (rule 54)."""
        return self._limit(context, offer) == "pot" and offer.most < int(self.typed or 0) <= self._all(context)

    def _key(self, digits: str) -> OpenPage | None:
        typed = (self.typed + digits).lstrip("0")
        return OpenPage(AmountPage(self.seat, typed, self.line)) if len(typed) <= MOST_DIGITS else None

    def _ask(self, context: PageContext, to: int) -> Ask | OpenPage | None:
        """The order for this amount. A correction is allowed only if all later actions remain possible."""
        return Ask(PutIn(self.seat, to)) if self.line < 0 else offered(context, self._amend(to))

    def _amend(self, to: int) -> Amend:
        return Amend(self.line, ReplaceAct(PutIn(self.seat, to)))

    def _strip(self, context: PageContext, offer: Offer) -> tuple[ButtonView, ...]:
        """Likely amounts, sorted by size so that each can be found at a glance; the likeliest are highlighted."""
        table = self._table(context)
        if table.hand is None:
            return ()
        game = context.game
        amounts = likely(game.bet_sizes, table.hand, self.seat, book_of(table), taken_back(game.taken_back))[:STRIP]
        cells = [
            ButtonView(
                f"strip-amount-{place}", context.words.amount(to), self._ask(context, to),
                emphasis="act" if to in amounts[:LIKELIEST] else "plain", said=self._meaning(context, offer, to),
            )
            for place, to in enumerate(sorted(amounts), 1)
        ]  # fmt: skip
        return (*cells, *(ButtonView("", "") for _ in range(STRIP - len(cells))))

    def _ends(self, context: PageContext, offer: Offer) -> tuple[ButtonView, ...]:
        words = context.words
        least = ButtonView("min", words.amounts.least, self._ask(context, offer.least), words.amount(offer.least),
                           "act", said=self._meaning(context, offer, offer.least))  # fmt: skip
        limit = self._limit(context, offer)
        most = ButtonView("all-in", words.amounts.most[limit], self._ask(context, offer.most), words.amount(offer.most),
                          "warn" if limit == "all-in" else "act",
                          said=self._meaning(context, offer, offer.most))  # fmt: skip
        return least, most

    def _sure(self, context: PageContext, offer: Offer) -> tuple[ButtonView, ...]:
        words = context.words
        clear = OpenPage(AmountPage(self.seat, "", self.line)) if self.typed else None
        erase = OpenPage(AmountPage(self.seat, self.typed[:-1], self.line)) if self.typed else None
        to = offer.most if self._above_pot(context, offer) else int(self.typed or 0)
        possible = to == offer.most or (self.typed and not self._problem(context, offer))
        sure = self._ask(context, to) if possible else None
        said = self._meaning(context, offer, to) if possible else ""
        return (
            ButtonView("erase", ERASE, erase, emphasis="quiet", said=words.people.erase),
            ButtonView("clear", words.amounts.clear, clear, emphasis="quiet"),
            ButtonView("amount-ok", words.amounts.sure, sure, said, "go"),
        )

    def _meaning(self, context: PageContext, offer: Offer, to: int) -> str:
        """The meaning of the amount: `raise to 900, min`."""
        words = context.words.amounts
        if to == offer.most:
            said = (words.bet_most if offer.opens else words.raise_most)[self._limit(context, offer)]
        elif to == offer.least:
            said = words.bet_least if offer.opens else words.raise_least
        else:
            said = words.bet if offer.opens else words.raise_to
        return said.format(chips=context.words.amount(to))
