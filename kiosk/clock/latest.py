"""What one client has yet to be sent: only the latest text of each subject, so that a slow client delays no other."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable


class Latest:
    """Never longer than there are subjects, however slow the client."""

    def __init__(self) -> None:
        self._items: dict[Hashable, str] = {}
        self._news = asyncio.Event()

    def put(self, subject: Hashable, text: str) -> None:
        """Queue this in place of what waits on the same subject."""
        self._items.pop(subject, None)
        self._items[subject] = text
        self._news.set()

    async def take(self) -> list[tuple[Hashable, str]]:
        """Everything that waits, once something does."""
        while not self._items:
            self._news.clear()
            await self._news.wait()
        items, self._items = list(self._items.items()), {}
        return items

    async def send_all(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send everything, for ever, in the order in which it came."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._items:
                await send(self._items.pop(next(iter(self._items))))
