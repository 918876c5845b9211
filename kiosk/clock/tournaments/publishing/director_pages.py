"""Sends one tournament to its directors' pages, each in the page's own language. Knows nothing about sockets: a page is
a `Latest` to be filled."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from engine.tournament.field.entries import Entry, seated_at
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import TableFacts
from kiosk.clock.clients.latest import Latest
from kiosk.clock.tables.view import SeatView, TableView
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.publishing.director_messages import OutageChoice, Totals
from kiosk.clock.tournaments.shown.view import tournament_view
from kiosk.protocol.link.wire import WireMessage, encode
from kiosk.protocol.tournaments import EntriesAt, EntryView, TournamentView
from ui.words import Words

RoomWide = Callable[[Totals, Words], Totals]
"""Fills in the totals that concern more than one tournament, in a language."""
TABLES_AT_ONCE = 50
"""The maximum number of tables in one update, so that other tasks get a turn."""


class Parts:
    """The parts last sent to pages that receive the tournament in parts: the tournament without its entries, and the
    entries at each sitting."""

    def __init__(self) -> None:
        self._parts: dict[Hashable, WireMessage] = {}

    def changed(self, view: TournamentView) -> list[tuple[Hashable, str]]:
        before, self._parts = self._parts, dict(_parts(view))
        for subject, part in before.items():
            if subject not in self._parts and isinstance(part, EntriesAt):
                self._parts[subject] = EntriesAt(part.sitting)
        return [(subject, encode(part)) for subject, part in self._parts.items() if before.get(subject) != part]

    def all(self) -> list[tuple[Hashable, str]]:
        return [(subject, encode(part)) for subject, part in self._parts.items()]


def _parts(view: TournamentView) -> Iterator[tuple[Hashable, WireMessage]]:
    by_sitting: dict[int, list[EntryView]] = defaultdict(list)
    for entry in view.entries:
        by_sitting[entry.sitting].append(entry)
    yield "tournament", replace(view, entries=())
    for sitting, entries in by_sitting.items():
        yield ("entries", sitting), EntriesAt(sitting, tuple(entries))


def as_typed(view: TableView, tournament: Tournament, number: int, facts: TableFacts | None) -> TableView:
    """The view of a table without a kiosk, filled in with the data that the director typed. Any other view is
    unchanged. `facts` are those of the sitting."""
    sitting = tournament.sittings.get(number)
    typings = tournament.typed.get(number, ())
    if sitting is None or not (sitting.typed or typings):
        return view
    now = facts if facts and typings else TableFacts(number)
    out = {one.entry for one in typings[-1].out} if typings else set()

    def chips_of(entry: Entry) -> int:
        if entry.number in now.held:
            return now.held[entry.number].chips
        return 0 if entry.number in out or entry.moved_from else entry.chips

    seats = tuple(
        SeatView(entry.seat.seat, entry.name, chips_of(entry), 0, live=False, all_in=False, turn=False)
        for entry in seated_at(tournament.entries, tournament.occupied, sitting)
        if entry.seat
    )
    found = sum(seat.chips for seat in seats)
    return replace(
        view,
        typed=True,
        hand=now.hands,
        button=now.button,
        seats=seats,
        players=sum(seat.chips > 0 for seat in seats),
        chips_found=found,
        chips_issued=found,
        adjusted=0,
        removed=0,
        flags=(),
    )


class DirectorView:
    """The parts of a director's page besides the tournament itself: its tables, and the totals."""

    def __init__(self, desk: Desk, room_wide: RoomWide) -> None:
        self._desk = desk
        self._room_wide = room_wide

    def tables(self, words: Words) -> list[TableView]:
        return [self.table(key, words) for key in self._desk.audited.keys]

    def table(self, key: int, words: Words) -> TableView:
        accounts = self._desk.accounts
        seen = self._desk.audited.view(key, accounts.remarks(key), accounts.names(key), words)
        return as_typed(seen, self._desk.state, key, accounts.facts().get(key))

    def totals(self, words: Words) -> Totals:
        desk, chips = self._desk, self._desk.accounts.figures().chips
        last = desk.state.memory.last
        return self._room_wide(
            Totals(
                chips_found=chips.found,
                chips_issued=chips.issued,
                adjusted=chips.adjusted,
                removed=chips.removed,
                recovery=_recovery(desk),
                mark=desk.mark,
                undo=last.kind if last else "",
            ),
            words,
        )


def _recovery(desk: Desk) -> OutageChoice | None:
    state = desk.state
    if state.stopped_ms is None:
        return None
    reached = state.memory.reached
    return OutageChoice(
        state.stopped_ms, state.clock.index, state.clock.left_ms, desk.table_of(reached.table) if reached else 0
    )


class DirectorPages:
    """The open pages, and the tables that changed since they were last updated."""

    def __init__(self, desk: Desk, view: DirectorView) -> None:
        self._desk = desk
        self._view = view
        self._pages: dict[Latest, Words] = {}
        self._changed: dict[int, None] = {}
        self._parts: dict[str, Parts] = {}

    def __iter__(self) -> Iterator[Latest]:
        return iter(self._pages)

    def __contains__(self, client: Latest) -> bool:
        return client in self._pages

    def add(self, client: Latest, words: Words) -> None:
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
        self._pages.pop(client, None)

    def changed(self, keys: Iterable[int]) -> None:
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
        self._send("totals", self._view.totals)

    def send_tournament(self) -> None:
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
        texts: dict[str, str] = {}
        for client, words in self._pages.items():
            if words.language not in texts:
                texts[words.language] = encode(said(words))
            client.put(subject, texts[words.language])
