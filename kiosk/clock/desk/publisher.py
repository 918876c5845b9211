"""What is published of one tournament, and to whom. Knows no sockets: a client is a `Latest` to be filled."""

import asyncio
from collections.abc import Callable

from msgspec.structs import replace

from engine.tournament import level_clock
from engine.tournament.structure import blinds, without_ids
from engine.tournament.targets import TableTarget
from kiosk.clock.desk.desk import Desk
from kiosk.clock.desk.view import tournament_view
from kiosk.clock.director import Totals, recovery
from kiosk.clock.latest import Latest
from kiosk.clock.tables.view import TableView
from kiosk.clock.times import Times
from kiosk.protocol.messages import ClockState, Coming, Room, encode
from ui.words import Words

Told = tuple[tuple[Coming, ...], TableTarget | None]
"""Who is on the way to a table, and what should be there."""
GATHER_S = 0.05
"""Changes at tables are batched for this long before the pages are sent them."""


class Publisher:
    """Belongs to the event loop's thread. `room_wide` fills in what is not of this tournament alone."""

    def __init__(self, desk: Desk, times: Times, words: Words, room_wide: Callable[[Totals], Totals]) -> None:
        self.desk = desk
        self._times = times
        self._words = words
        self._room_wide = room_wide
        self._seq = 0
        self._state = self._new_state(times.mono_ms())
        self._displays: set[Latest] = set()
        self._directors: set[Latest] = set()
        self._kiosks: dict[int, Latest] = {}
        self._told: dict[int, Told] = {}
        """Who is on the way to a table and what should be there, as last sent to its kiosk."""
        self._changed: set[int] = set()
        self._gathering: asyncio.TimerHandle | None = None
        desk.table_changed = self._table_changed

    def close(self) -> None:
        """Nothing more is sent."""
        if self._gathering:
            self._gathering.cancel()

    # State

    @property
    def state(self) -> ClockState:
        """The public state of the tournament."""
        return self._state

    def views(self) -> list[TableView]:
        """Every table, for the director."""
        return [self.view(key) for key in self.desk.floor.keys]

    def view(self, key: int) -> TableView:
        """One table, for the director."""
        return self.desk.floor.view(key, self.desk.accounts.remarks(key))

    def totals(self) -> Totals:
        """All chips, and the choice after an outage."""
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
            )
        )

    # Clients

    def add_display(self, client: Latest) -> None:
        """Send it the state from now on."""
        self._displays.add(client)
        client.put("room", encode(Room(self._state)))

    def add_director(self, client: Latest) -> None:
        """Send it everything from now on."""
        self._directors.add(client)
        client.put("room", encode(Room(self._state)))
        client.put("totals", encode(self.totals()))
        client.put("tournament", encode(tournament_view(self.desk, self._words)))
        for key in self.desk.floor.keys:
            client.put(("table", key), encode(self.view(key)))

    def is_director(self, client: Latest) -> bool:
        """Whether it is one of the directors'."""
        return client in self._directors

    def remove(self, client: Latest) -> None:
        """It has disconnected."""
        self._displays.discard(client)
        self._directors.discard(client)

    def add_kiosk(self, key: int, client: Latest) -> Told:
        """Send it the state from now on; returns what is said of its table first."""
        self._kiosks[key] = client
        told = self._told[key] = self._to_tell(key)
        return told

    def remove_kiosk(self, key: int, client: Latest) -> bool:
        """It has disconnected. False where another has taken its place."""
        if self._kiosks.get(key) is not client:
            return False
        del self._kiosks[key]
        return True

    # Changes

    def clock_changed(self, at_ms: int) -> None:
        """An order was carried out."""
        self._publish_state(at_ms)
        self.send_totals()
        self._send_tournament()

    def send_totals(self) -> None:
        """The director's sums."""
        self._send_directors("totals", encode(self.totals()))

    def _table_changed(self, key: int) -> None:
        self._changed.add(key)
        if self._gathering is None:
            self._gathering = asyncio.get_running_loop().call_later(GATHER_S, self._publish_tables)

    def gather(self) -> None:
        """Something that the director sees has changed."""
        if self._gathering is None:
            self._gathering = asyncio.get_running_loop().call_later(GATHER_S, self._publish_tables)

    def _publish_tables(self) -> None:
        self._gathering = None
        changed, self._changed = self._changed, set()
        if self._directors:
            for key in sorted(changed):
                self._send_directors(("table", key), encode(self.view(key)))
            self.send_totals()
            self._send_tournament()
        figures, state = self.desk.accounts.figures(), self._state
        play = self.desk.floor.play_range(self.desk.structure)
        if (figures.players_left, figures.average, play) != (state.players_left, state.average_stack, state.play):
            self._publish_state(self._times.mono_ms())
        else:
            self._tell_kiosks(None)

    def _publish_state(self, at_ms: int) -> None:
        self._seq += 1
        self._state = self._new_state(at_ms)
        text = encode(Room(self._state))
        for client in (*self._displays, *self._directors):
            client.put("room", text)
        self._tell_kiosks(text)

    def _tell_kiosks(self, text: str | None) -> None:
        """The new state, or where there is none only what has changed for a table."""
        for key, client in self._kiosks.items():
            before, now = self._told[key], self._to_tell(key)
            if _news(now) != _news(before):
                self._told[key] = now
                client.put("room", encode(Room(self._state, *now)))
            elif text:
                # With all that was told before: where that has not been sent yet this takes its place.
                client.put("room", encode(Room(self._state, *before)) if any(before) else text)

    def _to_tell(self, key: int) -> Told:
        return self.desk.accounts.coming(key), self.desk.accounts.target(key)

    def _send_tournament(self) -> None:
        if self._directors and self.desk.has_entries:
            self._send_directors("tournament", encode(tournament_view(self.desk, self._words)))

    def _send_directors(self, subject: str | tuple[str, int], text: str) -> None:
        for client in self._directors:
            client.put(subject, text)

    def _new_state(self, at_ms: int) -> ClockState:
        desk, tournament, structure = self.desk, self.desk.state, self.desk.structure
        figures = desk.accounts.figures()
        return ClockState(
            epoch=desk.epoch,
            seq=self._seq,
            mark=desk.mark,
            event=tournament.name,
            structure=without_ids(structure),
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
            play=desk.floor.play_range(structure),
        )


def _news(told: Told) -> object:
    """What a table acts on: every act raises the revision, whomever it is about."""
    coming, target = told
    return coming, target and replace(target, rev=0)
