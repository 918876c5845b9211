"""The room plan. It has its own stream, because tables stay in place from one tournament to the next."""

import msgspec
from msgspec.structs import replace

from engine.decoders import json_decoder
from engine.names import one_line
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.store import Store
from kiosk.clock.store.streams import ROOM_PLAN
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
PlanKeeper = StreamKeeper[RoomPlan, PlanAction, PlanEvent]
FORM: EventForm[PlanEvent] = EventForm(json_decoder(Written[PlanEvent]))


def plan_of(store: Store) -> PlanKeeper:
    """The plan, read from the store. Raises `Fault`."""
    return PlanKeeper.resume(store, ROOM_PLAN, Rules(_decide, _apply, FORM.encode, FORM.decode), RoomPlan())


def would_change(plan: RoomPlan, action: PlanAction) -> bool:
    """Whether the action would change the plan."""
    return bool(_decide(plan, action))


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
