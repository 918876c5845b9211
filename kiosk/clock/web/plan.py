"""The room plan over HTTP."""

from fastapi import APIRouter, Request, Response

from engine.message import message
from kiosk.clock.web.answers import Asking, json_of
from kiosk.clock.web.bodies import DryRun, OrderPreview, WouldHappen, body_of, read_as
from kiosk.protocol.room_plan import PlacedTable, RemovedTable

plan = APIRouter()
"""The routes under /api/plan."""


@plan.get("")
async def read_plan(ask: Asking) -> Response:
    return json_of(ask.service.plan)


@plan.post("/place")
async def place_table(ask: Asking, request: Request, dry_run: DryRun = False) -> Response:
    place = read_as(await body_of(request), PlacedTable)
    if dry_run:
        said = ask.words.say(message("table-placed", table=str(place.table)))
        changes = ask.service.would_change_plan(place)
        return json_of(OrderPreview(0, (WouldHappen("table-placed", said),) if changes else ()))
    return json_of(await ask.service.change_plan(place))


@plan.post("/remove")
async def remove_table(ask: Asking, request: Request, dry_run: DryRun = False) -> Response:
    removed = read_as(await body_of(request), RemovedTable)
    if dry_run:
        said = ask.words.say(message("table-removed", table=str(removed.table)))
        changes = ask.service.would_change_plan(removed)
        return json_of(OrderPreview(0, (WouldHappen("table-removed", said),) if changes else ()))
    return json_of(await ask.service.change_plan(removed))
