"""A simulated table: its machine, its dealer, and what its screen has promised."""

from collections.abc import Callable
from contextlib import suppress
from functools import reduce
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from engine.actions import Action, SeeCard, Undo
from engine.game.game import Game, apply
from engine.public import PublicTable
from engine.table.state import Table, is_playing
from kiosk.clock.times import Times
from kiosk.simulate.dealer import SimulatedDealer, SimulatedScreen
from kiosk.table.link.line import MakeLine
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from tests.lab.faults.cards import Cards
from tests.lab.faults.dealing import Dealing
from tests.lab.faults.machines import Run
from tests.lab.faults.readers import SimulatedReader
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import Follows


class DealtBy(NamedTuple):
    """A table's reader and cards."""

    reader: SimulatedReader
    cards: Cards


ACT_S = (0.2, 1.5)
UNDONE = 0.02
"""The share of touches that are undone."""


class DisplayedTable(NamedTuple):
    """The last state of a sitting that a screen showed: the record number, the table and the level."""

    sitting: str
    mark: int
    table: Table | None = None
    level: int = 0


class SimulatedTable:
    """One table of the room, through all runs of its program."""

    def __init__(
        self, name: str, settings: TableSettings, dice: Random, make_line: MakeLine, broken: Callable[[str], None]
    ) -> None:
        """`name` is the machine's name. `broken` is called with each problem that no fault explains."""
        self.name = name
        self.run: Run | None = None
        self.plays = True
        """Whether new hands are dealt. If the table must move to another sitting, it still finishes its hand."""
        self.promised: dict[str, DisplayedTable] = {}
        """The last state that the screen showed of each sitting."""
        self.settings = settings
        self.dealt: DealtBy | None = None
        """None if cards are keyed."""
        self._dice = dice
        self._make_line = make_line
        self._broken = broken
        self.dealer: FaultDealer | None = None
        self._past: list[FaultDealer] = []
        self._shown: tuple[str, int] | None = None
        """The sitting and record that this run last showed."""
        self._was_lost = False

    def boot(self, run: Run, times: Times) -> None:
        """Start the program. Raises `Fault` if it does not start."""
        self.run, self.dealer, self._shown, self._was_lost = run, None, None, False
        run.do(lambda: self._start(times))

    def _start(self, times: Times) -> None:
        self.dealer = FaultDealer(self, self.settings, times, self._dice, self._make_line)
        self._past.append(self.dealer)

    def close(self) -> None:
        """Release the files of all runs."""
        while self._past:
            with suppress(Exception):
                self._past.pop().host.stop()
        self.dealer = None

    def try_again(self, times: Times) -> None:
        """Touch the button of a table whose disk was full or has failed. The table is opened again. Raises `Fault` if
        that fails."""
        assert self.run
        self.run.do(lambda: self._open_anew(times))

    def _open_anew(self, times: Times) -> None:
        dealer, self.dealer, self._shown = self.dealer, None, None
        if dealer:
            self._past.remove(dealer)
            dealer.stop()
        self._start(times)

    def broken(self, what: str) -> None:
        """Report a problem of this table that no fault explains."""
        self._broken(f"{self.name} {what}")

    @property
    def is_stuck(self) -> bool:
        """Whether the table does not accept touches or does not deal hands, because of its disk."""
        return self.dealer is None or self.dealer.is_stuck

    @property
    def at(self) -> DisplayedTable:
        """The sitting and the last record of the table."""
        host = self.dealer.host if self.dealer else None
        return DisplayedTable(host.sitting, host.game.mark) if host else DisplayedTable("", 0)

    @property
    def is_lost(self) -> bool:
        """Whether the screen says that another kiosk has the table, or that the clock has a different history for
        it."""
        link = self.dealer.screen.surroundings.link if self.dealer else None
        return link is not None and link.lost

    def showed(self, sitting: str, game: Game) -> None:
        """Check what the screen shows against what it has shown before."""
        was_lost, self._was_lost = self._was_lost, self.is_lost
        if (sitting, game.mark) == self._shown:
            return
        if was_lost and self._was_lost and self._shown:
            self._broken(f"{self.name} only shows, and has written record {game.mark} of {sitting}")
        is_back = self._shown is not None and self._shown[0] != sitting
        self._shown = sitting, game.mark
        before, table = self.promised.get(sitting), game.table
        # After a return to a sitting, numbers are shown until the clock sends the names again. A twin's promise may be
        # from that time.
        if before and before.table and (is_back or _shows_numbers(before.table)):
            before, table = before._replace(table=_nameless(before.table)), _nameless(table)
        if before and game.mark < before.mark:
            self._broken(f"{self.name} showed record {before.mark} of {sitting}, and now shows {game.mark}")
        elif before and game.mark == before.mark and table != before.table:
            self._broken(f"{self.name} shows another table at record {game.mark} of {sitting}")
        level = game.table.blinds.level if game.table.blinds else 0
        if self.dealt and table.hand and (wrong := self.dealt.cards.wrong(sitting, table.hand)):
            self.broken(wrong)
        if before and level < before.level and not self._is_stopped_at(level):
            self._broken(f"{self.name} went back from level {before.level} to {level}")
        self.promised[sitting] = DisplayedTable(sitting, game.mark, game.table, level)

    def _is_stopped_at(self, level: int) -> bool:
        """Whether the room's clock has stopped at this level. A table that was cut off counted on without it."""
        room = self.dealer.host.sittings.now.clock._room if self.dealer else None
        return room is not None and not room.running and room.blinds is not None and room.blinds.level == level

    @property
    def decided(self) -> int:
        """The last record of the tournament that the table knows. It is 0 until the table has heard of one."""
        room = self.dealer.host.sittings.now.clock._room if self.dealer else None
        return room.mark if room else 0

    @property
    def is_folded(self) -> bool:
        """Whether the game in play matches what the engine rebuilds from the journal, event by event."""
        host = self.dealer.host if self.dealer else None
        return host is None or reduce(apply, host.sittings.now.events(), Game()) == host.game


