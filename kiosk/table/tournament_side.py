"""A table's side of its tournament: its sitting, its target, the dealer's requests to the room and the floor's answers.
Knows nothing about readers and does not open a journal."""

import logging
import secrets
from collections.abc import Callable

from msgspec.structs import replace

from engine.actions import Action
from engine.message import Message, message
from engine.refused import Refused
from engine.table.actions.people import BuyChips, TakeSeat
from engine.table.actions.setup import StopPlay
from engine.table.actions.staff import MeetFloor
from engine.table.state import is_playing
from engine.tournament.tables.room_info import Gone
from kiosk.faults import Fault
from kiosk.protocol.link.versions import compare
from kiosk.protocol.link.wire import LONGEST_TEXT
from kiosk.protocol.messages import Answered, BackAsked, FloorAnswer, MoveAsked, Request
from kiosk.table.display import TableDisplay
from kiosk.table.link.line import TableLink
from kiosk.table.seating.requests import (
    RoomAsk,
    ask_of,
    asked_of_room,
    entry_of,
    errand_of,
    is_same_errand,
    is_signed,
    ordered_by,
    player_of,
    plays_alone,
)
from kiosk.table.settings import TableSettings
from kiosk.table.sitting import ActiveSitting
from ui.dealer.model.surroundings import AskedMove, Booking
from ui.dealer.model.taps import MoveRequest, ReturnRequest, RoomRequest
from ui.words.languages import words_in

log = logging.getLogger(__name__)


