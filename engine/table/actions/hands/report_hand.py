"""Report a hand that was played but not recorded action by action."""

from functools import reduce

from msgspec.structs import replace

from engine.button import Positions
from engine.event import DealEvent, Event
from engine.hand.state import HandStarted
from engine.refused import Refused
from engine.table import state as table_state
from engine.table.action import TableActionBase
from engine.table.actions.people.leaving import SeatLeft, leavers
from engine.table.modes import REPORTED
from engine.table.next_deal import deal_problem, next_deal
from engine.table.seats import changed, misses, sitting
from engine.table.state import Table, TableEvent, under_way
from engine.terms import Blinds, ReportedPot


class ReportHand(TableActionBase, frozen=True, tag="tell-hand"):
    """Report a hand that was played, with the winners, the amounts they won, and the players who busted. There are no
    pots if hands are only counted."""

    pots: tuple[ReportedPot, ...] = ()
    out: tuple[int, ...] = ()

    def decide(self, table: Table) -> list[Event]:
        if problem := deal_problem(table):
            raise problem
        gone = leavers(table)
        table = reduce(table_state.apply, gone, table)
        return gone + _reported(table, next_deal(table), self)


class HandReported(TableEvent, DealEvent, frozen=True, tag="hand-told"):
    """A hand was played, and this report is all that is known about its chips. Its number, its positions and the
    players dealt in have the same form as in `HandStarted`. Players who are `out` lost their chips to the first
    winner."""

    hand: int
    button: int
    small: int
    big: int
    terms: Blinds
    seats: tuple[int, ...]
    pots: tuple[ReportedPot, ...] = ()
    out: tuple[int, ...] = ()

    def change(self, table: Table) -> Table:
        """Chips are not tracked, except that a busted player's last counted chips go to the first winner."""
        at = Positions(self.button, self.small, self.big)
        after = replace(under_way(table, self.hand, at), hand=None, uncounted=table.uncounted + 1)
        seats = after.seats
        for number in self.seats:
            seats = changed(seats, number, misses=max(0, misses(seats, number) - 1))
        gone = [after.seats[number - 1] for number in self.out]
        lost = sum(seat.chips for seat in gone if seat)
        for number in self.out:
            seats = changed(seats, number, chips=0)
        if lost:
            to = self.pots[0].seats[0]
            winner = seats[to - 1]
            seats = changed(seats, to, chips=lost + (winner.chips if winner else 0))
        return replace(after, seats=seats)


def _reported(table: Table, deal: HandStarted, action: ReportHand) -> list[Event]:
    """Record the next hand as reported. Raises `Refused` for an impossible report."""
    if table.mode not in REPORTED:
        raise Refused("hands-are-played")
    if table.mode == "winners" and not action.pots:
        raise Refused("who-won-how-much")
    for pot in action.pots:
        _could_be(pot, deal, table.chip)
    held = sum(seat.chips for seat in table.seats if seat)
    if sum(pot.chips for pot in action.pots) > held:
        raise Refused("pots-above-table", chips=held)
    _could_be_out(action, deal)
    reported = HandReported(
        deal.hand, deal.button, deal.small, deal.big, deal.terms, tuple(sorted(deal.seats)), action.pots, action.out
    )
    return [reported, *(SeatLeft(number, sitting(table.seats, number).player, 0) for number in action.out)]


def _could_be(pot: ReportedPot, deal: HandStarted, unit: int) -> None:
    if not pot.seats or len(set(pot.seats)) != len(pot.seats):
        raise Refused("winner-twice")
    if stranger := next((seat for seat in pot.seats if seat not in deal.seats), 0):
        raise Refused("not-dealt-in", seat=stranger)
    if pot.chips <= 0 or pot.chips % max(1, unit):
        raise Refused("pot-below-chip", pot=pot.chips, chip=unit)


def _could_be_out(action: ReportHand, deal: HandStarted) -> None:
    if not action.out:
        return
    if not action.pots:
        raise Refused("out-to-nobody")
    if len(set(action.out)) != len(action.out) or not set(action.out) <= set(deal.seats):
        raise Refused("out-twice")
    if again := next((seat for seat in action.out if seat in action.pots[0].seats), 0):
        raise Refused("winner-out", seat=again)
