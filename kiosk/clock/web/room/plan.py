"""The room plan over HTTP."""

from engine.message import message
from kiosk.clock.web.answers import Asking
from kiosk.clock.web.bodies import DryRun, OrderPreview, preview
from kiosk.clock.web.operations import Example, Operations, happens
from kiosk.protocol.room_plan import PlacedTable, RemovedTable, RoomPlan

plan = Operations()
_PLACE = {"table": 12, "section": "Terrace", "seats": 8, "side": "left", "left_seat": 3}


@plan.operation(
    "GET", "/plan", "look", "Get the floor plan",
    Example("one-table", answer={"tables": [_PLACE]}, after="place_table:on-the-terrace"),
)  # fmt: skip
async def read_plan(ask: Asking) -> RoomPlan:
    return ask.service.plan.now


@plan.operation(
    "POST", "/plan/place", "run", "Set where a table is in the room",
    Example("only-say-where-it-would-stand", _PLACE, dry_run=True,
            answer=happens("table-placed", "table 12 has been placed on the floor plan")),
    Example("on-the-terrace", _PLACE, answer={"tables": [_PLACE]}),
    Example("no-such-side", {"table": 12, "side": "under"}, 400),
    refuses=(503,),
)  # fmt: skip
async def place_table(ask: Asking, place: PlacedTable, dry_run: DryRun = False) -> RoomPlan | OrderPreview:
    if dry_run:
        said = message("table-placed", table=str(place.table))
        return preview(ask.words, [said] if ask.service.plan.would_change(place) else [])
    return await ask.service.plan.change(place)


@plan.operation(
    "POST", "/plan/remove", "run", "Remove a table from the floor plan",
    Example("only-say-what-would-go", {"table": 12}, dry_run=True,
            answer=happens("table-removed", "table 12 has been taken off the floor plan")),
    Example("off-the-plan", {"table": 12}, answer={"tables": []}),
    refuses=(503,),
)  # fmt: skip
async def remove_table(ask: Asking, removed: RemovedTable, dry_run: DryRun = False) -> RoomPlan | OrderPreview:
    if dry_run:
        said = message("table-removed", table=str(removed.table))
        return preview(ask.words, [said] if ask.service.plan.would_change(removed) else [])
    return await ask.service.plan.change(removed)
