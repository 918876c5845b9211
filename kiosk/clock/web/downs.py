"""Downs over HTTP: the dealers on shift, the tables, the next push."""

from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
from fastapi import APIRouter, Request, Response

from engine.message import message
from kiosk.clock.staffing.orders import StaffOrder
from kiosk.clock.staffing.view import DownsView
from kiosk.clock.web.answers import Asking, json_of
from kiosk.clock.web.bodies import DryRun, Would, WouldHappen, body_of, read_as
from ui.words import Words


class DownsAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order, and the mark that its sender saw; None where it does not matter."""

    action: StaffOrder
    seen: int | None = None


downs = APIRouter()
"""The routes under /api/downs."""


@downs.get("")
async def read_downs(ask: Asking) -> Response:
    return json_of(ask.service.downs.view())


@downs.get("/list.txt")
async def read_downs_list(ask: Asking) -> Response:
    zone = ask.service.listed().zone or "UTC"
    return Response(_list(ask.service.downs.view(), ask.words, zone), media_type="text/plain; charset=utf-8")


@downs.post("/act")
async def order_downs(ask: Asking, request: Request, dry_run: DryRun = False) -> Response:
    asked = read_as(await body_of(request), DownsAsked)
    if dry_run:
        happening = (WouldHappen(kind, "") for kind in ask.service.downs.would(asked.action))
        return json_of(Would(ask.service.downs.mark, tuple(happening)))
    await ask.service.downs.do(asked.action, asked.seen)
    return json_of(ask.service.downs.view())


def _list(view: DownsView, words: Words, zone: str) -> str:
    """A line for each table with who deals and who comes, then who is off."""
    lines = []
    if view.due_ms is not None:
        at = datetime.fromtimestamp(view.due_ms / 1000, ZoneInfo(zone)).strftime("%H:%M")
        lines.append(words.say(message("downs-push-at", at=at)))
    nobody = words.say(message("downs-nobody"))
    lines += [
        words.say(message("downs-table", table=str(one.table), name=one.name or nobody, comes=one.next_name or nobody))
        for one in view.tables
    ]
    if off := [one.name for one in view.dealers if not one.table]:
        lines.append(words.say(message("downs-off", names=", ".join(off))))
    return "".join(f"{line}\n" for line in lines)
