"""Asks the clock once how much it holds of a table's journal, before the journal is opened. Writes nothing."""

import asyncio

from websockets.exceptions import WebSocketException

from kiosk.clock_trust import Trust
from kiosk.faults import Fault
from kiosk.protocol.codec import Unreadable
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Refusal, Welcome, decode_to_table
from kiosk.storage.chain import Mark
from kiosk.table.link.dial import dial
from kiosk.table.link.events import TableCredentials

PATIENCE_S = 5.0


def held_by_clock(identity: TableCredentials, end: Mark) -> int | None:
    """How many records the clock holds of a journal that ends here; None without an answer.

    Takes up to `PATIENCE_S`. The clock notifies its director if it holds more than the journal.
    """
    try:
        return asyncio.run(_ask(identity, end))
    except (Fault, OSError, WebSocketException, Unreadable, TimeoutError):
        return None


async def _ask(who: TableCredentials, end: Mark) -> int | None:
    async with asyncio.timeout(PATIENCE_S):
        async with dial(Trust(who.url, who.fingerprint), who.url) as clock:
            await clock.send(encode(who.hello(end)))
            match decode_to_table(await clock.recv()):
                case Welcome(mark=mark):
                    return mark.seq
                case Refusal(held=held):
                    return held
    return None
