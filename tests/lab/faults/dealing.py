"""A dealer who deals real cards over a reader, and corrects by touch what the screen asks about."""

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random
from typing import NamedTuple

from engine.actions import BOARD, HandOver, SeeCard
from engine.cards import Card
from engine.hand.betting import actor, claims, has_all_in
from engine.hand.state import Hand, index_of
from engine.table.actions.setup import SetMode
from kiosk.simulate.dealer import SimulatedDealer
from tests.lab.faults.cards import FLOP, Cards
from tests.lab.faults.misreads import Burst
from tests.lab.faults.readers import SimulatedReader
from ui.dealer.model.cards import OddCard

AGAIN = 0.6
"""The share of missed cards that are scanned again. The rest are keyed."""
BRUSHED = 0.1
"""How often a card is read by accident."""
TOO_EARLY = 0.05
"""How often a dealer ends an all-in hand while a card is still due."""
GIVEN_UP, TAKEN_UP = 0.05, 0.1
"""The chance, per touch, that a dealer gives up on a missing reader, and the chance that the dealer uses it again once
it works."""
MOST_TIMES = 3
"""How often a card is scanned before it is keyed."""
ASKED_S = 10.0
"""A table asks for an unread card within this time."""
TOLD_S = 2.0
"""A table asks within this time about a code that does not belong to a known card."""
HANGS_S = 45.0
"""A table records a keyed card within this time."""


class Before(NamedTuple):
    """A hand before an operation that must not change it, and the problem to report if it does change."""

    hand: Hand
    sitting: str
    what: str


