"""A dealer with players at one table: the table's own program, its touches and cards by dice."""

import asyncio
from pathlib import Path
from random import Random

from engine.actions import Action, CloseRace, OpenRace, SeeCard, TakeSeat
from engine.cards import DECK, Card
from engine.game.game import Game
from engine.message import Message
from engine.public import public
from engine.table.chip_race import next_seat
from engine.table.state import is_playing
from kiosk.clock.service import Service
from kiosk.demo.players import next_move
from kiosk.simulate.wire import DirectLine
from kiosk.table.host import TableHost
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from ui.dealer.model.surroundings import LevelTime, Surroundings
from ui.dealer.model.taps import Aim, Follows

ACT_S = (2.0, 14.0)
"""How long a player or a card takes."""


class Screen:
    """The display of a table that nobody looks at: it remembers who is on the way, and what was refused."""

    def __init__(self) -> None:
        self.surroundings = Surroundings()
        self.refused: list[Message] = []

    def show(self, table: object, game: object, surroundings: Surroundings, then: Follows = ()) -> None:
        """As `TableDisplay` has it."""
        self.surroundings = surroundings

    def aimed(self, card: Card) -> Aim:
        """Where the street has it."""
        return Aim(SeeCard(card))

    def show_odd(self, odd: object) -> None:
        """Nobody looks."""

    def refuse(self, why: Message, clause: str) -> None:
        """Kept, for the report."""
        self.refused.append(why)


def race_step(game: Game, level: LevelTime | None, dice: Random) -> Action | None:
    """The next step of a colour-up that the break asks for; None where none is due."""
    table = game.table
    if table.race:
        seat, dealt = next_seat(table.race), {card for _, card in table.race.dealt}
        return SeeCard(dice.choice([card for card in DECK if card not in dealt]), seat) if seat else CloseRace()
    seen = public(game)
    if not any(table.seats):
        return None
    if seen.race_due:
        return OpenRace(*seen.race_due)
    if level is None or not level.is_break or table.book is None or seen.chip not in level.colour_up:
        return None
    staying = [chip for chip in level.chips if chip > seen.chip and chip not in level.colour_up]
    between = [chip for chip in level.chips if chip > seen.chip and chip % seen.chip == 0]
    return OpenRace(seen.chip, min(between)) if staying and between else None


class Dealer:
    """Deals at one table from its start to its end."""

    def __init__(self, folder: Path, number: int, token: str, service: Service, dice: Random) -> None:
        self.screen = Screen()
        self._loop = asyncio.get_running_loop()
        self._dice = dice
        settings = TableSettings(number, str(folder / f"table-{number}.journal"), "ws://simulated:1", token)
        services = Services(service.now_ms, service.now_ms, dice, self._wake, "simulated")
        self.host = TableHost(
            settings, self.screen, services, lambda asked, given, post: DirectLine(service, asked, given, post)
        )
        self.host.start()
        self._stopped = False
        self._loop.call_later(1, self._tick)
        self._loop.call_later(1, self._act)

    @property
    def game(self) -> Game:
        """The table as it is."""
        return self.host.game

    def stop(self) -> None:
        """Go home."""
        self._stopped = True
        self.host.stop()

    def _wake(self) -> None:
        self._loop.call_soon(self._take)

    def _take(self) -> None:
        if not self._stopped:
            self.host.take_posts()

    def _tick(self) -> None:
        if not self._stopped:
            self.host.tick()
            self._loop.call_later(1, self._tick)

    def _act(self) -> None:
        if self._stopped:
            return
        if action := self._next():
            self.host.ask(action)
        self._loop.call_later(self._dice.uniform(*ACT_S), self._act)

    def _next(self) -> Action | None:
        """What the dealer does next; None while the table waits."""
        game, level = self.game, self.screen.surroundings.level
        if is_playing(game.table):
            return next_move(public(game), self._dice)
        if coming := self.screen.surroundings.coming:
            one = coming[0]
            return TakeSeat(one.seat, one.player, one.name, one.chips, one.came_from)
        if race := race_step(game, level, self._dice):
            return race
        if level is None or not level.running or level.is_break:
            return None
        return next_move(public(game), self._dice)
