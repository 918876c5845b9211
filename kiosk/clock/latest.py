"""What one client has yet to be sent: only the latest text of each subject, so that a slow client delays no other."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable


class Latest:
    """Never longer than there are subjects, however slow the client."""

    def __init__(self, in_parts: bool = False) -> None:
        self.in_parts = in_parts
        """It puts a tournament together from parts of which it is sent only those that have changed, and takes several
        messages as one array."""
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
        while self.in_parts:
            texts = [text for _, text in await self.take()]
            await send(f"[{','.join(texts)}]" if len(texts) > 1 else texts[0])
        while True:
            await self._news.wait()
            self._news.clear()
            while self._items:
                await send(self._items.pop(next(iter(self._items))))
