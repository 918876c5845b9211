"""A table's side of its tournament: which sitting it is for, what should be there, what the dealer asks of the room and
what the floor answers. Knows no readers and opens no journal."""

import secrets
from collections.abc import Callable

from engine.actions import Action, BuyChips
from engine.message import Message, message
from engine.refused import Refused
from engine.table.state import is_playing
from kiosk.faults import Fault
from kiosk.protocol.messages import LONGEST_TEXT, Answered, FloorAnswer, Request
from kiosk.storage.keeper import Stale
from kiosk.table.link.events import Away, LinkEvent, RequestBooked, SentTo
from kiosk.table.link.line import Line
from kiosk.table.requests import asked_of_room, ordered_by
from kiosk.table.settings import TableSettings
from kiosk.table.sitting import Sitting
from ui.words.languages import words_in


class TournamentSide:
    """`say` shows a message, with its clause."""

    def __init__(self, settings: TableSettings, line: Line, say: Callable[[Message, str], None]) -> None:
        self._settings = settings
        self._line = line
        self._say = say
        self._sent_to = ""

    def receive(self, event: LinkEvent) -> None:
        """Take an event of the link."""
        match event:
            case SentTo(sitting=sitting):
                self._sent_to = sitting
            case Away(refused=False):
                # The clock says it again. Until then it may lack records of the sitting that is to be left.
                self._sent_to = ""
            case RequestBooked(why=why):
                self._say(message("room-refused", why=why) if why else message("room-booked"), "")

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

    def work(self, sitting: Sitting) -> None:
        """Become what the tournament wants, as far as the table's own rules allow now. Raises as `Sitting.do` does, but
        for what is refused: that is shown, once."""
        while step := sitting.next_step():
            try:
                sitting.do(step)
                if isinstance(step, BuyChips):
                    self._say(message("chips-to-hand-out", seat=step.seat, chips=step.chips), "")
            except Refused as refused:
                sitting.refused(step, refused)
                self._say(refused.message, refused.clause)

    def asks_room(self, action: Action, sitting: Sitting) -> bool:
        """Whether the room is to book it, and is there: it is asked then."""
        ask = asked_of_room(action, sitting.game.table, sitting.target) if sitting.is_linked else None
        if ask is None:
            return False
        self._line.request(Request(secrets.token_hex(8), ask))
        self._say(message("room-asked"), "")
        return True

    def answer(self, answer: FloorAnswer, mark: int, do: Callable[[Action], None]) -> None:
        """Do what the floor answers, as of what it saw, and say what became of it. Raises the disk's `Fault`."""
        words, why = words_in(self._settings.language), ""
        try:
            if answer.mark != mark:
                raise Stale(answer.mark, mark)
            do(ordered_by(answer))
        except Refused as refused:
            why = words.refusal(refused)
        except Stale:
            why = words.say(message("answer-stale"))
        except Fault as fault:
            why = str(words.fault(fault.message))
            raise
        finally:
            self._line.answered(Answered(answer.id, why[:LONGEST_TEXT]))
