"""The director's orders for the whole room: setting up tournaments, and orders in each of them."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace
from prometheus_client import Histogram

from engine.bad_input import BadInput
from engine.message import message
from engine.refused import Refused
from engine.tournament.actions import Create, DirectorOrder, UseTable
from engine.tournament.levels.structure import misfit
from engine.tournament.state import Event, Tournament
from kiosk.clock.access.keys import check_may
from kiosk.clock.access.roles import capability_for
from kiosk.clock.access.sessions import Denied, Identity
from kiosk.clock.access.tablets import TableTokens
from kiosk.clock.store.streams import tournament_stream
from kiosk.clock.tournaments.desk.automatic_orders import new_seed
from kiosk.clock.tournaments.desk.desk import DIRECTOR
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.tournaments.records.records import RecordServices, TournamentRecords
from kiosk.clock.tournaments.records.rules import TimedOrder, act_of, decided
from kiosk.clock.tournaments.room import RoomServices
from kiosk.faults import Fault
from kiosk.storage.keeper import Stale
from ui.words import Words


class OrderServices(NamedTuple):
    """The parts of the clock that the room's orders work with. `timer` measures each order."""

    room: RoomServices
    records: RecordServices
    tokens: TableTokens
    timer: Histogram


class RoomOrders:
    def __init__(self, services: OrderServices, opened: Callable[[TournamentRecords], None]) -> None:
        """`opened` is called with each new tournament."""
        self._room, self._records, self._tokens, self._timer = services
        self._opened = opened
        self._creating = asyncio.Lock()

    async def create(self, wanted: Create, request: str = "", by: str = DIRECTOR) -> str:
        """Set up a new tournament and commit to the seeds of its draws. Returns its id, also for a repeated `request`.
        Raises `BadInput`, `Refused` or `Fault`."""
        if problem := misfit(wanted.structure, wanted.book):
            raise BadInput.of(problem)
        async with self._creating:
            if request and (made := self._made_by(request)):
                return made
            its_id, times = secrets.token_hex(8), self._room.times
            epoch = await self._room.writer.open_stream(tournament_stream(its_id))
            records = self._records.new(its_id, epoch)
            action = replace(wanted, id=its_id, seed=wanted.seed or new_seed())
            creating = TimedOrder(action, times.mono_ms(), by, {}, request)
            await records.keeper.do(self._room.writer, lambda: creating, times.wall_ms())
            self._opened(records)
        return its_id

    def would_create(self, wanted: Create) -> list[Event]:
        """The events of setting up the tournament. Nothing is changed. Raises the same errors as `create`."""
        if problem := misfit(wanted.structure, wanted.book):
            raise BadInput.of(problem)
        creating = replace(wanted, id=secrets.token_hex(8), seed=wanted.seed or new_seed())
        return decided(Tournament(), TimedOrder(creating, self._room.times.mono_ms(), DIRECTOR, {}))

    def free(self, tables: Sequence[UseTable]) -> tuple[UseTable, ...]:
        """The tables that a new tournament may open."""

        def is_free(one: UseTable) -> bool:
            with suppress(Refused):
                self._check_table(None, one)
                return True
            return False

        return tuple(filter(is_free, tables))

    async def act(
        self, publisher: Publisher, action: DirectorOrder, seen: int | None, by: str = DIRECTOR, request: str = ""
    ) -> None:
        """Carry out an order, but a repeated `request` only once. Raises `Refused`, `Stale` or `Fault`."""
        self._check_table(publisher, action)
        with self._room.reported(), self._timer.time():
            await publisher.desk.order(action, by, seen, request)

    def would(self, publisher: Publisher, action: DirectorOrder, seen: int | None) -> list[Event]:
        """The events that the order would cause now. Nothing is changed. Raises the same errors as `act`."""
        self._check_table(publisher, action)
        return publisher.desk.would(action, seen=seen)

    async def act_as(
        self, who: Identity, publisher: Publisher | None, action: DirectorOrder, seen: int, words: Words
    ) -> str:
        """Carry out an order if this person may give it. Returns an empty string, or the reason why it was not carried
        out, in the language of `words`."""
        if publisher is None:
            return words.say(message("no-tournament"))
        try:
            check_may(who, capability_for(action, publisher.desk.state, who))
            await self.act(publisher, action, seen, who.name)
        except Denied as denied:
            return words.say(denied.message)
        except Refused as refused:
            return words.refusal(refused)
        except Stale:
            return words.say(message("clock-changed"))
        except Fault as fault:
            return str(words.fault(fault.message))
        return ""

    def _made_by(self, request: str) -> str:
        """The tournament that a request has created, if any. Raises `Refused` if it asked for something else."""
        made = (publisher.desk.state for publisher in self._room.tournaments)
        return next((one.id for one in made if (act := act_of(one, request)) and act.number == 1), "")

    def _check_table(self, publisher: Publisher | None, action: DirectorOrder) -> None:
        """Raises `Refused` if the order opens a table that has no kiosk or is in another tournament."""
        if not isinstance(action, UseTable):
            return
        if not action.typed and action.table not in self._tokens.tables:
            raise Refused("table-without-kiosk", table=action.table)
        held = self._room.tournaments.now().get(action.table)
        if held and held.publisher is not publisher:
            raise Refused("table-in-other", table=action.table, name=held.desk.state.name)
