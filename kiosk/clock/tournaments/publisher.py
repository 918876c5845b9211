"""Publishes one tournament to its clients. Knows nothing about sockets: a client is a `Latest` to be filled."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from engine.tournament.levels import level_clock
from engine.tournament.levels.level_clock import PlayOffset
from engine.tournament.levels.structure import blinds
from engine.tournament.rules.draw_rules import next_hash
from kiosk.clock.clients.latest import Latest
from kiosk.clock.clients.throttle import Throttle
from kiosk.clock.director import Totals, recovery
from kiosk.clock.settings import Shown
from kiosk.clock.tables.view import TableView
from kiosk.clock.times import Times
from kiosk.clock.tournaments.desk import Desk
from kiosk.clock.tournaments.shown.parts import Parts
from kiosk.clock.tournaments.shown.shown_names import TableUpdate, as_shown, shown
from kiosk.clock.tournaments.shown.typed_view import as_typed
from kiosk.clock.tournaments.shown.view import tournament_view
from kiosk.protocol.messages import AtTable, ClockState, Levels, Moment, Room, RoomInfo, WireMessage, encode, moment_of
from ui.words import Words

GATHER_S = 0.05
"""The time, in seconds, for which changes at tables are gathered before they are sent to clients."""
PAGES_S = 0.25
"""The minimum time between two updates of a page, in seconds. Only an order updates pages sooner."""
TABLES_AT_ONCE = 50
"""The maximum number of tables in one update. The others wait for the next one, so that other tasks get a turn."""


class _Texts(NamedTuple):
    """The state as two texts: one for clients that do not hold the structure, and one for clients that do."""

    room: str
    moment: str


class PublisherSettings(NamedTuple):
    """How names are shown, the time zone for times of day, and whether the results page shows the prizes."""

    names: Shown = "full"
    zone: str = ""
    prizes: bool = True


class Publisher:
    """Publishes one tournament. Belongs to the event loop's thread. `room_wide` fills in the totals that concern more
    than this tournament. `shows` says how tables and displays show it."""

    def __init__(
        self,
        desk: Desk,
        times: Times,
        room_wide: Callable[[Totals, Words], Totals],
        shows: PublisherSettings,
    ) -> None:
        self.desk = desk
        self._times = times
        self._room_wide = room_wide
        self.shows = shows
        self._names, self._zone = shows.names, shows.zone
        self._seq = 0
        self._state = self._new_state(times.mono_ms())
        self._texts = self._encoded()
        self._holding: set[Latest] = set()
        """The clients that hold the structure and are therefore sent only moments."""
        self._displays: set[Latest] = set()
        self._directors: dict[Latest, Words] = {}
        self._kiosks: dict[int, Latest] = {}
        self._last_updates: dict[int, TableUpdate] = {}
        """The data last sent to each kiosk."""
        self._update_inputs: object = None
        """The inputs of the last broadcast to tables."""
        self._changed: dict[int, None] = {}
        """Tables that changed since pages were last updated, earliest first."""
        self._parts: dict[str, Parts] = {}
        """The parts that pages hold, by language."""
        self._figures = Throttle(self._publish_figures, GATHER_S, GATHER_S, share=0.05)
        self._whole = Throttle(self._send_tournament, GATHER_S, PAGES_S, share=0.05)
        self._tables = Throttle(self._send_tables, GATHER_S, PAGES_S, share=0.2)
        desk.table_changed = self._table_changed

    def close(self) -> None:
        """Stop sending updates."""
        for throttle in (self._figures, self._whole, self._tables):
            throttle.close()

    # State

    @property
    def state(self) -> ClockState:
        """The public state of the tournament."""
        return self._state

    def state_now(self) -> ClockState:
        """The state at this moment, for clients that cannot count down using the service's time."""
        return self._new_state(self._times.mono_ms())

    def views(self, words: Words) -> list[TableView]:
        """Every table, for the director, in the language of `words`."""
        return [self.view(key, words) for key in self.desk.audited.keys]

    def view(self, key: int, words: Words) -> TableView:
        """One table, for the director, in the language of `words`."""
        accounts = self.desk.accounts
        seen = self.desk.audited.view(key, accounts.remarks(key), accounts.names(key), words)
        return as_typed(seen, self.desk.state, key, accounts.facts().get(key))

    def totals(self, words: Words) -> Totals:
        """All chips, and the choice to be made after an outage."""
        desk, chips = self.desk, self.desk.accounts.figures().chips
        last = desk.state.memory.last
        at = recovery(desk.state)
        return self._room_wide(
            Totals(
                chips_found=chips.found,
                chips_issued=chips.issued,
                adjusted=chips.adjusted,
                removed=chips.removed,
                recovery=at and at.at_table(desk.table_of(at.table)),
                mark=desk.mark,
                undo=last.kind if last else "",
            ),
            words,
        )

    # Clients

    def add_display(self, client: Latest, moments: bool) -> None:
        """Send this display the state from now on. If it takes `moments`, it gets the structure once now, and again
        only when the structure changes.
        """
        self._displays.add(client)
        self._begin(client, moments)

    def add_director(self, client: Latest, moments: bool, words: Words) -> None:
        """Send this director's page everything from now on, in the language of `words`."""
        self._directors[client] = words
        self._begin(client, moments)
        client.put("totals", encode(self.totals(words)))
        if client.in_parts:
            self._send_tournament()  # so that all of them have the same parts from now on
            for subject, text in self._parts[words.language].all():
                client.put(subject, text)
        else:
            client.put("tournament", encode(tournament_view(self.desk, words)))
        for key in self.desk.audited.keys:
            client.put(("table", key), encode(self.view(key, words)))

    def _begin(self, client: Latest, moments: bool) -> None:
        if moments:
            client.put("levels", encode(Levels(self._state.structure)))
            self._holding.add(client)
        client.put("room", self._text(client))

    def is_director(self, client: Latest) -> bool:
        """Whether the client is one of the director's pages."""
        return client in self._directors

    def remove(self, client: Latest) -> None:
        """Remove a client that has disconnected."""
        self._directors.pop(client, None)
        for clients in (self._displays, self._holding):
            clients.discard(client)

    def add_kiosk(self, key: int, client: Latest) -> TableUpdate:
        """Send this kiosk the state from now on. Returns the first data about its table, including the structure."""
        if before := self._kiosks.get(key):
            self._holding.discard(before)
        self._kiosks[key] = client
        self._holding.add(client)
        update = self._last_updates[key] = self._update_for(key, self.desk.accounts.room_info())
        return update

    def remove_kiosk(self, key: int, client: Latest) -> bool:
        """Send nothing more to a kiosk, because it has disconnected. Returns False if another kiosk has taken its
        place."""
        if self._kiosks.get(key) is not client:
            return False
        del self._kiosks[key]
        self._holding.discard(client)
        return True

    # Changes

    def clock_changed(self, at_ms: int) -> None:
        """Publish the tournament after an order has been carried out."""
        self._publish_state(at_ms)
        self.send_totals()
        self._whole.ask_now()
        # A typed table has no record of its own, so its players are as the order left them.
        self._changed.update(
            (key, None) for key, one in self.desk.state.sittings.items() if one.typed and not one.closed
        )
        self._tables.ask()

    def send_totals(self) -> None:
        """Send the totals to the directors."""
        self._send_directors("totals", self.totals)

    def _table_changed(self, key: int) -> None:
        self._changed[key] = None
        self.gather()

    def gather(self) -> None:
        """Schedule an update of pages, displays and kiosks, because something that the director sees has changed."""
        self._figures.ask()
        self._whole.ask()  # before the tables, because what a page shows of a table depends on its tournament
        self._tables.ask()

    def _send_tables(self) -> None:
        changed = list(self._changed)[:TABLES_AT_ONCE] if self._directors else list(self._changed)
        for key in changed:
            del self._changed[key]
        if self._directors:
            for key in sorted(set(changed).intersection(self.desk.audited.keys)):
                self._send_directors(("table", key), partial(self.view, key))
            self.send_totals()
        if self._changed:
            self._tables.ask()

    def _publish_figures(self) -> None:
        figures, state = self.desk.accounts.figures(), self._state
        play = self.desk.audited.play_range(self.desk.structure, self.desk.state.clock)
        if (figures.players_left, figures.average, play) != (state.players_left, state.average_stack, state.play):
            self._publish_state(self._times.mono_ms())
        elif self._update_inputs != self.desk.accounts.update_inputs():
            self._update_kiosks(all_of_them=False)

    def _publish_state(self, at_ms: int) -> None:
        self._seq += 1
        before, self._state = self._state, self._new_state(at_ms)
        self._texts = self._encoded()
        if self._state.structure != before.structure:
            levels = encode(Levels(self._state.structure))
            for client in self._holding:
                client.put("levels", levels)
        for client in (*self._displays, *self._directors):
            client.put("room", self._text(client))
        self._update_kiosks(all_of_them=True)

    def _update_kiosks(self, all_of_them: bool) -> None:
        """Send the state to all kiosks, or to those whose table's data has changed."""
        self._update_inputs = self.desk.accounts.update_inputs()
        room_info = self.desk.accounts.room_info() if self._kiosks else {}
        for key, client in self._kiosks.items():
            now = self._update_for(key, room_info)
            is_news = _news(now) != _news(self._last_updates[key])
            if all_of_them:
                client.put("room", self._texts.moment)
            if is_news:
                self._last_updates[key] = now
                client.put("at-table", encode(AtTable(*now)))

    def _encoded(self) -> _Texts:
        return _Texts(encode(Room(self._state)), encode(Moment(moment_of(self._state))))

    def _text(self, client: Latest) -> str:
        """The state for a client."""
        return self._texts.moment if client in self._holding else self._texts.room

    def _update_for(self, key: int, room_info: Mapping[int, RoomInfo]) -> TableUpdate:
        update = TableUpdate(self.desk.accounts.coming(key), self.desk.accounts.target(key), room_info.get(key))
        return as_shown(update, self.desk.state.entries, self._names)

    def _send_tournament(self) -> None:
        """Send each director's page the tournament in the page's own language: either all of it, or the parts that have
        changed."""
        for words in {words.language: words for words in self._directors.values()}.values():
            clients = [client for client, its in self._directors.items() if its.language == words.language]
            view = tournament_view(self.desk, words)
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

    def _send_directors(self, subject: str | tuple[str, int], said: Callable[[Words], WireMessage]) -> None:
        """Send each director's page a message in the page's own language. The message is made only once for each
        language."""
        texts: dict[str, str] = {}
        for client, words in self._directors.items():
            if words.language not in texts:
                texts[words.language] = encode(said(words))
            client.put(subject, texts[words.language])

    def _starts_at_ms(self) -> int | None:
        """The scheduled start in the service's own time."""
        tournament, times = self.desk.state, self._times
        if tournament.starts_ms is None or tournament.started:
            return None
        return times.mono_ms() + tournament.starts_ms - times.wall_ms()

    def _shifts(self) -> tuple[PlayOffset, ...]:
        """How far the level clock is shifted for each physical table."""
        sittings = self.desk.state.sittings
        on = (one for one in self.desk.state.clock.shifts if one.table in sittings and not sittings[one.table].closed)
        return tuple(PlayOffset(sittings[one.table].table, one.by) for one in on)

    def _new_state(self, at_ms: int) -> ClockState:
        desk, tournament, structure = self.desk, self.desk.state, self.desk.structure
        figures = desk.accounts.figures()
        return ClockState(
            epoch=desk.epoch,
            seq=self._seq,
            mark=desk.mark,
            event=tournament.name,
            structure=structure,
            index=tournament.clock.index,
            running=level_clock.is_running(tournament.clock),
            anchor_ms=at_ms,
            remaining_ms=level_clock.remaining_ms(tournament.clock, at_ms),
            blinds=blinds(structure, tournament.clock.index),
            entries=figures.entries,
            players_left=figures.players_left,
            tables=figures.tables,
            chips_issued=figures.chips.issued,
            average_stack=figures.average,
            room=tournament.id,
            over_ms=level_clock.overtime_ms(tournament.clock, structure, at_ms),
            recovered=tournament.memory.recovered,
            play=desk.audited.play_range(structure, tournament.clock),
            shifts=self._shifts(),
            starts_at_ms=self._starts_at_ms(),
            starts_ms=None if tournament.started else tournament.starts_ms,
            zone=self._zone,
            draw="" if tournament.started else next_hash(tournament),
            hand_for_hand=bool(tournament.barrier),
            hand=level_clock.hand_time(tournament.clock, at_ms),
            winner=shown(tournament.entries[tournament.ended.winner], self._names) if tournament.ended else "",
        )


def _news(update: TableUpdate) -> object:
    """The part that a table acts on. Every action increments the revision, whichever entry it concerns, so the revision
    is left out.
    """
    return update.coming, update.target and replace(update.target, rev=0), update.room_info
