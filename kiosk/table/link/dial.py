"""Connects to the clock, waits there for the director's approval, and turns errors in the conversation into faults."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from kiosk.clock_trust import Trust
from kiosk.faults import Fault
from kiosk.protocol.codec import Unreadable
from kiosk.protocol.link.pairing import TurnedAway
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Ping, Refusal, ToTable, decode_to_table
from kiosk.table.link.session import PATIENCE_S, Connection, RefusedByClock

T = TypeVar("T")
LOOK_S = 1.0


@asynccontextmanager
async def dial(trust: Trust, url: str) -> AsyncIterator[ClientConnection]:
    """A connection to the trusted clock. Never uses a proxy, because the clock is in the same building."""
    secure = await trust.arguments()
    async with connect(url, compression=None, proxy=None, open_timeout=5, close_timeout=1, **secure) as connection:
        yield connection


def answer_of(asking: Coroutine[Any, Any, T], clock: str) -> T:
    """Like `answered`, in an event loop of its own."""
    return asyncio.run(answered(asking, clock))


async def answered(asking: Coroutine[Any, Any, T], clock: str) -> T:
    """The result of a conversation with the clock at this address. Raises `Fault`."""
    try:
        return await asking
    except Unreadable as error:
        raise Fault("clock-speaks-otherwise", clock=clock, error=error.message) from error
    except (OSError, WebSocketException, TimeoutError) as error:
        raise Fault("clock-silent", clock=clock) from error


async def receive(clock: Connection) -> ToTable:
    """The clock's next message. Raises `RefusedByClock`, `Fault` if the director has turned the tablet away,
    `Unreadable`, or the socket's own exceptions."""
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
