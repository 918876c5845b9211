"""The floor kills a hand, or a dealing error is declared."""

from typing import Literal

from engine.books.rulebook import RuleBook
from engine.event import Event
from engine.hand.action import HandAction
from engine.hand.events.floor import HandKilled, MishapDeclared
from engine.hand.misdeals.rules import remedy
from engine.hand.showdown import last_claim, may_be_killed
from engine.hand.state import Hand, index_of
from engine.refused import Refused
from engine.terms import Mishap


class KillHand(HandAction, frozen=True, tag="kill-hand"):
    """The floor declares a hand dead. It can do so at any time, and chips already put in stay in the pot."""

    seat: int
    why: str

    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        index = index_of(hand, self.seat)
        if index < 0 or not hand.live[index]:
            raise Refused("no-live-hand", seat=self.seat)
        if index not in may_be_killed(hand):
            raise last_claim(self.seat, book)
        return [HandKilled(self.seat, self.why)]


class Declare(HandAction, frozen=True, tag="declare"):
    """Declare a dealing error and apply the rule book's remedy. A player may not declare one."""

    is_ruling = True

    mishap: Mishap
    by: Literal["dealer", "floor", "player"] = "dealer"

    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        if self.by == "player":
            raise Refused("player-declares-misdeal", book.misdeals.clause)
        answer = remedy(hand, self.mishap, book)
        return [MishapDeclared(self.mishap, self.by, answer.kind, answer.clause), *answer.events]
