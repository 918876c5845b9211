"""Pushes the pots without starting a new deal, because the table breaks or a player must be seated first. If the next
hand has been dealt but has no action yet, play can still be stopped here."""

from typing import ClassVar

from engine.actions import Answer, HandOver, Undo
from engine.events import Touched
from engine.public import PublicTable
from engine.table.state import is_playing
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, LineView, PageView
from ui.dealer.pages.page import Page, PageContext, answer_row
from ui.words import Words


class PushPage(Page, frozen=True):
    """`sure` is set once the dealer has been asked whether all players folded, which happens in a hand without
    action."""

    needs: ClassVar[str] = "decided"

    sure: bool = False

    def show(self, context: PageContext) -> PageView:
        words, table = context.words.asking, context.table
        keys = (*_take_back(context), self._push(table, context.words))
        head = (LineView(words.push_only_help), *(LineView(text, "big") for text in _winners(context)))
        return PageView("push", words.push_only, head, (answer_row("push", *keys),), full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return super().stays(before, after) and before.table.awards == after.table.awards

    def over(self, context: PageContext) -> bool:
        return not self.offered(context)

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return context.table.ends in ("push", "fold", "muck")

    def _push(self, table: PublicTable, words: Words) -> ButtonView:
        asking, push = words.asking, Ask(HandOver(start=False))
        if self.sure:
            return ButtonView("push-sure", asking.all_folded, push, asking.tap_again, "warn")
        if table.ends == "fold" and table.is_untouched:
            ask = OpenPage(PushPage(sure=True))
            return ButtonView("push-only", asking.push_only, ask, asking.push_only_small, "quiet")
        return ButtonView("push-only", asking.push_only, push, asking.push_only_small, "go")


def _take_back(context: PageContext) -> tuple[ButtonView, ...]:
    """The button that undoes the deal of a hand without action, and pushes the previous hand's pots without a new
    deal."""
    table, game, asking = context.table, context.game, context.words.asking
    last, timeline = game.undo_stack[-1] if game.undo_stack else None, game.state.timeline
    if not table.is_untouched or last is None or timeline is None or timeline.began != last.mark:
        return ()
    undo = Undo(confirmed=True, floor="reason-undone" if table.undo_floor else "")
    push: HandOver | Answer | None = None
    if isinstance(last.event, Touched) and is_playing(last.state.table):
        push = Answer(last.event.seats, start=False) if last.event.what == "answer" else HandOver(start=False)
    ask = Ask(undo, PushPage(), needs="floor" if table.undo_floor else "", follow=push)
    return (ButtonView("push-back", asking.deal_back, ask, asking.deal_back_small, "act"),)


def _winners(context: PageContext) -> tuple[str, ...]:
    table, words = context.table, context.words
    if table.ends == "fold":
        return (to_whom(table, words),)
    if table.ends == "muck":
        return (words.asking.over_muck,)
    return tuple(
        words.wins.format(who=words.who(seat, ""), chips=words.amount(share))
        for award in table.awards
        for seat, share in zip(award.seats, award.shares, strict=True)
    )


def to_whom(table: PublicTable, words: Words) -> str:
    """The winner if everyone who has not acted folds, and the amount won, without the uncalled part of the last bet."""
    silent = {offer.seat for offer in table.offers}
    left = [seat.seat for seat in table.seats if seat.live and seat.seat not in silent]
    # The big blind was not raised: it acts last, and it wins when everyone else has folded.
    winner = left[0] if len(left) == 1 else table.offers[-1].seat
    # The bet of a dead hand stays in the pot: only the winner gets chips back.
    back = max(0, table.seats[winner - 1].bet - max(seat.bet for seat in table.seats if seat.seat != winner))
    if back >= table.pot:  # only the blind of the winner is in the pot
        back = 0
    said = words.asking.over_fold_back if back else words.asking.over_fold
    return said.format(seat=winner, chips=words.amount(table.pot - back), back=words.amount(back))
