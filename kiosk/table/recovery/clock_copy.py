"""The clock's copy of a table: fetches it and puts it in place, or asks the clock to accept the table's own history."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import SystemRandom
from typing import NamedTuple

from msgspec.structs import replace
from websockets.exceptions import WebSocketException

from kiosk.clock_trust import Trust
from kiosk.faults import Fault
from kiosk.protocol.codec import Unreadable
from kiosk.protocol.link.addresses import TABLE_PATH
from kiosk.protocol.link.recovery import AskCopy, AskKeep, CopyGranted, CopyHeld, CopyRecords, FetchCopy
from kiosk.protocol.link.wire import MOST_RECORDS, encode
from kiosk.protocol.messages import Ack, Pong, Records, Refusal, Welcome, decode_to_table
from kiosk.storage import rescue
from kiosk.storage.chain import START, Mark, Record, follows, mark_of
from kiosk.storage.journal_reader import JournalReader, open_reader, real_path
from kiosk.storage.promised import Promises
from kiosk.storage.sitting_files import SittingFiles
from kiosk.storage.witness import witness_path
from kiosk.table.link.addresses import addresses_of, answering
from kiosk.table.link.dial import answer_of, dial, receive, wait_for
from kiosk.table.link.events import TableCredentials
from kiosk.table.link.session import Connection
from kiosk.table.settings import TableSettings

ShowHeld = Callable[[CopyHeld], object]
Left = Callable[[], bool]
PATIENCE_S = 5.0
DIGITS = 6


class TableCopy(NamedTuple):
    """Everything that the clock holds for a sitting. A kiosk that continues with it uses a later epoch than `epoch`."""

    sitting: str
    epoch: int
    records: tuple[Record, ...]


class KeptHistory(NamedTuple):
    """The journal that holds the table's history, as it was when the tablet asked. A kiosk that continues with it uses
    a later epoch than `epoch`."""

    path: Path
    head: Mark
    epoch: int


def fetch_copy(settings: TableSettings, check: str, show_held: ShowHeld, left: Left = bool) -> TableCopy:
    """The clock's copy of the table. Waits for the director's approval until `left` returns true. Once the request is
    waiting, `show_held` is called with what the clock holds. Raises `Fault`, including when the clock did not send
    everything it promised."""
    return answer_of(_fetch(settings, check, show_held, left), settings.clock_place)


async def _fetch(settings: TableSettings, check: str, show_held: ShowHeld, left: Left) -> TableCopy:
    async with _dialed(settings) as clock:
        return await copy_over(clock, settings, check, show_held, left)


async def copy_over(
    clock: Connection, settings: TableSettings, check: str, show_held: ShowHeld, left: Left
) -> TableCopy:
    """Like `fetch_copy`, but over this connection. Raises `Fault`, `Unreadable`, or the connection's own errors."""
    await clock.send(encode(AskCopy(settings.token, settings.table, check, settings.language)))
    held = await receive(clock)
    if not isinstance(held, CopyHeld):
        raise Fault("copy-not-given")
    show_held(held)
    granted = await wait_for(clock, CopyGranted, left)
    if granted is None:
        raise Fault("copy-not-given")
    return TableCopy(held.sitting, granted.epoch, tuple(await _all(clock, granted)))


async def _all(clock: Connection, granted: CopyGranted) -> list[Record]:
    records: list[Record] = []
    mark = START
    while mark.seq < granted.head.seq:
        await clock.send(encode(FetchCopy(mark.seq)))
        while isinstance(said := await receive(clock), Pong):
            pass
        if not isinstance(said, CopyRecords) or not said.records:
            raise Fault("copy-not-given")
        for record in said.records:
            if not follows(mark, record):
                raise Fault("copy-not-sound", record=record.seq)
            records.append(record)
            mark = mark_of(record)
    if mark != granted.head:
        raise Fault("copy-not-sound", record=mark.seq)
    return records


def keep_history(settings: TableSettings, check: str, show_held: ShowHeld, left: Left = bool) -> KeptHistory:
    """The approved journal. Waits for approval until `left` returns true; once the request is waiting, calls
    `show_held` with what the clock holds of the journal. Raises `Fault`, also if the journal is not intact or not
    approved."""
    return answer_of(_keep(settings, check, show_held, left), settings.clock_place)


async def _keep(settings: TableSettings, check: str, show_held: ShowHeld, left: Left) -> KeptHistory:
    files = SittingFiles(Path(settings.journal))
    path = real_path(files.path_now)
    with open_reader(path) as journal:
        epoch, head = Promises.read(witness_path(path)).epoch, journal.head
        ask = AskKeep(settings.token, settings.table, check, epoch, head, files.now, settings.language)
        async with _dialed(settings) as clock:
            return KeptHistory(path, head, await _granted(clock, journal, ask, show_held, left))


async def _granted(clock: Connection, journal: JournalReader, ask: AskKeep, show_held: ShowHeld, left: Left) -> int:
    await clock.send(encode(ask))
    held = await receive(clock)
    if not isinstance(held, CopyHeld):
        raise Fault("history-not-kept")
    mark = START
    while mark != ask.head:
        records = journal.read(mark.seq, MOST_RECORDS)
        await clock.send(encode(Records(tuple(records))))
        while isinstance(said := await receive(clock), Pong):
            pass
        mark = mark_of(records[-1])
        if not isinstance(said, Ack) or said.mark != mark:
            raise Fault("history-not-kept")
    show_held(replace(held, records=mark.seq, lacking=0))
    granted = await wait_for(clock, CopyGranted, left)
    if granted is None or granted.head != ask.head:
        raise Fault("history-not-kept")
    return granted.epoch


def answering_clock(settings: TableSettings) -> str:
    """The address of the clock that accepts connections, among those that the table knows. The first one if none
    does."""
    return asyncio.run(answering(addresses_of(settings).all)).removesuffix(TABLE_PATH)


@asynccontextmanager
async def _dialed(settings: TableSettings) -> AsyncIterator[Connection]:
    url = await answering(addresses_of(settings).all)
    async with dial(Trust(url, settings.clock_fingerprint), url) as clock:
        yield clock


def held_by_clock(identity: TableCredentials, end: Mark) -> int | None:
    """How many records the clock holds of a journal that ends at `end`; None if it does not answer. Takes up to
    `PATIENCE_S`. The clock notifies its director if it holds more records than the journal."""
    try:
        return asyncio.run(_ask_held(identity, end))
    except (Fault, OSError, WebSocketException, Unreadable, TimeoutError):
        return None


async def _ask_held(who: TableCredentials, end: Mark) -> int | None:
    async with asyncio.timeout(PATIENCE_S):
        async with dial(Trust(who.url, who.fingerprint), who.url) as clock:
            await clock.send(encode(who.hello(end)))
            match decode_to_table(await clock.recv()):
                case Welcome(mark=mark):
                    return mark.seq
                case Refusal(held=held):
                    return held
    return None


def new_check() -> str:
    """A number that both screens show, so that the director approves this tablet and not another one."""
    return f"{SystemRandom().randrange(10**DIGITS):0{DIGITS}}"


def put_in_place(settings: TableSettings, copy: TableCopy) -> tuple[Path, Path | None]:
    """Put the copy in place. Returns the journal that the table continues with, and the folder with the old files (None
    if there were none). If this raises `Fault`, the table is unchanged, or still reports which records are missing."""
    files = SittingFiles(Path(settings.journal))
    path = real_path(files.path(copy.sitting))
    kept = rescue.replace(path, copy.records, copy.epoch)
    files.go_to(copy.sitting)
    return path, kept
