"""The messages waiting for one client: only the latest on each subject, so that a slow client does not delay the
others."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable


class Latest:
    """A client's queue. It is never longer than the number of subjects, however slow the client is."""

    def __init__(self, in_parts: bool = False) -> None:
        self.in_parts = in_parts
        """Whether the client assembles a tournament from parts. If so, it gets only changed parts, and accepts several
        messages at once."""
        self._items: dict[Hashable, str] = {}
        self._news = asyncio.Event()

    def put(self, subject: Hashable, text: str) -> None:
        """Queue this text in place of any waiting text on the same subject."""
        self._items.pop(subject, None)
        self._items[subject] = text
        self._news.set()

    async def take(self) -> list[tuple[Hashable, str]]:
        while not self._items:
            self._news.clear()
            await self._news.wait()
        items, self._items = list(self._items.items()), {}
        return items

    async def send_all(self, send: Callable[[str], Awaitable[None]]) -> None:
        while self.in_parts:
            texts = [text for _, text in await self.take()]
            await send(f"[{','.join(texts)}]" if len(texts) > 1 else texts[0])
        while True:
            await self._news.wait()
            self._news.clear()
            while self._items:
                await send(self._items.pop(next(iter(self._items))))


class LatestFrame(Latest):
    """The queue of a client that also gets pictures, as bytes. Only the newest picture waits."""

    def __init__(self, send_frame: Callable[[bytes], Awaitable[None]]) -> None:
        super().__init__()
        self._send_frame = send_frame
        self._frame: bytes | None = None

    def put_frame(self, frame: bytes) -> None:
        """Queue this picture in place of any waiting picture."""
        self._frame = frame
        self._news.set()

    async def send_all(self, send: Callable[[str], Awaitable[None]]) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._items:
                await send(self._items.pop(next(iter(self._items))))
            frame, self._frame = self._frame, None
            if frame is not None:
                await self._send_frame(frame)
