"""The open pages: displays, directors' pages and event streams, and which tournament and table each follows. Knows
nothing about sockets: each is a `Latest` to be filled. Belongs to the event loop's thread."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from kiosk.clock.clients.latest import Latest
from kiosk.clock.features.insight.live import live_table
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.tournaments.room import Place, Tournaments
from kiosk.protocol.link.wire import encode
from kiosk.protocol.tournaments import TournamentList
from ui.words import Words

EVERY_S = 0.25
"""The minimum interval, in seconds, between updates of an open table."""


class PageSubscription(NamedTuple):
    """The tournament that a page wants to see. `moments` is set if the page keeps its own copy of the structure.
    `words` has the language of a director's page, or is None for a display."""

    tournament: str
    moments: bool
    words: Words | None = None


class OpenPages:
    def __init__(self, tournaments: Tournaments, listed: Callable[[], TournamentList]) -> None:
        """`listed` returns the tournaments and the room's tables."""
        self._tournaments = tournaments
        self._listed = listed
        self._watching: dict[Latest, Publisher] = {}
        self._waiting: dict[Latest, PageSubscription] = {}
        self._streams: set[Latest] = set()
        self._looks: dict[Latest, tuple[Place, Words]] = {}
        """The directors' pages that show a table in full."""
        self._changed: set[Place] = set()
        self._timer: asyncio.TimerHandle | None = None
        self.is_ending = False

    def add_display(self, client: Latest, tournament: str = "", moments: bool = False) -> None:
        """Send this display the state of a tournament from now on. An empty id means the current tournament."""
        self._watch(client, PageSubscription(tournament, moments))

    def add_director(self, client: Latest, words: Words, tournament: str = "", moments: bool = False) -> None:
        """Send this director's page everything about a tournament from now on, in the language of `words`."""
        client.put("tournaments", encode(self._listed()))
        self._watch(client, PageSubscription(tournament, moments, words))

    def remove(self, client: Latest) -> None:
        self._waiting.pop(client, None)
        self._looks.pop(client, None)
        if publisher := self._watching.pop(client, None):
            publisher.remove(client)

    def look(self, client: Latest, sitting: int, words: Words) -> None:
        """From now on, show this sitting of the page's tournament in full on a director's page (0 for none)."""
        self._looks.pop(client, None)
        publisher = self._watching.get(client)
        if publisher and sitting in publisher.desk.audited.keys:
            place = Place(publisher, sitting)
            self._looks[client] = place, words
            client.put("live", encode(live_table(place, words)))

    def seen_by(self, client: Latest) -> Publisher | None:
        return self._watching.get(client)

    def opened(self, publisher: Publisher) -> None:
        """A tournament was opened: notify every director's page, and show it on pages that were waiting for one."""
        publisher.desk.audited.listen(lambda key: self._table_changed(Place(publisher, key)))
        waiting, self._waiting = self._waiting, {}
        for client, wish in waiting.items():
            self._watch(client, wish)
        self.tell_list()

    def tell_list(self) -> None:
        """Send every director's page the tournaments and the room's tables."""
        watching = [client for client, watched in self._watching.items() if watched.is_director(client)]
        for client in (*watching, *(client for client, wish in self._waiting.items() if wish.words)):
            client.put("tournaments", encode(self._listed()))

    def count(self) -> tuple[int, int, int]:
        directors = sum(publisher.is_director(client) for client, publisher in self._watching.items())
        directors += sum(wish.words is not None for wish in self._waiting.values())
        return directors, len(self._watching) + len(self._waiting) - directors, len(self._streams)

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()

    def _table_changed(self, place: Place) -> None:
        if any(place == open_table for open_table, _ in self._looks.values()):
            self._changed.add(place)
            if self._timer is None:
                self._timer = asyncio.get_running_loop().call_later(EVERY_S, self._send_open)

    def _send_open(self) -> None:
        self._timer = None
        changed, self._changed = self._changed, set()
        for client, (place, words) in self._looks.items():
            if place in changed:
                client.put("live", encode(live_table(place, words)))

    def _watch(self, client: Latest, wish: PageSubscription) -> None:
        publisher = self._tournaments.named(wish.tournament)
        if publisher is None:
            self._waiting[client] = wish
            return
        self._watching[client] = publisher
        if wish.words:
            publisher.add_director(client, wish.moments, wish.words)
        else:
            publisher.add_display(client, wish.moments)

    def add_stream(self, client: Latest, publisher: Publisher, words: Words) -> None:
        """Notify this stream whenever something changes in a tournament, and when the service ends."""
        self._streams.add(client)
        publisher.add_director(client, False, words)

    def remove_stream(self, client: Latest, publisher: Publisher) -> None:
        self._streams.discard(client)
        publisher.remove(client)

    def end_streams(self) -> None:
        self.is_ending = True
        for client in self._streams:
            client.put("end", "")
