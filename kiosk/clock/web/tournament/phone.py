"""Players' phones over HTTP. Thousands of phones poll every few seconds, so responses are small, and empty if nothing
has changed."""

from typing import Annotated, Literal

import msgspec
from fastapi import Header, Query, Response

from engine.history.record import HandRecord
from engine.message import message
from engine.tournament.field.entries import of_player
from kiosk.clock.features.hands import hand_text
from kiosk.clock.features.phones import DayHand, PhoneView, day_of, tag_of
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.web.answers import Asking, Caller, Rejected, json_of
from kiosk.clock.web.operations import Example, Operations
from ui.words.history.hand import in_words

CLOCK = "Clock-Ms"
"""The header with the service's own time. It is on every response, because phones count down from it."""

DayForm = Literal["ohh", "phhs", "pokerstars", "txt"]


class Day(msgspec.Struct, frozen=True):
    """The hands that were dealt to an entry, in order."""

    hands: tuple[DayHand, ...]


class PhoneLink(msgspec.Struct, frozen=True):
    """An entry's code, and the path of the page that shows the entry's hands."""

    code: str
    path: str


phone = Operations()
"""To see the hands of an entry, a phone needs the code on the entry's seat card."""

Code = Annotated[str, Query(description="The code on the entry's seat card.")]


@phone.operation(
    "GET", "/phone", "anyone", "Get what a player's phone shows: the level, the prizes and one entry",
    Example("over"), public=True, refuses=(404,), answers=PhoneView,
)  # fmt: skip
async def read_phone(  # noqa: PLR0913, PLR0917  what a phone says about itself
    ask: Asking,
    tournament: str = "",
    entry: Annotated[int, Query(description="The entry that the phone follows; 0 for none.")] = 0,
    structure: Annotated[str, Query(description="The tag of the structure that the phone already has.")] = "",
    code: Code = "",
    moves_on: Annotated[
        bool, Query(description="Answer for the next tournament once it has started or the entry's player is in it.")
    ] = False,
    if_none_match: Annotated[str, Header(include_in_schema=False)] = "",
) -> Response:
    publisher = _next(ask, tournament, entry) if moves_on else ask.found(tournament)
    answer = json_of(ask.service.phones.view(publisher, entry, structure, code))
    tag = f'"{tag_of(bytes(answer.body))}"'
    if tag in if_none_match:
        answer = Response(status_code=304)
    answer.headers.update({"ETag": tag, CLOCK: str(ask.service.now_ms())})
    return answer


@phone.operation(
    "GET", "/phone/day", "anyone", "List an entry's hands, with its chips before and after each hand",
    Example("no-such-code", status=403), public=True, refuses=(403, 404),
)  # fmt: skip
async def read_day(ask: Asking, tournament: str = "", entry: int = 0, code: Code = "") -> Day:
    return Day(day_of(await _hands(ask, ask.found(tournament), entry, code), entry))


@phone.operation(
    "GET", "/phone/hands.{form}", "anyone", "Export those hands as Open Hand History, PHH, PokerStars text or words",
    Example("no-such-code", status=403), public=True, refuses=(403, 404), media="text/plain; charset=utf-8",
)  # fmt: skip
async def read_day_hands(ask: Asking, form: DayForm, tournament: str = "", entry: int = 0, code: Code = "") -> Response:
    publisher = ask.found(tournament)
    found = await _hands(ask, publisher, entry, code)
    if form == "txt":
        text = "\n\n".join(in_words(one, ask.words) for one in found)
    else:
        text = "".join(hand_text(one, form, number) for number, one in enumerate(found, 1))
    ending = "pokerstars.txt" if form == "pokerstars" else form  # trackers only look at text files
    named = f'attachment; filename="hands-{entry}.{ending}"'
    return Response(text, media_type="text/plain; charset=utf-8", headers={"Content-Disposition": named})


def _next(ask: Caller, tournament: str, number: int) -> Publisher:
    """The tournament, or a newer one in its place. It is replaced once it is over and the newer one has started, or the
    entry's player is entered there."""
    found, current = ask.found(tournament), ask.found("")
    here, there = found.desk.state, current.desk.state
    order = list(ask.service.tournaments)
    if not here.ended or order.index(current) < order.index(found):
        return found
    entry = here.entries.get(number)
    plays = entry and of_player(there.entries, there.players, entry.player)
    return current if there.started or plays else found


async def _hands(ask: Caller, publisher: Publisher, entry: int, code: str) -> list[HandRecord]:
    """The hands of an entry. Raises `Rejected` without the code."""
    days = ask.service.phones.days
    if not days.is_code(publisher.desk.state.id, entry, code):
        raise Rejected(403, message("day-code-wrong"))
    return await days.hands(publisher, entry)


@phone.operation(
    "GET", "/tournaments/{tournament}/entries/{entry}/phone", "register",
    "Get the address of an entry's player page, for its seat card",
    Example("of-a-seat-card"),
)  # fmt: skip
async def read_phone_link(ask: Asking, tournament: str, entry: int) -> PhoneLink:
    state = ask.found(tournament).desk.state
    if entry not in state.entries:
        raise Rejected(404, message("no-such-entry", entry=entry))
    code = ask.service.phones.days.code(state.id, entry)
    return PhoneLink(code, f"/player/?tournament={state.id}&entry={entry}&code={code}")
