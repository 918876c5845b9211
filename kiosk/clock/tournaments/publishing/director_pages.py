"""Sends one tournament to its directors' pages, each in the page's own language. Knows nothing about sockets: a page is
a `Latest` to be filled.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from kiosk.clock.clients.latest import Latest
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.publishing.director_view import DirectorView
from kiosk.clock.tournaments.shown.parts import Parts
from kiosk.clock.tournaments.shown.view import tournament_view
from kiosk.protocol.link.wire import WireMessage, encode
from ui.words import Words

TABLES_AT_ONCE = 50
"""The maximum number of tables in one update. The others wait for the next one, so that other tasks get a turn."""


class DirectorPages:
    """The open pages, and the tables that changed since they were last updated."""

    def __init__(self, desk: Desk, view: DirectorView) -> None:
        self._desk = desk
        self._view = view
        self._pages: dict[Latest, Words] = {}
        self._changed: dict[int, None] = {}
        """The tables that changed, earliest first."""
        self._parts: dict[str, Parts] = {}
        """The parts that pages hold, by language."""

    def __iter__(self) -> Iterator[Latest]:
        return iter(self._pages)

    def __contains__(self, client: Latest) -> bool:
        return client in self._pages

    def add(self, client: Latest, words: Words) -> None:
        """Send this page everything, and all changes from now on."""
        self._pages[client] = words
        client.put("totals", encode(self._view.totals(words)))
        if client.in_parts:
            self.send_tournament()  # so that all of them have the same parts from now on
            for subject, text in self._parts[words.language].all():
                client.put(subject, text)
        else:
            client.put("tournament", encode(tournament_view(self._desk, words)))
        for key in self._desk.audited.keys:
            client.put(("table", key), encode(self._view.table(key, words)))

    def remove(self, client: Latest) -> None:
        """Remove a page that has disconnected."""
        self._pages.pop(client, None)

    def changed(self, keys: Iterable[int]) -> None:
        """These tables have changed. They are sent with the next update."""
        self._changed.update(dict.fromkeys(keys))

    def send_tables(self) -> bool:
        """Send the tables that have changed. Returns whether some have to wait for the next update."""
        changed = list(self._changed)[:TABLES_AT_ONCE] if self._pages else list(self._changed)
        for key in changed:
            del self._changed[key]
        if self._pages:
            for key in sorted(set(changed).intersection(self._desk.audited.keys)):
                self._send(("table", key), partial(self._view.table, key))
            self.send_totals()
        return bool(self._changed)

    def send_totals(self) -> None:
        """Send the totals."""
        self._send("totals", self._view.totals)

    def send_tournament(self) -> None:
        """Send the tournament: either all of it, or the parts that have changed."""
        for words in {words.language: words for words in self._pages.values()}.values():
            clients = [client for client, its in self._pages.items() if its.language == words.language]
            view = tournament_view(self._desk, words)
            if whole := [client for client in clients if not client.in_parts]:
                text = encode(view)
                for client in whole:
                    client.put("tournament", text)
            if len(whole) < len(clients):
                news = self._parts.setdefault(words.language, Parts()).changed(view)
                for client in clients:
                    if client.in_parts:
                        for subject, text in news:
                            client.put(subject, text)

    def _send(self, subject: str | tuple[str, int], said: Callable[[Words], WireMessage]) -> None:
        """Send each page a message. The message is made only once for each language."""
        texts: dict[str, str] = {}
        for client, words in self._pages.items():
            if words.language not in texts:
                texts[words.language] = encode(said(words))
            client.put(subject, texts[words.language])
