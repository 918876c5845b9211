"""A hosted table's way to its glass: through the clock. The host keeps one connection waiting there for the next glass.

A table that has no token yet first asks the clock to be paired, as a table with a screen of its own does. Its code is
printed, because nobody can see its screen yet.
"""

import asyncio
import logging
import random
import ssl
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from engine.decoders import NOT_JSON
from hardware.reading.retry import next_backoff_s
from kiosk.clock_trust import Trust
from kiosk.faults import Fault
from kiosk.host.web import ShowTable
from kiosk.protocol.glass import FROM_CLOCK, GlassHello, OfferTable
from kiosk.protocol.link.wire import encode
from kiosk.protocol.pairing import CodeAndCheck
from kiosk.table.link.dial import dial
from kiosk.table.pairing.paired import is_unpaired, keep_paired, table_settings
from kiosk.table.pairing.pairing_request import PairingRequest, pair_as_table

PATIENCE_S = 15.0
"""The clock says every five seconds that the connection works."""
FIRST_RETRY_S, LONGEST_RETRY_S = 0.25, 5.0
log = logging.getLogger(__name__)


class OfferedTable:
    """Offers one table at its clock."""

    def __init__(self, path: Path, clock: str, show: ShowTable) -> None:
        """`path` is the table's settings file. `clock` is the clock's address for a table whose settings have none.
        `show` shows the table on a glass."""
        self._path = path
        self._clock = clock
        self._show = show
        self._said = ""
        self._shown = set[asyncio.Task[None]]()
        """The loop itself does not keep its tasks from being collected."""

    async def pair(self, say: Callable[[CodeAndCheck], object]) -> bool:
        """Ask the clock until the table is paired with it. `say` gets each code that the director can approve. Returns
        False if the director has turned the table away."""
        retry_s = 0.0
        while True:
            try:
                if not is_unpaired(settings := table_settings(self._path)):
                    return True
                asked = PairingRequest(settings.clock or self._clock, settings.table, settings.language)
                keep_paired(settings, await pair_as_table(asked, lambda shown, _: say(shown)))
            except Fault as fault:
                self._note(str(fault))
                if fault.message.code == "pairing-turned-away":
                    return False
                retry_s = next_backoff_s(retry_s, FIRST_RETRY_S, LONGEST_RETRY_S)
                await asyncio.sleep(retry_s)

    async def keep_open(self) -> None:
        """Offer the table for as long as the task runs: again as soon as a glass has come, and whenever the connection
        is lost."""
        retry_s = 0.0
        while True:
            try:
                await self._wait_for_glass()
                retry_s = 0.0
                continue
            except (OSError, WebSocketException, TimeoutError, Fault, *NOT_JSON) as error:
                self._note(_why(error))
            retry_s = next_backoff_s(retry_s, FIRST_RETRY_S, LONGEST_RETRY_S)
            await asyncio.sleep(retry_s * random.uniform(0.5, 1.0))

    async def _wait_for_glass(self) -> None:
        """Wait at the clock until a glass comes. Its connection lives on in a task of its own."""
        settings = table_settings(self._path)
        trust = Trust(settings.clock, settings.clock_fingerprint)
        async with AsyncExitStack() as connection:
            address = f"{settings.clock.rstrip('/')}/glass/table"
            socket = await connection.enter_async_context(dial(trust, address))
            await socket.send(encode(OfferTable(settings.table, settings.token)))
            while not isinstance(said := await _next_message(socket), GlassHello):
                self._note("")
            task = asyncio.create_task(self._serve(connection.pop_all(), socket, said))
            self._shown.add(task)
            task.add_done_callback(self._shown.discard)

    async def _serve(self, connection: AsyncExitStack, socket: ClientConnection, hello: GlassHello) -> None:
        async with connection:
            await self._show(socket, hello)

    def _note(self, why: str) -> None:
        """Log why the table is not offered, once until it changes."""
        if why and why != self._said:
            log.warning("no glass can reach the table of %s: %s", self._path, why)
        self._said = why


async def _next_message(socket: ClientConnection) -> object:
    async with asyncio.timeout(PATIENCE_S):
        return FROM_CLOCK.decode(await socket.recv())


def _why(error: Exception) -> str:
    if isinstance(error, ConnectionClosed) and error.rcvd:
        return f"the clock has closed the connection with code {error.rcvd.code}"
    if isinstance(error, TimeoutError):
        return "the clock does not answer"
    return f"{type(error).__name__}: {error}" if isinstance(error, ssl.SSLError) else str(error)
