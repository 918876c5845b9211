"""The presets for new tournaments, over HTTP."""

from fastapi import APIRouter, Response

from kiosk.clock.presets import presets as presets_of
from kiosk.clock.web.answers import Asking, json_of

presets = APIRouter()
"""The route /api/presets."""


@presets.get("/presets")
async def read_presets(ask: Asking) -> Response:
    return json_of(presets_of(publisher.desk.state for publisher in ask.service.tournaments))
