"""What players' phones ask for, every few seconds and by the thousand: small, and nothing where nothing is new."""

from typing import Annotated

from fastapi import APIRouter, Header, Query, Response

from kiosk.clock.phones import tag_of
from kiosk.clock.web.answers import Asking, json_of

CLOCK = "Clock-Ms"
"""The header with the service's own time, on every answer: phones count down by it."""

phone = APIRouter()
"""The route /api/phone, which needs no key."""


@phone.get("/phone")
async def read_phone(
    ask: Asking,
    tournament: str = "",
    entry: Annotated[int, Query(description="The entry that the phone follows; 0 for none.")] = 0,
    structure: Annotated[str, Query(description="The structure that the phone holds, by its tag.")] = "",
    if_none_match: Annotated[str, Header(include_in_schema=False)] = "",
) -> Response:
    answer = json_of(ask.service.phones.view(ask.found(tournament), entry, structure))
    tag = f'"{tag_of(bytes(answer.body))}"'
    if tag in if_none_match:
        answer = Response(status_code=304)
    answer.headers.update({"ETag": tag, CLOCK: str(ask.service.now_ms())})
    return answer
