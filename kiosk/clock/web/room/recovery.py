"""The clock backups that tables keep, over HTTP, and the code that opens them. The code does not appear in any
log or cache.
"""

import msgspec

from kiosk.clock.recovery.backups.recovery_code import OnPaper
from kiosk.clock.tables.view import AwaitedTable, FailedBackup
from kiosk.clock.web.answers import Asking, Caller
from kiosk.clock.web.operations import ORDER, Example, Operations, refused
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


recovery = Operations()


@recovery.operation(
    "GET", "/recovery", may="recovery",
    summary="Which backups of the clock tables hold, and whether their code is written down",
    examples=(
        Example("no-table-holds-one", answer={
            "tables": 0, "newest_ms": 0, "on_paper": None, "failed": [], "awaited": [],
        }),
    ),
)  # fmt: skip
async def read_recovery(ask: Asking) -> RecoveryView:
    return _view(ask)


@recovery.operation(
    "POST", "/recovery/code", may="recovery", summary="The code that opens the backups which tables hold",
    examples=(Example("for-paper"),),
)  # fmt: skip
async def show_recovery_code(ask: Asking) -> RecoveryCodeShown:
    code = ask.service.clock_recovery.shown_code(ask.name)
    return RecoveryCodeShown(code, drawn_qr(code))


@recovery.operation(
    "POST", "/recovery/on-paper", may="recovery", refuses=(503,), summary="Say that the code is written down",
    examples=(Example("it-is-on-paper"),),
)  # fmt: skip
async def note_on_paper(ask: Asking) -> RecoveryView:
    await ask.service.clock_recovery.note_on_paper(ask.name)
    return _view(ask)


@recovery.operation(
    "POST", "/recovery/dismiss", may="recovery", refuses=ORDER,
    summary="Wait no longer for what a lost table recorded",
    examples=(Example("none-is-waited-for", {"table": 1}, 409, refused("records-not-awaited", table=1)),),
)  # fmt: skip
async def dismiss_table(ask: Asking, asked: TableDismissed) -> RecoveryView:
    await ask.service.clock_recovery.dismiss(asked.table, ask.name)
    return _view(ask)


def _view(ask: Caller) -> RecoveryView:
    recovery = ask.service.clock_recovery
    return RecoveryView(
        *recovery.backups.holding, recovery.on_paper, recovery.failed.said(ask.words), recovery.pending_records.said
    )
