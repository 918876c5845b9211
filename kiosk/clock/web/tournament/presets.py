"""The presets for new tournaments, over HTTP."""

from kiosk.clock.tournaments.presets import Presets
from kiosk.clock.tournaments.presets import presets as presets_of
from kiosk.clock.web.answers import Asking
from kiosk.clock.web.operations import Example, Operations

presets = Operations()


@presets.operation(
    "GET", "/presets", may="look", summary="What a new tournament may be made of",
    examples=(Example("what-there-is"),),
)  # fmt: skip
async def read_presets(ask: Asking) -> Presets:
    return presets_of(publisher.desk.state for publisher in ask.service.tournaments)
