"""The clock backups that tables keep, over HTTP, and the code that opens them, which never appears in a log or cache.
Also the requests from tablets whose journal differs from the clock's copy: to get the copy, or to keep their own
history."""

from typing import Annotated

import msgspec

from kiosk.clock.recovery.backups.recovery_code import OnPaper
from kiosk.clock.recovery.divergent_histories import GivenUp
from kiosk.clock.tables.view import AwaitedTable, FailedBackup
from kiosk.clock.web.addresses import drawn_qr
from kiosk.clock.web.answers import Asking, Caller
from kiosk.clock.web.operations import ORDER, Example, Operations, refused
from kiosk.protocol.people import AskedCopy, CopyList


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
    "GET", "/recovery", "recovery", "List the clock's backups on the tablets, and whether their code is written down",
    Example("no-table-holds-one", answer={
        "tables": 0, "newest_ms": 0, "on_paper": None, "failed": [], "awaited": [],
    }),
)  # fmt: skip
async def read_recovery(ask: Asking) -> RecoveryView:
    return _view(ask)


@recovery.operation(
    "POST", "/recovery/code", "recovery", "Get the code that opens the backups on the tablets", Example("for-paper")
)
async def show_recovery_code(ask: Asking) -> RecoveryCodeShown:
    code = ask.service.clock_recovery.shown_code(ask.name)
    return RecoveryCodeShown(code, drawn_qr(code))


@recovery.operation(
    "POST", "/recovery/on-paper", "recovery", "Confirm that the recovery code is written down",
    Example("it-is-on-paper"), refuses=(503,),
)  # fmt: skip
async def note_on_paper(ask: Asking) -> RecoveryView:
    await ask.service.clock_recovery.note_on_paper(ask.name)
    return _view(ask)


@recovery.operation(
    "POST", "/recovery/dismiss", "recovery", "Stop waiting for the records of a lost table",
    Example("none-is-waited-for", {"table": 1}, 409, refused("records-not-awaited", table=1)), refuses=ORDER,
)  # fmt: skip
async def dismiss_table(ask: Asking, asked: TableDismissed) -> RecoveryView:
    await ask.service.clock_recovery.dismiss(asked.table, ask.name)
    return _view(ask)


def _view(ask: Caller) -> RecoveryView:
    recovery = ask.service.clock_recovery
    return RecoveryView(
        *recovery.backups.holding, recovery.on_paper, recovery.failed.said(ask.words), recovery.pending_records.said
    )


class CopyGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tablet at this table that is showing the number `check`. If `check` is empty, the only tablet at the table
    that is asking is meant."""

    table: int
    check: Annotated[str, msgspec.Meta(max_length=20)] = ""


class HistoryChosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tablet at this table that is showing the number `check`."""

    table: int
    check: Annotated[str, msgspec.Meta(max_length=20)]


@recovery.operation(
    "GET", "/copies", "devices",
    "List the tablets that ask for the clock's record of their table, or that ask the clock to accept theirs",
    Example("no-tablet-asks", answer={"copies": [], "histories": []}),
)  # fmt: skip
async def read_copies(ask: Asking) -> CopyList:
    return CopyList(ask.service.copies.asked, ask.service.choices.asked)


@recovery.operation(
    "POST", "/copies/give", "devices", "Let a tablet take over a table from the previous kiosk",
    Example("to-none", {"table": 1, "check": "123456"}, 409, refused("copy-not-asked", table=1)), refuses=ORDER,
)  # fmt: skip
async def give_copy(ask: Asking, given: CopyGiven) -> AskedCopy:
    return await ask.service.copies.give(given.table, given.check)


@recovery.operation(
    "POST", "/copies/choose", "devices",
    "Accept a tablet's record of its table, and set the clock's record aside",
    Example("nothing-to-choose", {"table": 1, "check": "123456"}, 409, refused("history-not-asked", table=1)),
    refuses=ORDER,
)  # fmt: skip
async def choose_history(ask: Asking, chosen: HistoryChosen) -> GivenUp:
    return await ask.service.choices.choose(chosen.table, chosen.check, ask.name)
