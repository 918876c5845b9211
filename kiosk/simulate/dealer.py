"""A simulated dealer and players at one table: the real program, with random touches and cards, on the clock's own
event loop."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from random import Random

from engine.actions import Action, SeeCard
from engine.cards import DECK, Card
from engine.game.game import Game
from engine.message import Message
from engine.public import PublicTable
from engine.table.actions.hands import StartHand
from engine.table.actions.setup import DrawButton
from engine.table.state import book_of, players
from kiosk.clock.times import Times
from kiosk.demo.players import next_of_all
from kiosk.protocol.messages import ReaderStatus, health_of
from kiosk.storage.journal_reader import open_reader
from kiosk.table.host import TableHost
from kiosk.table.link.clock_backup_files import ClockBackupFiles
from kiosk.table.link.connector import Connector
from kiosk.table.link.events import TableCredentials
from kiosk.table.link.line import MakeLine, OpenJournal, Post, TableLink
from kiosk.table.link.session import Connection, PendingUpdates
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import Aim, Follows

ACT_S = (2.0, 14.0)
"""The shortest and longest time that a player's action or a card takes, in seconds."""


def button_cards(dice: Random, count: int) -> tuple[Card, ...]:
    return tuple(dice.sample(DECK, count))


class SimulatedScreen:
    """A simulated table's display. It keeps the surroundings (such as arriving players) and the refusals."""

    def __init__(self) -> None:
        self.shown: tuple[PublicTable, Game] | None = None
        self.surroundings = Surroundings()
        self.refused: list[Message] = []
        self.odds: list[object] = []
        """The cards and unknown codes that the screen asked about."""

    def show(self, table: PublicTable, game: Game, surroundings: Surroundings, then: Follows = ()) -> None:
        self.shown = table, game
        self.surroundings = surroundings

    def aimed(self, card: Card) -> Aim:
        return Aim(SeeCard(card))

    def take_card(self, card: Card) -> bool:
        return False

    def show_odd(self, odd: object) -> None:
        self.odds.append(odd)

    def pin_checked(self, entered: object) -> None:
        """Does nothing, because nobody signs in."""

    def tell(self, what: Message) -> None:
        """Does nothing, because nobody would read it."""

    def refuse(self, why: Message, clause: str) -> None:
        self.refused.append(why)

    @property
    def said(self) -> int:
        """How many times the screen has asked for or refused something."""
        return len(self.refused) + len(self.odds)


class SimulatedDealer:
    reserve_bytes = 0

    def __init__(
        self,
        settings: TableSettings,
        times: Times,
        dice: Random,
        make_line: MakeLine,
        act_s: tuple[float, float] = ACT_S,
    ) -> None:
        """`act_s` is the shortest and longest time of an action, in seconds. Raises `Fault`."""
        self.screen = self._make_screen()
        self._loop = asyncio.get_running_loop()
        self._dice = dice
        self._act_s = act_s
        self.host = TableHost(settings, self.screen, self._services(times), make_line)
        self.host.start()
        self.is_gone = False
        self._drawn_in = ""
        self._loop.call_later(1, self._tick)
        self._loop.call_later(1, self._act)

    @property
    def game(self) -> Game:
        return self.host.game

    def stop(self) -> None:
        self.is_gone = True
        self.host.stop()

    def _services(self, times: Times) -> Services:
        return Services(
            times.mono_ms, times.wall_ms, self._dice, self._wake, times.boot, reserve_bytes=self.reserve_bytes
        )

    def _make_screen(self) -> SimulatedScreen:
        return SimulatedScreen()

    def _wake(self) -> None:
        self._loop.call_soon(self._take)

    def _take(self) -> None:
        if not self.is_gone:
            self.host.take_posts()

    def _tick(self) -> None:
        if not self.is_gone:
            self.host.tick()
            self._loop.call_later(1, self._tick)

    def _act(self) -> None:
        if self.is_gone:
            return
        if action := self._next():
            self.host.orders.ask(action)
        self._loop.call_later(self._dice.uniform(*self._act_s), self._act)

    def _next(self) -> Action | None:
        """The dealer's next action. None while the table is waiting."""
        shown, game = self.screen.shown, self.game
        seen = shown[0] if shown and shown[1] is game else None
        action = next_of_all(game, self.screen.surroundings, self._dice, seen)
        return self._button_draw() or action if isinstance(action, StartHand) else action

    def _button_draw(self) -> DrawButton | None:
        """The draw for the first button, if the rule book gives it to the highest card."""
        table = self.game.table
        if table.hands or table.event == self._drawn_in or book_of(table).first_button.value != "high-card":
            return None
        seats, self._drawn_in = players(table), table.event
        return DrawButton(tuple(seats), button_cards(self._dice, len(seats)))


class DirectLine(TableLink):
    def __init__(
        self,
        dial: Callable[[], AbstractAsyncContextManager[Connection]],
        settings: TableSettings,
        services: Services,
        post: Post,
    ) -> None:
        super().__init__(settings, services, post)
        self._dial = dial
        self._news = PendingUpdates()
        self._connector: Connector | None = None
        self._connecting: asyncio.Task[None] | None = None

    def open(self, at: OpenJournal, readers: tuple[ReaderStatus, ...]) -> None:
        settings, services = self._settings, self._services
        who = TableCredentials(
            "",
            settings.table,
            settings.token,
            at.epoch,
            at.sitting,
            settings.language,
            opening=at.opening,
        )
        self._connector = connector = Connector(
            who,
            lambda: open_reader(at.path),
            self._post_event,
            services.monotonic_ms,
            services.dice,
            lambda _: self._dial(),
            ClockBackupFiles(Path(settings.journal), services.free_bytes, services.wall_ms),
        )
        self._news = connector.news
        self._news.health = health_of(readers)
        self._connecting = asyncio.ensure_future(connector.run())

    def close(self) -> None:
        if self._connector and self._connecting:
            self._connector.is_ending = True
            self._connecting.cancel()
            self._connector = self._connecting = None

    def update(self, change: Callable[[PendingUpdates], object]) -> None:
        change(self._news)
