"""Connects to the clock, and turns errors in a conversation with it into faults."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from kiosk.clock_trust import Trust
from kiosk.faults import Fault
from kiosk.protocol.codec import Unreadable

T = TypeVar("T")


@asynccontextmanager
async def dial(trust: Trust, url: str) -> AsyncIterator[ClientConnection]:
    """A connection to the clock, if it is the trusted one. Never uses a proxy, because the clock is in the same
    building."""
    secure = await trust.arguments()
    async with connect(url, compression=None, proxy=None, open_timeout=5, close_timeout=1, **secure) as connection:
        yield connection


def answer_of(asking: Coroutine[Any, Any, T], clock: str) -> T:
    """The result of a conversation with the clock at this address. Raises `Fault`."""
    try:
        return asyncio.run(asking)
    except Unreadable as error:
        raise Fault("clock-speaks-otherwise", clock=clock, error=error.message) from error
    except (OSError, WebSocketException, TimeoutError) as error:
        raise Fault("clock-silent", clock=clock) from error
