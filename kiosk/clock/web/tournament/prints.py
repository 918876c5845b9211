"""Printouts over HTTP: a tournament's seat cards, move tickets and lists, as PDF files."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Annotated

from fastapi import Query, Request, Response

from kiosk.clock.web.addresses import phones_site
from kiosk.clock.web.answers import Asking
from kiosk.clock.web.operations import Example, Operations
from kiosk.clock.web.tournament.summary import began_at
from kiosk.protocol.tournaments import PaperName, PrintKind
from kiosk.zone import said_in

PDF = "application/pdf"
MOST_NAMED = 10_000
Entries = Annotated[
    str,
    Query(
        description="The entry numbers, for example 3,17. If there are none, it is for every entry that needs one.",
        pattern=r"^[0-9,]*$",
    ),
]
Site = Annotated[
    str,
    Query(description="The address at which phones reach the clock. By default, it is the address of this request."),
]

prints = Operations()


@prints.operation(
    "GET", "/tournaments/{tournament}/prints/{kind}", "look", "Get seat cards, move tickets or a list for printing",
    Example("seat-cards", after="order:type-table"), refuses=(409, 503), media=PDF,
)  # fmt: skip
async def print_sheet(  # noqa: PLR0913, PLR0917  FastAPI reads each parameter off the signature
    ask: Asking, request: Request, tournament: str, kind: PrintKind, paper: PaperName = "a4", entries: Entries = "",
    site: Site = "",
) -> Response:  # fmt: skip
    publisher = ask.found(tournament)
    context = publisher.desk.context()
    shows = publisher.shows
    zone, began_ms = shows.zone or "UTC", await began_at(ask.service, publisher)
    at = said_in(context.wall_ms, zone)
    day = said_in(began_ms, zone).split()[0] if began_ms is not None else ""
    state, found = publisher.desk.state, site.rstrip("/") or phones_site(request)
    code = partial(ask.service.phones.days.code, state.id)
    wanted = [int(one) for one in entries.split(",")[:MOST_NAMED] if 0 < len(one) < 10]

    def made() -> bytes:
        from kiosk.clock.features.prints.tournament import Printed, print_of  # noqa: PLC0415

        return print_of(Printed(state, context, shows.names, ask.words, at, day, found, code), kind, paper, wanted)

    return await pdf_answer(kind, made)


async def pdf_answer(name: str, made: Callable[[], bytes]) -> Response:
    """The PDF that `made` creates in a separate thread. Loading fpdf2 takes as long as loading the rest of the clock,
    so only `made` imports it."""
    body = await asyncio.to_thread(made)
    return Response(body, media_type=PDF, headers={"Content-Disposition": f'inline; filename="{name}.pdf"'})
