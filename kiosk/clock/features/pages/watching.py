"""Tracks which client watches which table, and sends it only that table, at most four times a second."""

import asyncio
from collections.abc import Callable

from kiosk.clock.clients.latest import Latest
from kiosk.clock.features.insight.live import live_table
from kiosk.clock.tournaments.room import Place
from kiosk.protocol.link.wire import encode
from ui.words import Words

EVERY_S = 0.25


class Watchers:
    """The clients that are watching a table. Belongs to the event loop's thread."""

    def __init__(self) -> None:
        self._looks: dict[Latest, tuple[Place, Words]] = {}
        self._changed: set[Place] = set()
        self._timer: asyncio.TimerHandle | None = None

    def look(self, client: Latest, place: Place | None, words: Words) -> None:
        """Watch this table from now on, and no other. None means that no table is watched."""
        self._looks.pop(client, None)
        if place:
            self._looks[client] = place, words
            client.put("live", encode(live_table(place, words)))

    def remove(self, client: Latest) -> None:
        self._looks.pop(client, None)

    def listener(self, place_of: Callable[[int], Place]) -> Callable[[int], None]:
        """A function to call with the key of each changed table of a tournament."""

        def changed(key: int) -> None:
            if self._looks and any(place == place_of(key) for place, _ in self._looks.values()):
                self._changed.add(place_of(key))
                if self._timer is None:
                    self._timer = asyncio.get_running_loop().call_later(EVERY_S, self._send)

        return changed

    def close(self) -> None:
        """Stop sending."""
        if self._timer:
            self._timer.cancel()

    def _send(self) -> None:
        self._timer = None
        changed, self._changed = self._changed, set()
        for client, (place, words) in self._looks.items():
            if place in changed:
                client.put("live", encode(live_table(place, words)))