class Dealing:
    """The dealing at one table, for one run of its program."""

    def __init__(self, reader: SimulatedReader, cards: Cards, dice: Random, broken: Callable[[str], None]) -> None:
        self._reader = reader
        self._cards = cards
        self._dice = dice
        self._broken = broken
        self._waits_for = "", 0
        """The sitting, and its number of records when a card became due."""
        self._since_s = 0.0
        self._read_s = 0.0
        """When a card was last scanned."""
        self._times: dict[tuple[str, int, Card], int] = {}
        """How often each card was scanned."""
        self._before: Before | None = None
        """The hand before the last touch or scan, if that must not change it."""
        self._said = 0
        """How much the screen had said when a card was last scanned."""

    def next(self, dealer: SimulatedDealer, where: int, is_away: bool) -> SeeCard | HandOver | None:
        """Handle a card that is due at `where`. Returns the card if it is keyed, or HAND OVER if the dealer ends an
        all-in too early. Returns None if the card is to be scanned or the dealer is waiting. A table that `is_away`
        does not accept touches, because of its disk or because of another kiosk."""
        hand, sitting = dealer.game.table.hand, dealer.host.sitting
        assert hand
        known = hand.board if where == BOARD else hand.tabled[index_of(hand, where)]
        lie = self._cards.dealt(sitting, hand.deal.hand).at(where)
        card, *others = (one for one in lie if one not in known)
        self._wait(hand, (sitting, dealer.game.mark), is_away)
        if has_all_in(hand) and self._dice.random() < TOO_EARLY:
            self._before = Before(hand, sitting, "ends before all is read that an all-in needs")
            return HandOver()
        if not self._is_read(dealer, where):
            return self._keyed(sitting, hand, card, where)
        key = sitting, hand.deal.hand, card
        times = self._times.get(key, 0)
        asks = self._asks(dealer)
        if times and not asks:
            if self._now_s() - max(self._read_s, self._since_s) > ASKED_S:
                self._broken(f"asks for no card though {card} was not read")
            return None
        if times >= MOST_TIMES or (times and self._dice.random() > AGAIN):
            return self._keyed(sitting, hand, card, where)
        self._times[key] = times + 1
        self._read_s, self._said = self._now_s(), dealer.screen.said
        beside = others[0] if others and (where != BOARD or lie.index(others[0]) < FLOP) else None
        self._reader.read(where, card, beside, partial(self._said_of, dealer, sitting, hand))
        return None

    def look(self, dealer: SimulatedDealer) -> bool:
        """Check the table before the next action, and return whether the dealer may continue. Now and then, a player
        peeks at hole cards on an antenna, or a board card is scanned again."""
        hand = dealer.game.table.hand
        before, self._before = self._before, None
        if before and (hand, dealer.host.sitting) != (before.hand, before.sitting):
            self._broken(f"{before.what} in hand {before.hand.deal.hand}")
        if dealer.game.state.waiting.kind:
            self._broken(f"asks {dealer.game.state.waiting.kind} without need")
        if hand is None or self._now_s() < self._reader.busy_until_s or self._dice.random() > BRUSHED:
            return self._now_s() > self._reader.busy_until_s
        said = partial(self._said_of, dealer, dealer.host.sitting, hand)
        if self._reader.place == "seats" and actor(hand) >= 0:
            self._before = Before(hand, dealer.host.sitting, "takes a card that lies face down")
            where = hand.deal.seats[self._dice.choice(claims(hand))]
            card, other = self._cards.dealt(dealer.host.sitting, hand.deal.hand).at(where)
            self._reader.read(where, card, other, said)
            return False
        if self._reader.misreads and hand.board:
            self._reader.read(BOARD, self._dice.choice(hand.board), None, said)
            return False
        return True

    def _said_of(self, dealer: SimulatedDealer, sitting: str, hand: Hand, burst: Burst) -> None:
        """Handle what the reader sent while that hand was being played."""
        if burst.card:
            self._cards.name(sitting, hand.deal.hand, burst.card)
        if burst.unknown and dealer.game.table.mode == "readers":
            asyncio.get_running_loop().call_later(TOLD_S, self._check_told, dealer, burst.unknown)

    def _check_told(self, dealer: SimulatedDealer, unknown: str) -> None:
        odds = [odd for odd in dealer.screen.odds if isinstance(odd, OddCard)]
        if not dealer.is_gone and not any(unknown in (odd.code, odd.deck) for odd in odds):
            self._broken(f"has not asked about {unknown}")

    def rung(self, dealer: SimulatedDealer) -> SetMode | None:
        """Sometimes switch to keying all cards if the reader has failed, or back to the reader once it works. None if
        there is no switch."""
        mode, works = dealer.game.table.mode, _works(dealer)
        if mode == "readers" and not works and self._dice.random() < GIVEN_UP:
            return SetMode("pad")
        return SetMode("readers") if mode == "pad" and works and self._dice.random() < TAKEN_UP else None

    def _is_read(self, dealer: SimulatedDealer, where: int) -> bool:
        """Whether a reader covers that place, and the screen says that it works."""
        return dealer.game.table.mode == "readers" and self._reader.reads(where) and _works(dealer)

    def _asks(self, dealer: SimulatedDealer) -> bool:
        """Whether the screen is asking for a card, or has shown a message since the last scan."""
        return dealer.screen.surroundings.missed is not None or dealer.screen.said > self._said

    def _keyed(self, sitting: str, hand: Hand, card: Card, where: int) -> SeeCard:
        self._cards.name(sitting, hand.deal.hand, card)
        return SeeCard(card, where)

    def _wait(self, hand: Hand, waits_for: tuple[str, int], is_away: bool) -> None:
        """Report a table that records nothing for too long, unless it accepts no touches at all."""
        if waits_for != self._waits_for or is_away:
            self._waits_for, self._since_s = waits_for, self._now_s()
        if self._now_s() - self._since_s > HANGS_S:
            self._broken(f"waits for a card in hand {hand.deal.hand} though it was keyed")

    def _now_s(self) -> float:
        return asyncio.get_running_loop().time()


def _works(dealer: SimulatedDealer) -> bool:
    """Whether the screen says that the reader works."""
    return all(one.problem in ("", "waits") for one in dealer.screen.surroundings.readers.readers)
