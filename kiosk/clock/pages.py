"""The pages that are open: displays, directors' pages and event streams, and which tournament each looks at. Knows no
sockets: each is a `Latest` to be filled."""

from collections.abc import Callable
from typing import NamedTuple

from kiosk.clock.desk.publisher import Publisher
from kiosk.clock.insight.watching import Watching
from kiosk.clock.latest import Latest
from kiosk.clock.room import Place, Tournaments
from kiosk.protocol.messages import encode
from kiosk.protocol.tournaments import TournamentList
from ui.words import Words


class Wish(NamedTuple):
    """What a page wants to see of a tournament; `moments` if it keeps the structure itself. `words` are those of a
    director's page: None for a display."""

    tournament: str
    moments: bool
    words: Words | None = None


class OpenPages:
    """Belongs to the event loop's thread."""

    def __init__(self, tournaments: Tournaments, listed: Callable[[], TournamentList]) -> None:
        """`listed` has the tournaments and the room's tables."""
        self._tournaments = tournaments
        self._listed = listed
        self._watching: dict[Latest, Publisher] = {}
        self._waiting: dict[Latest, Wish] = {}
        """Those that wait for a tournament."""
        self._streams: set[Latest] = set()
        self._open_tables = Watching()
        self.is_ending = False
        """Whether streams are to end."""

    def add_display(self, client: Latest, tournament: str = "", moments: bool = False) -> None:
        """Send it the state of a tournament from now on; of the one that is on for an empty id."""
        self._watch(client, Wish(tournament, moments))

    def add_director(self, client: Latest, words: Words, tournament: str = "", moments: bool = False) -> None:
        """Send it everything of a tournament from now on, in these words."""
        client.put("tournaments", encode(self._listed()))
        self._watch(client, Wish(tournament, moments, words))

    def remove(self, client: Latest) -> None:
        """It has disconnected."""
        self._waiting.pop(client, None)
        self._open_tables.remove(client)
        if publisher := self._watching.pop(client, None):
            publisher.remove(client)

    def look(self, client: Latest, sitting: int, words: Words) -> None:
        """A director's page shows this table of its tournament whole from now on; none for 0."""
        publisher = self._watching.get(client)
        is_there = publisher is not None and sitting in publisher.desk.floor.keys
        self._open_tables.look(client, Place(publisher, sitting) if publisher and is_there else None, words)

    def seen_by(self, client: Latest) -> Publisher | None:
        """The tournament that it looks at."""
        return self._watching.get(client)

    def opened(self, publisher: Publisher) -> None:
        """One more tournament: who waited for one looks at it, and every director is told."""
        publisher.desk.floor.listen(self._open_tables.listener(lambda key: Place(publisher, key)))
        for client, wish in list(self._waiting.items()):
            del self._waiting[client]
            self._watch(client, wish)
        self.tell_list()

    def tell_list(self) -> None:
        """To every director: the tournaments, and the room's tables."""
        watching = [client for client, watched in self._watching.items() if watched.is_director(client)]
        for client in (*watching, *(client for client, wish in self._waiting.items() if wish.words)):
            client.put("tournaments", encode(self._listed()))

    def count(self) -> tuple[int, int, int]:
        """How many directors' pages, displays and streams there are."""
        directors = sum(publisher.is_director(client) for client, publisher in self._watching.items())
        directors += sum(wish.words is not None for wish in self._waiting.values())
        return directors, len(self._watching) + len(self._waiting) - directors, len(self._streams)

    def close(self) -> None:
        """Nothing more is sent of an open table."""
        self._open_tables.close()

    def _watch(self, client: Latest, wish: Wish) -> None:
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
        """Tell it whenever something changes in a tournament, and as the service ends."""
        self._streams.add(client)
        publisher.add_director(client, False, words)

    def remove_stream(self, client: Latest, publisher: Publisher) -> None:
        """It has ended."""
        self._streams.discard(client)
        publisher.remove(client)

    def end_streams(self) -> None:
        """The service is about to end: nothing more is streamed."""
        self.is_ending = True
        for client in self._streams:
            client.put("end", "")
