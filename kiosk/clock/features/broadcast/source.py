"""The data that a broadcast reads from one table of a tournament, as it is now. None of it is broadcast without a
delay.
"""

from engine.tournament.levels.level_clock import hand_time, is_running, most_to_run_ms, remaining_ms
from engine.tournament.state import is_over
from kiosk.clock.features.broadcast.frame import RoomFigures
from kiosk.clock.settings import Shown
from kiosk.clock.store.writer import Writer
from kiosk.clock.tournaments.room import Place
from kiosk.clock.tournaments.shown.prizes import desk_prizes
from kiosk.clock.tournaments.shown.shown_names import shown
from kiosk.protocol.numbered import Names
from kiosk.storage.chain import Record


class Source:
    """One table in a tournament. Names are shown according to the room's `names` setting."""

    def __init__(self, place: Place, writer: Writer, names: Shown) -> None:
        self.place = place
        self._writer = writer
        self._names: Shown = names
        self._chosen = self._choices()

    @property
    def is_replaced(self) -> bool:
        """Whether a different history has been chosen for the table since this was made."""
        return self._choices() != self._chosen

    def _choices(self) -> int:
        return self.place.desk.audited.chosen.get(self.place.key, 0)

    async def read(self, after: int, most: int) -> list[Record]:
        """The records after record `after`, as they are on disk; none once the history is replaced. Raises `Fault`."""
        records = await self._writer.read(self.place.stream, after, most)
        return [] if self.is_replaced else records

    def taken_ms(self) -> int | None:
        """When records last arrived, in the service's time, or None if none have arrived since the service started."""
        return self.place.desk.audited.taken_ms(self.place.key)

    def names(self) -> Names:
        """The players' names, by their ids at the table."""
        desk = self.place.desk
        names, entries = desk.accounts.names(self.place.key), desk.state.entries
        if self._names == "full" or not entries:
            return names
        numbers = {one.alias.player: number for number, one in entries.items() if one.alias}
        numbers |= {player: int(player) for player in names if player.isdecimal()}
        return {player: shown(entries[numbers[player]], self._names) for player in names}

    def figures(self, now_ms: int) -> RoomFigures:
        """The tournament's figures."""
        desk = self.place.desk
        clock, paid = desk.state.clock, len(desk_prizes(desk).amounts)
        by_time = desk.audited.play_range(desk.structure, clock) is None
        left_ms = remaining_ms(clock, now_ms) if by_time else None
        hand_ms = most_to_run_ms(hand_time(clock, now_ms))
        return RoomFigures(desk.accounts.figures().players_left, paid, left_ms, is_running(clock), hand_ms)

    def is_closed(self) -> bool:
        """Whether the table is closed or the tournament is over, so that no more hands will be dealt."""
        desk, key = self.place.desk, self.place.key
        return is_over(desk.state) or desk.state.sittings[key].closed
