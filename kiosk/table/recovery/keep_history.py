"""Asks the clock to accept this tablet's own history of its table as the valid one: sends all of it, and waits for the
director's approval. Writes nothing.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from kiosk.clock_trust import Trust
from kiosk.faults import Fault
from kiosk.protocol.link.recovery import AskKeep, CopyGranted, CopyHeld
from kiosk.protocol.link.wire import MOST_RECORDS, encode
from kiosk.protocol.messages import Ack, Pong, Records
from kiosk.storage.chain import START, Mark, mark_of
from kiosk.storage.journal_reader import JournalReader, open_reader, real_path
from kiosk.storage.promised import Promises
from kiosk.storage.sitting_files import SittingFiles
from kiosk.storage.witness import witness_path
from kiosk.table.link.approval import receive, wait_for
from kiosk.table.link.dial import answer_of, dial
from kiosk.table.link.session import Connection
from kiosk.table.settings import TableSettings

ShowHeld = Callable[[CopyHeld], object]


class KeptHistory(NamedTuple):
    """The journal that holds the table's history, as it was when the tablet asked. A kiosk that continues with it uses
    a later epoch than `epoch`.
    """

    path: Path
    head: Mark
    epoch: int


def keep_history(
    settings: TableSettings, check: str, show_held: ShowHeld, left: Callable[[], bool] = bool
) -> KeptHistory:
    """The journal that the director approved. Waits for the approval until `left` returns true. `show_held` is called
    with what the clock holds of it once the request is waiting. Raises `Fault`, including when the journal is not
    intact or is not approved.
    """
    clock = settings.clock.partition("://")[2].rstrip("/")
    return answer_of(_keep(settings, check, show_held, left), clock)


async def _keep(settings: TableSettings, check: str, show_held: ShowHeld, left: Callable[[], bool]) -> KeptHistory:
    files = SittingFiles(Path(settings.journal))
    path, url = real_path(files.path_now), f"{settings.clock.rstrip('/')}/table"
    with open_reader(path) as journal:
        epoch, head = Promises.read(witness_path(path)).epoch, journal.head
        ask = AskKeep(settings.token, settings.table, check, epoch, head, files.now, settings.language)
        async with dial(Trust(url, settings.clock_fingerprint), url) as clock:
            return KeptHistory(path, head, await _granted(clock, journal, ask, show_held, left))


async def _granted(
    clock: Connection,
    journal: JournalReader,
    ask: AskKeep,
    show_held: ShowHeld,
    left: Callable[[], bool],
) -> int:
    """The epoch that the director granted. The table continues in a later one."""
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
