"""The plan of the room over HTTP."""

from fastapi import APIRouter, Request, Response

from kiosk.clock.web.answers import Asking, json_of
from kiosk.clock.web.bodies import body_of, read_as
from kiosk.protocol.room_plan import PlacedTable

plan = APIRouter()
"""The routes under /api/plan."""


@plan.get("")
async def read_plan(ask: Asking) -> Response:
    return json_of(ask.service.plan)


@plan.post("/place")
async def place_table(ask: Asking, request: Request) -> Response:
    return json_of(await ask.service.place_table(read_as(await body_of(request), PlacedTable)))
