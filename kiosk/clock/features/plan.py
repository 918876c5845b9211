"""The room plan. It has its own stream, because tables stay in place from one tournament to the next."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from engine.decoders import json_decoder
from engine.names import one_line
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.streams import ROOM_PLAN
from kiosk.clock.tournaments.room import RoomServices
from kiosk.protocol.codec import EventForm, Written
from kiosk.protocol.room_plan import PlacedTable, RemovedTable, RoomPlan
from kiosk.storage.keeper import Rules


class TablePlaced(msgspec.Struct, frozen=True, tag_field="is", tag="table-placed"):
    """A table was placed at this spot. Its tag and fields are stored in records, so they must never change."""

    place: PlacedTable


class TableRemoved(msgspec.Struct, frozen=True, tag_field="is", tag="table-removed"):
    """A table was removed from the plan."""

    table: int


PlanAction = PlacedTable | RemovedTable
PlanEvent = TablePlaced | TableRemoved
FORM: EventForm[PlanEvent] = EventForm(json_decoder(Written[PlanEvent]))


class TablePlan:
    def __init__(self, store: ClockStore, services: RoomServices, changed: Callable[[], object]) -> None:
        """Must be called before the writer's first job. `changed` is called after each change. Raises `Fault`."""
        rules = Rules(_decide, _apply, FORM.encode, FORM.decode)
        self._keeper = StreamKeeper.resume(store, ROOM_PLAN, rules, RoomPlan(), lambda _: changed())
        self._services = services

    @property
    def now(self) -> RoomPlan:
        return self._keeper.state

    async def change(self, action: PlanAction) -> RoomPlan:
        """Place a table on the plan or remove it. Returns the new plan. Raises `Fault`."""
        with self._services.reported():
            await self._keeper.do(self._services.writer, lambda: action, self._services.times.wall_ms())
        return self.now

    def would_change(self, action: PlanAction) -> bool:
        return bool(_decide(self.now, action))


def _decide(plan: RoomPlan, action: PlanAction) -> list[PlanEvent]:
    """The events that an action causes; no events if the plan already matches."""
    if isinstance(action, RemovedTable):
        return [TableRemoved(action.table)] if any(one.table == action.table for one in plan.tables) else []
    place = replace(action, section=one_line(action.section), left_seat=min(action.left_seat, action.seats))
    return [] if place in plan.tables else [TablePlaced(place)]


def _apply(plan: RoomPlan, event: PlanEvent) -> RoomPlan:
    table = event.table if isinstance(event, TableRemoved) else event.place.table
    placed = [] if isinstance(event, TableRemoved) else [event.place]
    others = [one for one in plan.tables if one.table != table]
    return RoomPlan(tuple(sorted([*others, *placed], key=lambda one: one.table)))
