"""The open pages: displays, directors' pages and event streams, and which tournament each follows. Knows nothing about
sockets: each is a `Latest` to be filled.
"""

from collections.abc import Callable
from typing import NamedTuple

from kiosk.clock.clients.latest import Latest
from kiosk.clock.features.pages.watching import Watchers
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.tournaments.room import Place, Tournaments
from kiosk.protocol.link.wire import encode
from kiosk.protocol.tournaments import TournamentList
from ui.words import Words


class PageSubscription(NamedTuple):
    """A page's view of a tournament. `moments` is set if the page keeps the structure itself. `words` is in the
    language of a director's page, or None for a display."""

    tournament: str
    moments: bool
    words: Words | None = None


class OpenPages:
    """All open pages. Belongs to the event loop's thread."""

    def __init__(self, tournaments: Tournaments, listed: Callable[[], TournamentList]) -> None:
        """`listed` returns the tournaments and the room's tables."""
        self._tournaments = tournaments
        self._listed = listed
        self._watching: dict[Latest, Publisher] = {}
        self._waiting: dict[Latest, PageSubscription] = {}
        """The pages that are waiting for a tournament."""
        self._streams: set[Latest] = set()
        self._open_tables = Watchers()
        self.is_ending = False
        """Whether streams are ending."""

    def add_display(self, client: Latest, tournament: str = "", moments: bool = False) -> None:
        """Send this display the state of a tournament from now on. An empty id means the current tournament."""
        self._watch(client, PageSubscription(tournament, moments))

    def add_director(self, client: Latest, words: Words, tournament: str = "", moments: bool = False) -> None:
        """Send this director's page everything about a tournament from now on, in the language of `words`."""
        client.put("tournaments", encode(self._listed()))
        self._watch(client, PageSubscription(tournament, moments, words))

    def remove(self, client: Latest) -> None:
        """Remove a client that has disconnected."""
        self._waiting.pop(client, None)
        self._open_tables.remove(client)
        if publisher := self._watching.pop(client, None):
            publisher.remove(client)

    def look(self, client: Latest, sitting: int, words: Words) -> None:
        """From now on, show this table of its tournament in full on a director's page. If `sitting` is 0, do not show
        any table in full.
        """
        publisher = self._watching.get(client)
        is_there = publisher is not None and sitting in publisher.desk.audited.keys
        self._open_tables.look(client, Place(publisher, sitting) if publisher and is_there else None, words)

    def seen_by(self, client: Latest) -> Publisher | None:
        """The tournament that this client follows."""
        return self._watching.get(client)

    def opened(self, publisher: Publisher) -> None:
        """A tournament was opened. Pages that were waiting for one now follow it, and every director's page is
        notified."""
        publisher.desk.audited.listen(self._open_tables.listener(lambda key: Place(publisher, key)))
        for client, wish in list(self._waiting.items()):
            del self._waiting[client]
            self._watch(client, wish)
        self.tell_list()

    def tell_list(self) -> None:
        """Send every director's page the tournaments and the room's tables."""
        watching = [client for client, watched in self._watching.items() if watched.is_director(client)]
        for client in (*watching, *(client for client, wish in self._waiting.items() if wish.words)):
            client.put("tournaments", encode(self._listed()))

    def count(self) -> tuple[int, int, int]:
        """How many director's pages, displays and streams are open."""
        directors = sum(publisher.is_director(client) for client, publisher in self._watching.items())
        directors += sum(wish.words is not None for wish in self._waiting.values())
        return directors, len(self._watching) + len(self._waiting) - directors, len(self._streams)

    def close(self) -> None:
        """Send nothing more about open tables."""
        self._open_tables.close()

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

    # Streams

    def add_stream(self, client: Latest, publisher: Publisher, words: Words) -> None:
        """Notify this stream whenever something changes in a tournament, and when the service ends."""
        self._streams.add(client)
        publisher.add_director(client, False, words)

    def remove_stream(self, client: Latest, publisher: Publisher) -> None:
        """Remove a stream that has ended."""
        self._streams.discard(client)
        publisher.remove(client)

    def end_streams(self) -> None:
        """The service is about to stop: end all streams."""
        self.is_ending = True
        for client in self._streams:
            client.put("end", "")
