"""The backups of the clock that tables keep, over HTTP, and the code that opens them. The code does not appear in any
log or cache.
"""

import msgspec
from fastapi import APIRouter, Request, Response

from kiosk.clock.backup.recovery_code import OnPaper
from kiosk.clock.tables.view import AwaitedTable, FailedBackup
from kiosk.clock.web.answers import Asking, Caller, json_of
from kiosk.clock.web.bodies import body_of, read_as
from kiosk.clock.web.qr import drawn_qr


class RecoveryView(msgspec.Struct, frozen=True):
    """How many tables have reported a backup since the clock started, and when the newest of these backups was made (0
    if there is none). Also who confirmed that the code is written down, which backups are failing, and the tables whose
    records a rebuilt clock is waiting for."""

    tables: int
    newest_ms: int
    on_paper: OnPaper | None
    failed: tuple[FailedBackup, ...]
    awaited: tuple[AwaitedTable, ...]


class TableDismissed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table whose records the clock is to stop waiting for."""

    table: int


class RecoveryCodeShown(msgspec.Struct, frozen=True):
    """The code as text and as a QR code in SVG."""

    code: str
    qr: str


recovery = APIRouter()
"""The routes under /api/recovery."""


@recovery.get("")
async def read_recovery(ask: Asking) -> Response:
    return _view(ask)


@recovery.post("/code")
async def show_recovery_code(ask: Asking) -> Response:
    code = ask.service.clock_recovery.shown_code(ask.name)
    answer = json_of(RecoveryCodeShown(code, drawn_qr(code)))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@recovery.post("/on-paper")
async def note_on_paper(ask: Asking) -> Response:
    await ask.service.clock_recovery.note_on_paper(ask.name)
    return _view(ask)


@recovery.post("/dismiss")
async def dismiss_table(ask: Asking, request: Request) -> Response:
    asked = read_as(await body_of(request), TableDismissed)
    await ask.service.clock_recovery.dismiss(asked.table, ask.name)
    return _view(ask)


def _view(ask: Caller) -> Response:
    recovery = ask.service.clock_recovery
    return json_of(
        RecoveryView(
            *recovery.backups.holding, recovery.on_paper, recovery.failed.said(ask.words), recovery.pending_records.said
        )
    )
