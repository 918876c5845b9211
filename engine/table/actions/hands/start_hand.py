"""The next hand is dealt."""

from functools import reduce

from engine.event import Event
from engine.hand import rules as hand_rules
from engine.table import state as table_state
from engine.table.action import TableActionBase
from engine.table.actions.people.leaving import leavers
from engine.table.next_deal import next_deal, start_problem, straddle_problem
from engine.table.penalties import absent
from engine.table.state import Table, book_of


class StartHand(TableActionBase, frozen=True, tag="start-hand", omit_defaults=True):
    """Deal the next hand at the pending level. The button moves, and blinds and antes are posted. With a `straddle`,
    the player to the left of the big blind posts twice the big blind.

    `without` lists the arriving players for whom the dealer is not waiting. Unless an arriving player is listed, the
    table's program does not deal the hand without that player.
    """

    straddle: bool = False
    without: tuple[str, ...] = ()

    def decide(self, table: Table) -> list[Event]:
        if problem := start_problem(table):
            raise problem
        gone = leavers(table)
        table = reduce(table_state.apply, gone, table)
        if self.straddle and (problem := straddle_problem(table)):
            raise problem
        book, deal = book_of(table), next_deal(table, self.straddle)
        return gone + hand_rules.start(deal, book, absent(table.seats, deal.seats, deal.big))
