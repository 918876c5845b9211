"""The orders that nobody has to give: those that follow from the time, a table's records, other orders or policies."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Protocol

from engine.refused import Refused
from engine.tournament.actions import (
    CatchUp,
    CloseTable,
    HaltTable,
    NextHand,
    Pause,
    PrepareDraw,
    TimeHand,
    TournamentAction,
)
from engine.tournament.levels import level_clock
from engine.tournament.orders.seating.redraw import emptied
from engine.tournament.orders.setup.undo import BY_CLOCK
from engine.tournament.policies import BY_POLICY
from engine.tournament.proposals.proposal import Proposal
from engine.tournament.proposals.proposals import accepted
from engine.tournament.rules.barrier import clock_for_hand
from engine.tournament.rules.seating.draw_rules import is_committed
from engine.tournament.rules.seating.seat_rules import to_play_on
from engine.tournament.state import Tournament
from kiosk.clock.tournaments.desk.order_facts import OrderFacts
from kiosk.clock.tournaments.records.records import TournamentRecords
from kiosk.faults import Fault
from kiosk.storage.keeper import Stale

LOOK_S = 0.2
"""The number of seconds to wait, so that several changes are handled together."""
AGAIN = 3
log = logging.getLogger(__name__)
SEED_BYTES = 16


class ByPolicy:
    """Accepts proposals by policy as a director would: one at a time, based on the state at that moment. Belongs to the
    event loop's thread. `found` returns the next one, and `accept` carries it out and raises the
    same errors as an order."""

    def __init__(
        self,
        found: Callable[[], Proposal | None],
        accept: Callable[[Proposal], Awaitable[None]],
        failing: Callable[[Fault], None],
    ) -> None:
        self._found = found
        self._accept = accept
        self._failing = failing
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def look(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LOOK_S, self._begin)

    def cancel(self) -> None:
        for waiting in (self._timer, self._task):
            if waiting:
                waiting.cancel()

    def _begin(self) -> None:
        self._timer = None
        if self._task and not self._task.done():
            self.look()
        else:
            self._task = asyncio.get_running_loop().create_task(self._accept_one())

    async def _accept_one(self) -> None:
        """Accept one proposal. The next one is considered once this one has changed something."""
        for _ in range(AGAIN):
            found = self._found()
            if found is None:
                return
            try:
                await self._accept(found)
            except Stale:
                continue
            except Refused as refused:  # the reason for it no longer applies
                log.info("%s by policy was refused: %s", type(found.action).__name__, refused.code)
            except Fault as fault:
                self._failing(fault)
            return


def new_seed() -> str:
    return secrets.token_hex(SEED_BYTES)


class OrderTaker(Protocol):
    def __call__(self, action: TournamentAction, by: str, seen: int | None = None) -> Awaitable[None]:
        """Raises `Refused`, `Stale` or `Fault`."""


class AutomaticOrders:
    """Gives the automatic orders of one tournament, each in its own task. Belongs to the event loop's thread."""

    def __init__(
        self,
        records: TournamentRecords,
        facts: OrderFacts,
        is_short: Callable[[], bool],
        order: OrderTaker,
        failing: Callable[[Fault], None],
    ) -> None:
        """While `is_short` returns True, records are missing, so nothing is decided. `failing` is called with a disk
        `Fault`."""
        self._keeper, self._audited, _ = records
        self._facts = facts
        self._is_short = is_short
        self._order = order
        self._failing = failing
        self._tasks: set[asyncio.Task[None]] = set()
        self._by_policy = ByPolicy(self._accepted, self._accept, failing)

    def begin(self) -> None:
        self._commit()
        self._by_policy.look()

    def cancel(self) -> None:
        self._by_policy.cancel()
        for task in self._tasks:
            task.cancel()

    def after_order(self) -> None:
        """An order has been carried out: give the orders that follow from it."""
        self._commit()
        self._by_policy.look()
        self._hand_for_hand()
        for number in to_play_on(self._state):
            self.soon(HaltTable(number, on=False))
        self._close_redrawn()
        if (self._state.ended or self._state.flight) and level_clock.is_running(self._state.clock):
            self.soon(Pause())  # play is over, so the level clock is no longer needed

    def after_records(self, key: int) -> None:
        """A table's records have been audited: give the orders that follow from them."""
        self._by_policy.look()
        self._hand_for_hand()
        self._close_redrawn()
        if self._state.memory.recovered:
            self.soon(CatchUp(self._audited.played(key)))

    def soon(self, action: TournamentAction) -> None:
        task = asyncio.get_running_loop().create_task(self._give(action))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _give(self, action: TournamentAction) -> None:
        try:
            await self._order(action, BY_CLOCK)
        except Refused as refused:  # the reason for it no longer applies
            log.info("%s was refused: %s", type(action).__name__, refused.code)
        except Fault as fault:
            self._failing(fault)

    @property
    def _state(self) -> Tournament:
        return self._keeper.state

    def _accepted(self) -> Proposal | None:
        is_any = "accept" in self._state.policies.values() and not self._is_short()
        return accepted(self._state, self._facts.context()) if is_any else None

    async def _accept(self, proposal: Proposal) -> None:
        await self._order(proposal.action, BY_POLICY, self._keeper.mark)

    def _commit(self) -> None:
        """Commit to new seeds for future draws once the seeds already committed to are used up."""
        if not self._state.ended and not is_committed(self._state):
            self.soon(PrepareDraw(new_seed()))

    def _hand_for_hand(self) -> None:
        """In hand-for-hand play, start the next hand once every table has finished and no one still has to be confirmed
        as out. Also adjust the level clock, which each hand may hold up."""
        state = self._state
        if not (state.barrier or state.clock.hand) or self._is_short():
            return
        context = self._facts.context()
        if NextHand().is_legal(state, context):
            self.soon(NextHand())
            return  # the effect on the clock is checked after the order
        if clock_for_hand(state, context.structure, context.now_ms, context.tables):
            self.soon(TimeHand())

    def _close_redrawn(self) -> None:
        """Close sittings that a redraw has ended, once everyone has left, so that new sittings can begin at those
        tables."""
        if self._state.redraws and not self._is_short():
            for number in emptied(self._state, self._facts.context()):
                self.soon(CloseTable(number))
