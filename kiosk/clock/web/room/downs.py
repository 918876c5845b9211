"""Downs over HTTP: the dealers on shift, the tables, the next push."""

import msgspec
from fastapi import Response

from kiosk.clock.features.downs import DownsView, StaffOrder
from kiosk.clock.web.answers import Asking
from kiosk.clock.web.bodies import DryRun, OrderPreview, WouldHappen
from kiosk.clock.web.operations import ORDER, Example, Operations, happens, refused
from kiosk.clock.web.tournament.prints import PDF, pdf_answer
from kiosk.protocol.tournaments import PaperName
from kiosk.zone import said_in


class DownsAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order, and the mark that the sender had seen (None if it does not matter)."""

    action: StaffOrder
    seen: int | None = None


downs = Operations()


@downs.operation(
    "GET", "/downs", "look", "Get the dealers on shift, where each one deals and since when, and the next push",
    Example("nobody-on-shift"),
)  # fmt: skip
async def read_downs(ask: Asking) -> DownsView:
    return ask.service.downs.view()


@downs.operation(
    "GET", "/downs/rota.pdf", "look", "Get the dealer schedule for printing",
    Example("to-print", after="order_downs:on-shift"), media=PDF,
)  # fmt: skip
async def print_rota(ask: Asking, paper: PaperName = "a4") -> Response:
    view, zone = ask.service.downs.view(), ask.service.listed().zone or "UTC"
    due = "" if view.due_ms is None else said_in(view.due_ms, zone)

    def made() -> bytes:
        from kiosk.clock.features.prints.tournament import rota_pdf  # noqa: PLC0415

        return rota_pdf(view, said_in(view.now_ms, zone), due, paper, ask.words)

    return await pdf_answer("rota", made)


@downs.operation(
    "POST", "/downs/act", "floor", "Change which dealers are on shift, or who deals where",
    Example("only-say-who-would-come", {"action": {"do": "clock-in", "name": "Kim"}}, dry_run=True,
            answer=happens("clocked-in", "")),
    Example("on-shift", {"action": {"do": "clock-in", "name": "Kim"}, "seen": 0}),
    Example("on-what-has-changed", {"action": {"do": "take-back"}, "seen": 0}, 412),
    Example("nobody-of-that-number", {"action": {"do": "clock-out", "dealer": 0}}, 409,
            refused("dealer-not-on-shift")),
    Example("no-such-order", {"action": {"do": "dance"}}, 400),
    refuses=(*ORDER, 412),
)  # fmt: skip
async def order_downs(ask: Asking, asked: DownsAsked, dry_run: DryRun = False) -> DownsView | OrderPreview:
    if dry_run:
        happening = (WouldHappen(kind, "") for kind in ask.service.downs.would(asked.action))
        return OrderPreview(ask.service.downs.mark, tuple(happening))
    await ask.service.downs.do(asked.action, asked.seen)
    return ask.service.downs.view()
