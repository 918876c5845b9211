"""How a tablet waits for the director's approval of its request, over a connection that shows the clock that the tablet
is still waiting.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from kiosk.faults import Fault
from kiosk.protocol.link.pairing import TurnedAway
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Ping, Refusal, ToTable, decode_to_table
from kiosk.table.link.session import PATIENCE_S, Connection, RefusedByClock

T = TypeVar("T")
LOOK_S = 1.0
"""How often to check whether anyone is still waiting."""


async def receive(clock: Connection) -> ToTable:
    """The clock's next message. Raises `RefusedByClock`, `Fault` if the director has turned the tablet away,
    `Unreadable`, or the socket's own exceptions.
    """
    async with asyncio.timeout(PATIENCE_S):
        said = decode_to_table(await clock.recv())
    if isinstance(said, Refusal):
        raise RefusedByClock("clock-refused", why=said.why, fix=said.fix)
    if isinstance(said, TurnedAway):
        raise Fault("pairing-turned-away")
    return said


async def wait_for(clock: Connection, kind: type[T], left: Callable[[], bool]) -> T | None:
    """The first message of this kind; None once `left` returns true. Raises the same errors as `receive`."""
    while not left():
        await clock.send(encode(Ping(0)))
        try:
            async with asyncio.timeout(LOOK_S):
                while not isinstance(said := await receive(clock), kind):
                    pass
                return said
        except TimeoutError:
            pass
    return None
