"""A table's side of its tournament: which sitting it is for, what should be there, what the dealer asks of the room and
what the floor answers. Knows no readers and opens no journal."""

import secrets
from collections.abc import Callable

from engine.actions import Action, BuyChips, MeetFloor
from engine.message import Message, message
from engine.refused import Refused
from engine.table.state import is_playing
from kiosk.protocol.messages import LONGEST_TEXT, Answered, FloorAnswer, Request
from kiosk.table.display import TableDisplay
from kiosk.table.link.events import Away, LinkEvent, RequestBooked, SentTo
from kiosk.table.link.line import Line
from kiosk.table.requests import RoomAsk, asked_of_room, is_signed, ordered_by
from kiosk.table.settings import TableSettings
from kiosk.table.sitting import Sitting
from ui.words.languages import words_in


class TournamentSide:
    """For one run of the program; `left` is called as the table goes to another sitting."""

    def __init__(self, settings: TableSettings, line: Line, face: TableDisplay) -> None:
        self._settings = settings
        self._line = line
        self._face = face
        self._sent_to = ""
        self._asked: dict[RoomAsk, str] = {}
        """What the room has not answered, and the request's id."""
        self._answered: dict[str, str] = {}
        """What became of the floor's answers, by id: one that comes twice is done once."""

    def receive(self, event: LinkEvent) -> None:
        """Take an event of the link."""
        match event:
            case SentTo(sitting=sitting):
                self._sent_to = sitting
            case Away(refused=False):
                # The clock says it again. Until then it may lack records of the sitting that is to be left.
                self._sent_to = ""
            case RequestBooked(id=booked, why=why):
                self._asked = {ask: its_id for ask, its_id in self._asked.items() if its_id != booked}
                if why:
                    self._face.refuse(message("room-refused", why=why), "")
                else:
                    self._face.tell(message("room-booked"))

    def destination(self, here: Sitting) -> str:
        """The sitting to go to now: between two hands, once the clock holds all that it takes of this one; else
        empty."""
        if not self._sent_to or self._sent_to == here.name or is_playing(here.game.table):
            return ""
        return "" if here.is_known and here.waiting else self._sent_to

    def cannot_go(self, sitting: str) -> None:
        """Its journal cannot be used: not tried again until the clock names it again."""
        if sitting == self._sent_to:
            self._sent_to = ""

    def left(self) -> None:
        """The table has left a sitting: what was asked there is not asked elsewhere."""
        self._asked = {}

    def work(self, sitting: Sitting) -> None:
        """Become what the tournament wants, as far as the table's own rules allow now. Raises as `Sitting.do` does, but
        for what is refused: that is shown, once."""
        while step := sitting.next_step():
            try:
                sitting.take_step(step)
            except Refused as refused:
                if sitting.refused(step, refused):
                    self._face.refuse(refused.message, refused.clause)
                continue
            if isinstance(step, BuyChips):
                self._face.refuse(message("chips-to-hand-out", seat=step.seat, chips=step.chips), "")

    def asks_room(self, action: Action, sitting: Sitting) -> bool:
        """Whether the room is to book it, and is there: it is asked then."""
        ask = asked_of_room(action, sitting.game.table, sitting.target) if sitting.is_linked else None
        if ask is None:
            return False
        self.ask(ask)
        return True

    def ask(self, ask: RoomAsk) -> None:
        """Ask the room. What it was asked already, and has not answered, is one request."""
        if ask not in self._asked:
            self._asked[ask] = secrets.token_hex(8)
            self._line.request(Request(self._asked[ask], ask))
        self._face.tell(message("room-asked"))

    def answer(self, answer: FloorAnswer, sitting: Sitting, do: Callable[[Action], None]) -> None:
        """Do what the floor answers, as of what it saw, and say what became of it: once, however often it comes. Raises
        what `do` raises, but for a refusal."""
        if answer.id not in self._answered:
            self._answered[answer.id] = self._done(answer, sitting, do)
        self._line.answered(Answered(answer.id, self._answered[answer.id][:LONGEST_TEXT]))

    def cannot_answer(self, answer: FloorAnswer, why: Message) -> None:
        """The table is frozen."""
        self._line.answered(Answered(answer.id, words_in(self._settings.language).explain(why)[:LONGEST_TEXT]))

    def _done(self, answer: FloorAnswer, sitting: Sitting, do: Callable[[Action], None]) -> str:
        """Empty, or why it was not done."""
        words = words_in(self._settings.language)
        if answer.mark != sitting.game.mark:
            return words.say(message("answer-stale"))
        try:
            order = ordered_by(answer)
            do(order)
        except Refused as refused:
            return words.refusal(refused)
        if sitting.game.table.staffing.call and not is_signed(order):
            do(MeetFloor(answer.by))  # or the record would not say who ruled
        return ""
