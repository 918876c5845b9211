"""The line between a table and the clock inside one process: the sessions of both ends, without a network between."""

import asyncio
from collections.abc import Callable, Hashable
from typing import Any, cast

from starlette.datastructures import URL
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection

from kiosk.clock.service import Service
from kiosk.clock.web.sessions import serve_table
from kiosk.protocol.messages import Answered, ReaderStatus, Request, health_of
from kiosk.storage.journal import open_reader
from kiosk.table.link.events import Delivered, Identity, LinkEvent, OffsetMeasured
from kiosk.table.link.line import OpenJournal
from kiosk.table.link.session import ClockSession, PendingUpdates
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings

GONE = 1006
_END = {"type": "websocket.disconnect", "code": GONE}


class Closed(Exception):
    """The other end has hung up."""


class Pipe:
    """Two ends that hear each other, as `websockets` and Starlette have them."""

    def __init__(self) -> None:
        self._to_clock: asyncio.Queue[str | None] = asyncio.Queue()
        self._to_table: asyncio.Queue[str | None] = asyncio.Queue()
        self.client = None
        self.url = URL("ws://simulated/ws/table")

    # The table's end

    async def send(self, text: str) -> None:
        """To the clock."""
        self._to_clock.put_nowait(text)

    async def recv(self) -> str:
        """From the clock."""
        if (text := await self._to_table.get()) is None:
            raise Closed
        return text

    def hang_up(self) -> None:
        """The table does."""
        self._to_clock.put_nowait(None)

    # The clock's end

    async def accept(self) -> None:
        """Nothing to do."""

    async def receive(self) -> dict[str, Any]:
        """From the table."""
        text = await self._to_clock.get()
        return _END if text is None else {"type": "websocket.receive", "text": text}

    async def send_text(self, text: str) -> None:
        """To the table."""
        self._to_table.put_nowait(text)

    async def close(self, _code: int = GONE) -> None:
        """The clock hangs up."""
        self._to_table.put_nowait(None)


class DirectLine:
    """A table's line, as `ClockLine` is one; its loop is the clock's."""

    def __init__(
        self, service: Service, settings: TableSettings, services: Services, post: Callable[[LinkEvent, Hashable], None]
    ) -> None:
        self._service = service
        self._settings = settings
        self._services = services
        self._post = post
        self._news = PendingUpdates()
        self._pipe: Pipe | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def open(self, at: OpenJournal, readers: tuple[ReaderStatus, ...]) -> None:
        """Connect."""
        self._news.health = health_of(readers)
        self._pipe = pipe = Pipe()
        settings = self._settings
        who = Identity("", settings.table, settings.token, at.epoch, at.sitting, at.event, settings.language)
        self._tasks = [
            asyncio.ensure_future(self._talk(pipe, who, at)),
            asyncio.ensure_future(serve_table(self._service, cast(WebSocket, pipe))),
        ]

    async def _talk(self, pipe: Pipe, who: Identity, at: OpenJournal) -> None:
        with open_reader(at.path) as log:
            session = ClockSession(who, log, self._news, self._post_event, self._services.monotonic_ms)
            await session.run(cast(ClientConnection, pipe))

    def close(self) -> None:
        """Hang up."""
        if self._pipe:
            self._pipe.hang_up()
        for task in self._tasks[:1]:
            task.cancel()
        self._tasks = []

    def offer(self) -> None:
        """Send the new records of the journal."""
        self._news.changed.set()

    def report(self, readers: tuple[ReaderStatus, ...]) -> None:
        """Send the status of each reader."""
        self._news.health = health_of(readers)
        self._news.changed.set()

    def request(self, request: Request) -> None:
        """Ask the room for something, until it answers."""
        self._news.requests[request.id] = request
        self._news.changed.set()

    def withdraw(self, request: str) -> None:
        """Do not ask this any more, by the request's id."""
        self._news.requests.pop(request, None)

    def answered(self, answered: Answered) -> None:
        """Say what became of the floor's answer."""
        self._news.answered.append(answered)
        self._news.changed.set()

    def _post_event(self, event: LinkEvent) -> None:
        self._post(event, type(event).__name__ if isinstance(event, Delivered | OffsetMeasured) else None)
