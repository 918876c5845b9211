"""Passes each event from the link to the parts of the table that it concerns."""

from dataclasses import dataclass

from engine.message import Message, message
from engine.tournament.tables.room_info import IncomingPlayer
from kiosk.protocol.messages import Ack, FloorAnswer, GoTo, PinChecked, RequestResult, Welcome
from kiosk.table.control.orders import TableLevels, TableOrders
from kiosk.table.control.pins import KeyedPins
from kiosk.table.control.sitting_change import SittingChange
from kiosk.table.control.sittings import TableSittings
from kiosk.table.control.write_gate import WriteGate
from kiosk.table.display import TableDisplay
from kiosk.table.link.events import Away, LinkEvent, OffsetMeasured, StateReceived
from kiosk.table.tournament_side import TournamentSide
from ui.dealer.model.surroundings import Due, Surroundings


@dataclass(frozen=True, eq=False)
class ClockEvents:
    """The only place that distinguishes between the kinds of events."""

    sittings: TableSittings
    gate: WriteGate
    pins: KeyedPins
    tournament: TournamentSide
    orders: TableOrders
    change: SittingChange
    levels: TableLevels
    face: TableDisplay

    def receive(self, event: LinkEvent) -> None:
        """Process an event from the link. Only players whom the clock sends are shown as news, not the table's own
        handling of a PIN or of the floor's answer."""
        sitting = self.sittings.now
        before = sitting.surroundings()
        match event:
            case Welcome():
                self.gate.let_in()
                self.pins.receive_staff(event.staff)
                sitting.welcomed(event)
            case StateReceived():
                sitting.state_received(event)
            case GoTo():
                self.gate.let_in()
                self.pins.receive_staff(event.staff)
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
                self.tournament.away(event.refused)
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
