"""Passes each event from the clock link to the parts of the table that it concerns. Brings the table to the sitting
that the clock assigns, and to the state that the tournament wants there."""

from dataclasses import dataclass, field

from engine.message import Message, message
from engine.table.actions.setup import ChangeDeck
from engine.table.actions.staff import SignIn
from engine.table.state import is_playing
from engine.tournament.tables.room_info import IncomingPlayer
from kiosk.faults import Fault, Unsound
from kiosk.protocol.messages import Ack, FloorAnswer, GoTo, PinChecked, RequestResult, Welcome
from kiosk.table.control.line_reports import LineReports
from kiosk.table.control.orders import TableLevels, TableOrders
from kiosk.table.control.pins import KeyedPins
from kiosk.table.control.screen_updates import ScreenUpdates
from kiosk.table.control.sittings import TableSittings
from kiosk.table.control.write_gate import WriteGate
from kiosk.table.display import TableDisplay
from kiosk.table.link.events import Away, LinkEvent, OffsetMeasured, StateReceived
from kiosk.table.tournament_side import TournamentSide
from ui.dealer.model.surroundings import Due, Surroundings


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
    """The deck on the table when a sitting begins; empty once the sitting's record names it."""

    def join_room(self) -> None:
        """Leave the standalone game for the tournament to which the clock has assigned this table."""
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


@dataclass(frozen=True, eq=False)
class ClockEvents:
    """Handles every event from the clock link. No other class distinguishes between the kinds of events."""

    sittings: TableSittings
    gate: WriteGate
    pins: KeyedPins
    tournament: TournamentSide
    orders: TableOrders
    change: SittingChange
    levels: TableLevels
    face: TableDisplay

    def receive(self, event: LinkEvent) -> None:
        """Process an event from the clock link. Only players whom the clock sends are shown as news; changes that come
        from a PIN check or the floor's answer are not."""
        sitting = self.sittings.now
        before = sitting.surroundings()
        match event:
            case Welcome():
                self.gate.let_in()
                self.pins.receive_staff(event.staff)
                self.tournament.clock_version_received(event.version)
                sitting.welcomed(event)
            case StateReceived():
                sitting.state_received(event)
            case GoTo():
                self.gate.let_in()
                self.pins.receive_staff(event.staff)
                self.tournament.clock_version_received(event.version)
                self.tournament.sent_to(event.sitting)
                sitting.clock.sent_to()
            case RequestResult():
                self.tournament.take_result(event.id, event.why)
            case FloorAnswer():
                self.orders.answer(event)
                before = sitting.surroundings()
            case PinChecked():
                self.pins.answered(event)
                before = sitting.surroundings()
            case OffsetMeasured():
                sitting.clock.time_measured(event.offset_ms)
            case Ack():
                sitting.clock.delivered(event.mark.seq)
            case Away():
                if event.lost:
                    self.gate.only_show(event.why)
                self.pins.cut_off()
                before = sitting.surroundings()
                self.tournament.away()
                sitting.away(event)
        sitting.check_arrived()
        self.change.settle()
        self.levels.follow()
        if news := news_of_arrivals(before, self.sittings.now.surroundings()):
            self.face.tell(news)


def news_of_arrivals(before: Surroundings, now: Surroundings) -> Message | None:
    """The newest arrival or departure that the clock announced, if any. The stage shows it between hands."""
    coming = [one for one in now.coming if one not in before.coming]
    due = [one for one in now.due if one not in before.due]
    if len(coming) + len(due) > 1:
        return message("several-come")
    if coming:
        return _on_the_way(coming[0])
    return _after_hand(due[0]) if due else None


def _on_the_way(one: IncomingPlayer) -> Message:
    if not one.seat:
        return message("waits-for-arrival", name=one.name)
    return message("player-comes", name=one.name, seat=one.seat, chips=one.chips, table=one.came_from)


def _after_hand(one: Due) -> Message:
    match one.what:
        case "enters":
            return message("player-sits-next", name=one.name, seat=one.seat, chips=one.chips)
        case "buys":
            return message("player-buys-next", seat=one.seat, chips=one.chips)
        case "leaves":
            return message("player-goes-next", name=one.name, seat=one.seat)