def _shows_numbers(table: Table) -> bool:
    return any(seat and seat.name == seat.player for seat in table.seats)


def _nameless(table: Table) -> Table:
    return replace(table, seats=tuple(seat and replace(seat, name="") for seat in table.seats))


class FaultDealer(SimulatedDealer):
    """A dealer who sometimes undoes a touch, and reports what the screen shows."""

    reserve_bytes = 4096

    def __init__(
        self, table: SimulatedTable, settings: TableSettings, times: Times, dice: Random, make_line: MakeLine
    ) -> None:
        self._at = table
        dealt = table.dealt
        self._dealing = Dealing(*dealt, dice, table.broken) if dealt else None
        super().__init__(settings, times, dice, make_line, ACT_S)

    def _services(self, times: Times) -> Services:
        services = super()._services(times)
        return replace(services, open_reader=self._at.dealt.reader.open) if self._at.dealt else services

    def _make_screen(self) -> "FaultScreen":
        return FaultScreen(self)

    @property
    def is_stuck(self) -> bool:
        """Whether the disk is full or has failed."""
        return self.host.is_frozen or self.screen.surroundings.disk is not None

    def showed(self, game: Game) -> None:
        """Report what the screen shows."""
        self._at.showed(self.host.sitting, game)

    def _next(self) -> Action | None:
        if not self._at.plays and not (self.screen.surroundings.leaves and is_playing(self.game.table)):
            return None
        if self._dealing and not self._dealing.look(self):
            return None
        if self._dealing and self.game.table.hand and (rung := self._dealing.rung(self)):
            return rung
        action = super()._next()
        if self._dealing and isinstance(action, SeeCard) and self.game.table.hand and not self.game.table.race:
            assert action.seat is not None
            return self._dealing.next(self, action.seat, self.is_stuck or self._at.is_lost)
        return Undo() if action and self.game.table.hand and self._dice.random() < UNDONE else action


class FaultScreen(SimulatedScreen):
    """A screen that reports everything it shows as promised."""

    def __init__(self, dealer: FaultDealer) -> None:
        super().__init__()
        self._dealer = dealer

    def show(self, table: PublicTable, game: Game, surroundings: Surroundings, then: Follows = ()) -> None:
        """Show the table, as `TableDisplay` does."""
        super().show(table, game, surroundings, then)
        self._dealer.showed(game)
