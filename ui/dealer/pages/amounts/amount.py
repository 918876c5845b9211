"""The amount sheet: MIN, POT, ALL-IN, round and likely amounts, and a keypad. Also used to correct the amount in a line
of the action log."""

from typing import Literal

from msgspec.structs import replace

from engine.actions import Amend, PutIn, ReplaceAct
from engine.cards import Card
from engine.events import BetMade, Raised
from engine.game.bet_sizes import ROUND, SheetSizes, sheet_sizes, taken_back
from engine.game.timeline import facts_of, state_at
from engine.hand.betting import Offer, offers
from engine.hand.smallest_chip import can_bet
from engine.hand.state import index_of
from engine.message import Message, message
from engine.table.state import Table, book_of
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, GridView, InputView, LineView, PageView
from ui.dealer.pages.agree import offered
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import Page, PageContext, refusal, same_hand
from ui.dealer.pages.ruling.draft import RulingDraft
from ui.dealer.pages.ruling.page import RulingPage

Limit = Literal["all-in", "pot", "limit"]
SHORT = 1_000_000
"""If an amount on the strip is at least this large, all of them are written with K or M if that is exact."""


class AmountPage(Page, frozen=True):
    """`typed` is the amount entered so far for `seat`; `line` is the record mark of the line whose amount is being
    corrected."""

    seat: int
    typed: str = ""
    line: int = -1

    def show(self, context: PageContext) -> PageView:
        offer = self.offer(context)
        if offer is None or not offer.most:
            return PageView("amount", context.words.who(self.seat, ""), entry=InputView(seat=self.seat))
        words = context.words.amounts
        to = offer.most if self._above_pot(context, offer) else int(self.typed or 0)
        problem = self._problem(context, offer)
        possible = to == offer.most or (self.typed and not problem)
        sure = self._ask(context, to) if possible else None
        said = self._meaning(context, offer, to) if possible else ""
        why = None if sure else problem[1] if problem else message("gray-no-amount")
        ok = ButtonView("amount-ok", context.words.people.ok, sure, said, "go", why=why)
        sizes = self._sizes(context)
        grids = (
            GridView("strip", 3, self._strip(context, offer, sizes)),
            GridView("ends", 1, self._ends(context, offer, sizes)),
            *pads.keypad(pads.KeyedDigits("", self.typed, self._key), ok, context.words, *self._ruling(context)),
        )
        titles = words.change if self.line >= 0 else words.pick_bet if offer.opens else words.pick_raise
        title = titles.format(who=context.who(self.seat))
        entry = self._entry(context, offer)
        return PageView(
            "amount", title, (self._facing(context, offer),), grids, entry=entry, board=self._board(context)
        )

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

    def _board(self, context: PageContext) -> tuple[Card, ...]:
        hand = self._table(context).hand
        return hand.board if hand else ()

    def _facing(self, context: PageContext, offer: Offer) -> LineView:
        """The chips to call and the pot, because the sheet covers the pot."""
        words, hand = context.words, self._table(context).hand
        pot = words.amount(hand.pot if hand else 0)
        if offer.call:
            return LineView(words.amounts.facing.format(call=words.amount(offer.call), pot=pot))
        return LineView(words.amounts.opens.format(pot=pot))

    def _recorded(self, context: PageContext) -> int:
        """The bet or raise in the line that is corrected; 0 for any other action."""
        events = (fact.event for fact in facts_of(context.game.state) if fact.mark == self.line)
        return next((event.to for event in events if isinstance(event, BetMade | Raised)), 0)

    def _entry(self, context: PageContext, offer: Offer) -> InputView:
        """The amount, and what it leaves or why it cannot be confirmed, which is only wrong if no further digit can
        help."""
        words = context.words
        word = "" if self.line >= 0 else words.amounts.betting if offer.opens else words.amounts.raising
        view = InputView(seat=self.seat, word=word)
        if not self.typed:
            recorded = self._recorded(context)
            was = words.amounts.recorded.format(chips=words.amount(recorded))
            return replace(view, small=was if recorded else self._limits(context, offer))
        to, view = int(self.typed), replace(view, text=words.amount(int(self.typed)))
        if self._above_pot(context, offer):
            return replace(view, small=words.amounts.above_pot.format(chips=view.text))
        if problem := self._problem(context, offer):
            return replace(view, small=problem[0], is_wrong=not self._can_become(context, offer))
        return replace(view, small=self._leaves(context, to))

    def _leaves(self, context: PageContext, to: int) -> str:
        """The bet in big blinds, and the chips that the player has left after it."""
        words, blinds = context.words, context.table.blinds
        left = words.amounts.leaves.format(chips=words.amount(self._all(context) - to))
        return f"{words.big_blinds(to, blinds.big)} · {left}" if blinds else left

    def _limits(self, context: PageContext, offer: Offer) -> str:
        words = context.words
        said = words.amounts.limits if offer.least < offer.most else words.amounts.limit_one
        least, most = words.amount(offer.least), words.amount(offer.most)
        return said[self._limit(context, offer)].format(least=least, most=most)

    def _problem(self, context: PageContext, offer: Offer) -> tuple[str, Message] | None:
        """Why the amount cannot be confirmed: beside the amount, and as the answer to a touch on the gray key. None if
        it can be confirmed, or if it is not entered yet."""
        words, table, to = context.words, self._table(context), int(self.typed or 0)
        if not self.typed:
            return None
        if to < offer.least:
            why = message("gray-least" if self.line >= 0 else "gray-least-ruling", least=offer.least)
            return words.amounts.too_little.format(least=words.amount(offer.least)), why
        if to > offer.most:
            said = words.amounts.too_much[self._limit(context, offer)].format(most=words.amount(offer.most))
            return said, message("gray-most", most=offer.most)
        if table.hand and not can_bet(table.hand, index_of(table.hand, self.seat), to, book_of(table)):
            chip = table.hand.deal.terms.chip
            return words.amounts.not_in_chips.format(chip=words.amount(chip)), message("gray-chip", chip=chip)
        refused = refusal(context, self._amend(to)) if self.line >= 0 else None
        return (words.say(refused.message), refused.message) if refused else None

    def _ruling(self, context: PageContext) -> tuple[ButtonView, ...]:
        """The key that leads to the ruling on the amount typed, such as one below the minimum, or on an oversized
        chip."""
        if self.line >= 0:
            return ()
        draft = RulingDraft(seat=self.seat, amount=int(self.typed or 0), begun=True)
        label = context.words.menu.entries["ruling"]
        return (ButtonView("amount-ruling", label.text, OpenPage(RulingPage(draft)), emphasis="quiet"),)

    def _can_become(self, context: PageContext, offer: Offer) -> bool:
        """Whether further digits can make the amount right. The first digits of a right amount are not an error."""
        most, low, high = self._all(context), int(self.typed), int(self.typed)
        while low <= most:
            low, high = low * 10, high * 10 + 9
            if low <= min(high, offer.most) and high >= offer.least:
                return True
        return False

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

    def _key(self, typed: str) -> OpenPage:
        return OpenPage(replace(self, typed=typed))

    def _ask(self, context: PageContext, to: int) -> Ask | OpenPage | None:
        """The order for this amount. A correction is allowed only if all later actions remain possible."""
        return Ask(PutIn(self.seat, to)) if self.line < 0 else offered(context, self._amend(to), self)

    def _amend(self, to: int) -> Amend:
        return Amend(self.line, ReplaceAct(PutIn(self.seat, to)))

    def _sizes(self, context: PageContext) -> SheetSizes:
        table, game = self._table(context), context.game
        if table.hand is None:
            return SheetSizes()
        return sheet_sizes(game.bet_sizes, table.hand, self.seat, book_of(table), taken_back(game.taken_back))

    def _strip(self, context: PageContext, offer: Offer, sizes: SheetSizes) -> tuple[ButtonView, ...]:
        """Two rows of round amounts, each in the place of its leading digits, and two rows of likely ones, each in a
        place of its own."""
        words, amounts = context.words, (*sizes.round, *sizes.usual)
        write = words.short_amount if max(amounts) >= SHORT else words.amount
        texts = [write(to) if to else "" for to in amounts]
        widest = max(texts, key=len)
        return tuple(
            ButtonView(f"strip-amount-{place}", text, self._ask(context, to),
                       emphasis="plain" if place <= ROUND else "quiet",
                       said=self._meaning(context, offer, to), widest=widest)
            if to else ButtonView("", "")
            for place, (to, text) in enumerate(zip(amounts, texts, strict=True), 1)
        )  # fmt: skip

    def _ends(self, context: PageContext, offer: Offer, sizes: SheetSizes) -> tuple[ButtonView, ...]:
        """The smallest amount, half the pot, the pot, and all-in, or the largest amount that the limit allows. None of
        them ever moves."""
        words, limit = context.words, self._limit(context, offer)
        most = ("all-in", words.amounts.most[limit], offer.most)
        named = [
            ("min", words.amounts.least, offer.least),
            ("half-pot", words.amounts.half_pot, sizes.half_pot),
            most if limit == "pot" else ("whole-pot", words.amounts.pot, sizes.pot),
            ("", "", 0) if limit == "pot" else most,
        ]
        widest = max((words.amount(to) for _, _, to in named), key=len)
        return tuple(
            ButtonView(name, text, self._ask(context, to) if to else None, words.amount(to) if to else "",
                       "stop" if name == limit == "all-in" else "plain",
                       said=self._meaning(context, offer, to) if to else text, widest=widest)
            for name, text, to in named
        )  # fmt: skip

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
