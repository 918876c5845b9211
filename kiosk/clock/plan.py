"""The plan of the room: a stream of its own, for tables stay where they are from one tournament to the next."""

import msgspec
from msgspec.structs import replace

from engine.names import one_line
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.store import Store
from kiosk.clock.store.streams import ROOM_PLAN
from kiosk.protocol.codec import EventForm, Written
from kiosk.protocol.room_plan import PlacedTable, RoomPlan
from kiosk.storage.keeper import Rules


class TablePlaced(msgspec.Struct, frozen=True, tag_field="is", tag="table-placed"):
    """A table stands there from now on. Its tag and fields are the record's: they never change."""

    place: PlacedTable


PlanKeeper = StreamKeeper[RoomPlan, PlacedTable, TablePlaced]
FORM: EventForm[TablePlaced] = EventForm(msgspec.json.Decoder(Written[TablePlaced]))


def plan_of(store: Store) -> PlanKeeper:
    """The plan as the store has it. Raises `Fault`."""
    return PlanKeeper.resume(store, ROOM_PLAN, Rules(_decide, _apply, FORM.encode, FORM.decode), RoomPlan())


def would_change(plan: RoomPlan, place: PlacedTable) -> bool:
    """Whether the table stands elsewhere so far."""
    return bool(_decide(plan, place))


def _decide(plan: RoomPlan, place: PlacedTable) -> list[TablePlaced]:
    """Nothing where it stands so already."""
    place = replace(place, section=one_line(place.section))
    return [] if place in plan.tables else [TablePlaced(place)]


def _apply(plan: RoomPlan, event: TablePlaced) -> RoomPlan:
    others = [one for one in plan.tables if one.table != event.place.table]
    return RoomPlan(tuple(sorted([*others, event.place], key=lambda one: one.table)))
