"""The room plan over HTTP."""

from engine.message import message
from kiosk.clock.web.answers import Asking
from kiosk.clock.web.bodies import DryRun, OrderPreview, WouldHappen
from kiosk.clock.web.operations import Operations
from kiosk.protocol.room_plan import PlacedTable, RemovedTable, RoomPlan

plan = Operations()


@plan.operation("GET", "/plan", may="look", summary="Where the room's tables stand")
async def read_plan(ask: Asking) -> RoomPlan:
    return ask.service.plan


@plan.operation("POST", "/plan/place", may="run", refuses=(400, 503), summary="Say where a table stands")
async def place_table(ask: Asking, place: PlacedTable, dry_run: DryRun = False) -> RoomPlan | OrderPreview:
    if dry_run:
        said = ask.words.say(message("table-placed", table=str(place.table)))
        changes = ask.service.would_change_plan(place)
        return OrderPreview(0, (WouldHappen("table-placed", said),) if changes else ())
    return await ask.service.change_plan(place)


@plan.operation("POST", "/plan/remove", may="run", refuses=(400, 503), summary="Take a table off the plan")
async def remove_table(ask: Asking, removed: RemovedTable, dry_run: DryRun = False) -> RoomPlan | OrderPreview:
    if dry_run:
        said = ask.words.say(message("table-removed", table=str(removed.table)))
        changes = ask.service.would_change_plan(removed)
        return OrderPreview(0, (WouldHappen("table-removed", said),) if changes else ())
    return await ask.service.change_plan(removed)
