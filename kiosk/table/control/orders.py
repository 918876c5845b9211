"""Carries out the actions that people, cards, the clock and the passage of time request at a table, or shows why an
action is not possible."""

from dataclasses import dataclass

from engine.actions import Action
from kiosk.protocol.messages import FloorAnswer
from kiosk.table.control.screen_updates import ScreenUpdates
from kiosk.table.control.sittings import TableSittings
from kiosk.table.control.write_gate import WriteGate
from kiosk.table.display import TableDisplay
from kiosk.table.readers.card_readings import CardOrder, CardReadings
from kiosk.table.seating.requests import seat_here
from kiosk.table.tournament_side import TournamentSide
from ui.dealer.model.taps import RoomRequest, SeatHere


@dataclass(frozen=True, eq=False)
class TableOrders:
    """The only path by which a touch, a card or a message reaches the keeper of the table's record."""

    number: int
    face: TableDisplay
    sittings: TableSittings
    gate: WriteGate
    tournament: TournamentSide
    cards: CardReadings
    updates: ScreenUpdates

    def ask(self, action: Action, seen: int | None = None, card: CardOrder | None = None) -> None:
        """Carry out the action, or show why it is not possible. A tap on an outdated screen is ignored. `card` is set
        if the action follows from a card that was read."""
        if why := self.gate.problem(action):
            self.face.refuse(why, "")
            return
        if self.tournament.asks_room(action, self.sittings.now):
            return
        with self.gate.guarded():
            waiting = self.cards.waiting_for(action)
            self._do(action, seen, card)
            if waiting and (order := self.cards.order_of(waiting, self.sittings.now.game)):
                self._do(order.action, None, order)
            self.tournament.work(self.sittings.now)

    def ask_room(self, ask: RoomRequest) -> None:
        with self.gate.guarded():
            self.tournament.wishes(ask, self.sittings.now)
        self.updates.show()

    def seat_here(self, ask: SeatHere) -> None:
        for action in seat_here(ask, self.sittings.now.game.table, self.number):
            self.ask(action)

    def answer(self, answer: FloorAnswer) -> None:
        """Carry out the floor's answer to a call, even during a hand."""
        if not self.gate.stopped:
            with self.gate.freezing():
                self.tournament.answer(answer, self.sittings.now, self._do)
        if why := self.gate.stopped:
            self.tournament.cannot_answer(answer, why)

    def play(self, card: CardOrder) -> None:
        self.ask(card.action, None, card)

    def _do(self, action: Action, seen: int | None = None, card: CardOrder | None = None) -> None:
        with self.updates.followed_by(card.then if card else ()):
            self.sittings.now.do(action, seen, card.decided if card else None)
        if level := self.sittings.now.level_by_play():
            self.ask(level)


@dataclass(frozen=True, eq=False)
class TableLevels:
    sittings: TableSittings
    gate: WriteGate
    orders: TableOrders
    updates: ScreenUpdates

    def follow(self) -> None:
        level = self.sittings.now.level_by_time()
        if level and not self.gate.only_shows:
            self.orders.ask(level)
        self.updates.show()

    def resolve(self, by_day: bool) -> None:
        self.sittings.now.clock.resolve_level(by_day)
        self.follow()
