"""Brings a table to the sitting that the clock assigns, and to the state that the tournament wants there."""

from dataclasses import dataclass, field

from engine.actions import ChangeDeck, SignIn
from engine.table.state import is_playing
from kiosk.faults import Fault, Unsound
from kiosk.table.control.line_reports import LineReports
from kiosk.table.control.orders import TableOrders
from kiosk.table.control.pins import KeyedPins
from kiosk.table.control.screen_updates import ScreenUpdates
from kiosk.table.control.sittings import TableSittings
from kiosk.table.control.write_gate import WriteGate
from kiosk.table.tournament_side import TournamentSide


@dataclass(eq=False)
class SittingChange:
    """Changes the sitting between two hands. The dealer and the deck stay at the table."""

    sittings: TableSittings
    gate: WriteGate
    tournament: TournamentSide
    orders: TableOrders
    pins: KeyedPins
    reports: LineReports
    updates: ScreenUpdates
    _deck: str = field(default="", init=False)
    """The deck that is on the table when a sitting begins; empty once the sitting's record says so."""

    def join_room(self) -> None:
        """Leave the standalone game for the tournament that the clock has for this table."""
        self.tournament.join()
        self.settle()
        self.updates.show()

    def settle(self) -> None:
        if self.gate.stopped:
            return
        if name := self.tournament.destination(self.sittings.now):
            try:
                self._go(name)
            except Unsound as unsound:
                self.gate.fail(unsound)
                return
            except Fault as fault:
                self.tournament.cannot_go(name, fault)
        if self.sittings.now.target:
            with self.gate.guarded():
                self.tournament.work(self.sittings.now)
        self._lay_deck()

    def _go(self, name: str) -> None:
        """Go to another sitting. If it raises `Fault`, the table stays where it was."""
        there, before = self.sittings.open_next(name), self.sittings.now.game.table
        self._deck = before.deck
        self.reports.close()
        self.sittings.change_to(there)
        if (dealer := before.staffing.dealer) and dealer != there.game.table.staffing.dealer:
            self.orders.ask(SignIn(dealer))
        self.tournament.left()
        self.pins.cut_off()
        self.reports.open(there.opened)
        self.updates.show()

    def _lay_deck(self) -> None:
        table = self.sittings.now.game.table
        if self._deck and table.book is not None and not is_playing(table):
            deck, self._deck = self._deck, ""
            if deck != table.deck:
                self.orders.ask(ChangeDeck(deck))