class TournamentSide:
    """The state for one run of the program. `left` is called when the table goes to another sitting."""

    def __init__(
        self, settings: TableSettings, line: TableLink, face: TableDisplay, version: Callable[[], str] = str
    ) -> None:
        """`version` is that of this program; empty if it is not to be compared with the clock's."""
        self._settings = settings
        self._version = version
        self._newer = ""
        """The version of the clock's program, if it is newer than this one."""
        self._line = line
        self._face = face
        self._sent_to = ""
        self._joins = False
        self._asked: dict[RoomAsk, str] = {}
        """The requests that the room has not answered, with their ids."""
        self._no: dict[int, str] = {}
        self._returning: set[int] = set()
        """Entries that the room was asked to call back. Each player sits down again as soon as the room has done so."""
        self._answered: dict[str, str] = {}
        """The results of the floor's answers, by id. An answer that comes twice is carried out only once."""

    def sent_to(self, sitting: str) -> None:
        """Note the sitting that the clock assigned to the table; empty if the table does not belong to any."""
        self._sent_to = sitting

    def clock_version_received(self, version: str) -> None:
        """Note the version of the clock's program; empty if it does not send one."""
        own = self._version()
        self._newer = version if version and own and compare(version, own) == "newer" else ""

    def available_update(self, sitting: ActiveSitting) -> str:
        """The newer version that can be installed on this table now; empty if there is none, during a tournament, and
        while people play here."""
        is_free = not is_playing(sitting.game.table) and not self._sent_elsewhere(sitting)
        return self._newer if is_free and sitting.clock.is_linked and sitting.is_done else ""

    def _sent_elsewhere(self, here: ActiveSitting) -> bool:
        return bool(self._sent_to) and self._sent_to != here.name

    def away(self) -> None:
        # The clock will send the table on again. Until then, it may lack records of the sitting that the table leaves.
        self._sent_to = ""

    def take_result(self, request: str, why: str) -> None:
        """Process the room's answer to a request. `why` is the reason that the request was not recorded; empty if it
        was."""
        for ask in [ask for ask, its_id in self._asked.items() if its_id == request]:
            self._settled(ask, why)
        if why:
            self._face.refuse(message("room-refused", why=why), "")
        else:
            self._face.tell(message("room-booked"))

    def _settled(self, ask: RoomAsk, why: str) -> None:
        del self._asked[ask]
        if why and isinstance(ask, MoveAsked | BackAsked):
            self._no[ask.entry] = why
            self._returning.discard(ask.entry)

    def destination(self, here: ActiveSitting) -> str:
        """The sitting that the table can move to now; empty if it cannot. It moves between two hands, once the clock
        holds every record that it accepts from the current sitting."""
        waits = is_playing(here.game.table) or (here.is_known and here.waiting)
        return self._sent_to if self.leaves(here) and not waits else ""

    def leaves(self, here: ActiveSitting) -> bool:
        """Whether the clock has another sitting for the table. If so, no hand follows the one in play."""
        return self._sent_elsewhere(here) and not self.is_called(here)

    def is_called(self, here: ActiveSitting) -> bool:
        """Whether the clock has another sitting for a table that plays a standalone game. There are chips on the table,
        so the dealer chooses when to leave."""
        table = here.game.table
        return self._sent_elsewhere(here) and not self._joins and plays_alone(table) and any(table.seats)

    def join(self) -> None:
        self._joins = True

    def cannot_go(self, sitting: str, why: Fault) -> None:
        """Show that the sitting's journal cannot be used. It is not tried again until the clock assigns it again."""
        log.info("table %d cannot go to sitting %s: %s", self._settings.table, sitting, why)
        if sitting == self._sent_to:
            self._sent_to = ""
        self._face.refuse(why.message, "")

    def left(self) -> None:
        """Drop all open requests: the table has left a sitting, and its requests do not go to another one."""
        self._asked, self._no, self._returning, self._joins = {}, {}, set(), False

    def shown(self, booking: Booking, sitting: ActiveSitting) -> Booking:
        moves = [ask for ask in self._asked if isinstance(ask, MoveAsked | BackAsked)]
        if not moves and not self._no:
            return booking
        target = sitting.target
        asked = tuple(
            AskedMove(player_of(ask.entry, target), *((ask.to, ask.seat) if isinstance(ask, MoveAsked) else ()))
            for ask in moves
        )
        refused = tuple((player_of(entry, target), why) for entry, why in self._no.items())
        return replace(booking, asked=asked, refused=refused)

    def work(self, sitting: ActiveSitting) -> None:
        """Move toward the tournament's target, as far as the table's own rules allow now. Raises the same errors as
        `ActiveSitting.do`, except for refusals, which are shown once."""
        while step := sitting.next_step():
            try:
                sitting.take_step(step)
            except Refused as refused:
                if sitting.refused(step, refused):
                    self._face.refuse(refused.message, refused.clause)
                continue
            if isinstance(step, BuyChips) or (isinstance(step, TakeSeat) and step.purchase):
                self._face.refuse(message("chips-to-hand-out", seat=step.seat, chips=step.chips), "")
            if isinstance(step, StopPlay) and step.stop and step.stop.why == "over" and is_playing(sitting.game.table):
                self._face.tell(message("tournament-over"))
        for one in sitting.room.gone(sitting.game.table):
            entry = entry_of(one.player, sitting.target)
            if entry in self._returning and not one.to:
                self._returning.discard(entry)
                sitting.do(_seated_again(one))

    def asks_room(self, action: Action, sitting: ActiveSitting) -> bool:
        """Ask the room to record the action, if the room has to do so and is connected. Returns whether it was asked.
        Actions that the table takes by itself while the room is unreachable are not requested later."""
        ask = asked_of_room(action, sitting.game.table, sitting.target)
        if ask and sitting.clock.is_linked:
            self._ask(ask)
            return True
        if errand := errand_of(action, sitting.game.table, sitting.target):
            self._withdraw(errand)
        return False

    def wishes(self, wish: RoomRequest, sitting: ActiveSitting) -> None:
        """Send the dealer's request to the room, or bring back a player who left while the room was unreachable. Raises
        the same errors as `ActiveSitting.do`."""
        if isinstance(wish, MoveRequest) and all(
            one.table != wish.to or wish.to_seat not in one.free for one in sitting.room.free
        ):
            raise Refused("seat-not-free", table=wish.to, seat=wish.to_seat)
        all_gone = sitting.room.gone(sitting.game.table)
        gone = next((one for one in all_gone if one.player == getattr(wish, "player", "")), None)
        if isinstance(wish, ReturnRequest) and gone and not gone.to:
            sitting.do(_seated_again(gone))
            return
        ask = ask_of(wish, sitting.game.table, sitting.target)
        if isinstance(ask, BackAsked):
            self._returning.add(ask.entry)
        self._ask(ask)

    def _ask(self, ask: RoomAsk) -> None:
        """Ask the room. A request that it has not answered yet is not repeated."""
        if ask not in self._asked:
            self._withdraw(ask)
            self._asked[ask] = secrets.token_hex(8)
            self._line.request(Request(self._asked[ask], ask))
        self._face.tell(message("room-asked"))

    def _withdraw(self, ask: RoomAsk) -> None:
        """Withdraw the earlier request for the same player. The room may already have received it."""
        if isinstance(ask, MoveAsked | BackAsked):
            self._no.pop(ask.entry, None)
        for other in [one for one in self._asked if is_same_errand(one, ask)]:
            self._line.withdraw(self._asked.pop(other))

    def answer(self, answer: FloorAnswer, sitting: ActiveSitting, do: Callable[[Action], None]) -> None:
        """Carry out the floor's answer, which applies only to the state that the floor saw, and report the result. The
        answer is carried out once, no matter how often it arrives. Raises the same errors as `do`, except for a
        refusal."""
        if answer.id not in self._answered:
            self._answered[answer.id] = self._done(answer, sitting, do)
        self._line.answered(Answered(answer.id, self._answered[answer.id][:LONGEST_TEXT]))

    def cannot_answer(self, answer: FloorAnswer, why: Message) -> None:
        self._line.answered(Answered(answer.id, words_in(self._settings.language).explain(why)[:LONGEST_TEXT]))

    def _done(self, answer: FloorAnswer, sitting: ActiveSitting, do: Callable[[Action], None]) -> str:
        """Carry out the floor's answer. Returns the reason if that fails, and otherwise an empty string."""
        words = words_in(self._settings.language)
        if answer.mark != sitting.game.mark:
            return words.say(message("answer-stale"))
        try:
            order = ordered_by(answer)
            do(order)
        except Refused as refused:
            return words.refusal(refused)
        if sitting.game.table.staffing.call and not is_signed(order):
            do(MeetFloor(answer.by))  # otherwise the record would not say who ruled
        return ""


def _seated_again(one: Gone) -> TakeSeat:
    return TakeSeat(one.seat, one.player, one.name, one.chips)
