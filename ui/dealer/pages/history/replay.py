"""Replays a recorded hand, one action at a time. `ui.dealer.view.replay` shows it on the table."""

from typing import ClassVar

from msgspec.structs import replace

from engine.events import PotAwarded
from engine.history.recall import Recalled
from engine.history.steps import HandStep, hand_steps
from engine.message import Message
from engine.public import public
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.repair import said, seat_of
from ui.words import Words
from ui.words.card_signs import card_row


class ReplayPage(Page, frozen=True):
    """Step `at` of the recorded `hand`; `behind` is the page to return to. Accepts no actions."""

    needs: ClassVar[str] = "first-hand"
    replays: ClassVar[bool] = True

    hand: Recalled
    behind: Page
    at: int = 0

    def steps(self) -> tuple[HandStep, ...]:
        """All steps of the hand, from the deal to the last chip. Empty for a hand that was only reported."""
        return hand_steps(self.hand.record) if self.hand.record else ()

    def show(self, context: PageContext) -> PageView:
        steps, say = self.steps(), context.words.replay
        at, last = min(self.at, len(steps) - 1), len(steps) - 1
        ways = (
            ButtonView("replay-first", say.first, self._to(0) if at > 0 else None, emphasis="quiet"),
            ButtonView("replay-back", say.back, self._to(at - 1) if at > 0 else None),
            ButtonView("replay-next", say.next, self._to(at + 1) if at < last else None, emphasis="act"),
            ButtonView("replay-last", say.last, self._to(last) if at < last else None, emphasis="quiet"),
            ButtonView("replay-close", context.words.close, OpenPage(self.behind), emphasis="quiet"),
        )
        head = LineView(say.step.format(step=at + 1, steps=len(steps)), "small")
        title = say.hand.format(hand=self.hand.hand)
        return PageView(
            "replay", title, (head, LineView(step_text(steps[at], context), "big")), (GridView("ways", 5, ways),)
        )

    def _to(self, at: int) -> OpenPage:
        return OpenPage(replace(self, at=at))


def step_text(step: HandStep, context: PageContext) -> str:
    words, table = context.words, public(step.game)
    if step.event is None:
        return words.replay.deal
    if isinstance(step.event, PotAwarded):
        return _paid(step.event, step, words)
    there = PageContext(table, step.game, context.surroundings, words)
    kind = str(step.event.__struct_config__.tag)
    if len(step.cards) > 1:
        seat = seat_of(step.event)
        who = words.who(seat, table.seats[seat - 1].name) if seat else ""
        return words.repair.lines[kind].format(card=card_row(step.cards), seat=who)
    return said(step.event, there) or words.happened(step.event) or words.say(Message(f"recorded-{kind}"))


def _paid(event: PotAwarded, step: HandStep, words: Words) -> str:
    seats = step.game.table.seats
    shares = zip(event.seats, event.shares, strict=True)
    names = {seat: player.name for seat, player in enumerate(seats, 1) if player}
    paid = (words.wins.format(who=words.who(seat, names.get(seat, "")), chips=words.amount(chips))
            for seat, chips in shares)  # fmt: skip
    return ", ".join(paid)
