"""One table's program without its screen: connects a sitting to readers, the line to the clock and a display.

Runs on the thread that made it; the readers and the line post messages to it, and `take_posts` processes them on the
same thread. A failing reader, network or clock never stops a table; a failing disk freezes it.
"""

import logging
from collections.abc import Callable, Hashable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from engine.actions import Action, ChangeDeck, NotePin, SeeCard, SignIn, StartHand
from engine.game.game import Game
from engine.hand.state import ChipsNotConserved
from engine.message import Message, message
from engine.refused import Refused
from engine.table.staffing import wrong_in_a_row
from engine.table.state import is_playing
from hardware.reading.reading import Health, ReaderMessage, Reading
from kiosk.faults import Fault, NoRoom, Unsound
from kiosk.protocol.messages import FloorAnswer
from kiosk.protocol.staff import Role
from kiosk.storage.keeper import Stale
from kiosk.storage.sitting_files import SittingFiles
from kiosk.table.battery import BatteryWatch
from kiosk.table.display import TableDisplay
from kiosk.table.inbox import Inbox
from kiosk.table.link.events import Away, FloorAnswered, LinkEvent, PinAnswered, SentTo, Welcomed
from kiosk.table.link.line import ClockLine, MakeLine
from kiosk.table.people.pin_checks import PinChecks
from kiosk.table.people.sign_in import SignInAttempt, TableStaff
from kiosk.table.place_names import MUCK
from kiosk.table.readers.table_readers import TableReaders
from kiosk.table.recovery.disk import TableDisk
from kiosk.table.recovery.stale_files import forget_others
from kiosk.table.seating.arrivals import news_of_arrivals
from kiosk.table.seating.standalone import plays_alone, seat_here
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from kiosk.table.sitting import ActiveSitting
from kiosk.table.tournament_side import TournamentSide
from ui.dealer.model.cards import EnrollDo, OddCard
from ui.dealer.model.sign_in import Staff
from ui.dealer.model.taps import Follows, RoomRequest, SeatHere

log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from engine.history.recall import Recalled
    from hardware.camera.settings import Area
    from hardware.keys.screen import ScreenKeys


class FromLine(NamedTuple):
    """A message from the line, and the number of the line's opening. Messages left unread from an earlier opening
    belong to another sitting.
    """

    opening: int
    event: LinkEvent


class TableHost:
    """One table, from its journal to its clock. Raises `Fault` when its journal, the staff beside it, its deck or a
    reader's script cannot be used."""

    def __init__(
        self, settings: TableSettings, face: TableDisplay, services: Services, make_line: MakeLine = ClockLine
    ) -> None:
        """`make_line` makes the line to the clock: a WebSocket, unless both run in one process."""
        self._settings = settings
        self._face = face
        self._services = services
        self._inbox: Inbox[ReaderMessage | LinkEvent | FromLine] = Inbox(services.wake)
        self.readers = TableReaders(settings, self._now_ms, self.post, self._say, services.open_reader)
        self._battery = BatteryWatch(services.battery, services.monotonic_ms)
        self._disk = TableDisk(Path(settings.journal), services)
        self._opening = 0
        self._line = make_line(settings, services, self._post_from_line)
        self._staff = TableStaff(settings.staff, Path(settings.journal), services.monotonic_ms)
        self._pins = PinChecks(self._staff, self._line, services.monotonic_ms)
        self._files = SittingFiles(Path(settings.journal))
        self._disk.hold()
        self._sitting = self._opened(self._files.now)
        with suppress(Fault):  # the journal is on the same disk and will report it
            if self._files.mend():
                log.warning(
                    "which sitting the table is at was lost: it goes on at the last one, %s", self._sitting.name
                )
        forget_others(self._files)
        self._tournament = TournamentSide(settings, self._line, face)
        self._then: Follows = ()
        """The page that follows the action in progress, if a card was read for it."""
        self._deck = ""
        """The deck that is on the table when a sitting begins; empty once the sitting's record says so."""
        self._frozen: Message | None = None
        self._only_shows: Message | None = None
        """Why this kiosk may not write for the table, until the clock lets it in again."""

    @property
    def game(self) -> Game:
        """The current state of the table."""
        return self._sitting.game

    @property
    def number(self) -> int:
        """The table's number."""
        return self._settings.table

    @property
    def sitting(self) -> str:
        """The sitting's id; empty for the settings' own journal."""
        return self._sitting.name

    @property
    def is_frozen(self) -> bool:
        """Whether nothing is accepted any longer because the disk has failed."""
        return self._frozen is not None

    @property
    def screen_keys(self) -> "ScreenKeys | None":
        """The reader that receives what a scanner types at the screen."""
        return self.readers.screen_keys

    def has_room(self) -> bool:
        """Whether the disk has room for the reserve again. If so, the reserve is taken again."""
        return self._disk.hold()

    def start(self) -> None:
        """Show the table from its journal, then start the readers and the link."""
        self.show()
        self.connect()

    def show(self) -> None:
        """Show the table from its journal."""
        self.tick()
        for problem in self.readers.problems:
            self._say(problem.message)

    def connect(self) -> None:
        """Start the readers and the link."""
        self.readers.start()
        self._line.open(self._sitting.opened, self.readers.report)
        self._report()
        log.info("table %d goes on at record %d", self._settings.table, self.game.mark)

    def stop(self) -> None:
        """End the threads, then close the journal."""
        self.readers.stop()
        self._line.close()
        self._sitting.close()

    def post(self, item: ReaderMessage | LinkEvent, latest: Hashable = None) -> None:
        """Post a message from a reader or the line for `take_posts`, from any thread. Of several items with the same
        `latest`, only the newest is kept.
        """
        self._inbox.post(item, latest)

    def _post_from_line(self, event: LinkEvent, latest: Hashable = None) -> None:
        self._inbox.post(FromLine(self._opening, event), latest)

    def ask(self, action: Action, seen: int | None = None, then: Follows = ()) -> None:
        """Carry out the action, or show why that is not possible. A tap on an outdated screen is ignored. `then` is the
        page that follows if a card was read for it."""
        if why := self._stopped:
            self._say(why)
            return
        if isinstance(action, StartHand) and self._disk.is_full:
            self._say(message("no-hand-on-a-full-disk"))
            return
        if not self._tournament.asks_room(action, self._sitting):
            self._guarded(lambda: self._ask(action, seen, then))

    def ask_room(self, ask: RoomRequest) -> None:
        """Ask the room to record this request."""
        self._guarded(lambda: self._tournament.wishes(ask, self._sitting))
        self._show_all()

    def seat_here(self, ask: SeatHere) -> None:
        """Open the table for a standalone game."""
        for action in seat_here(ask, self.game.table, self._settings.table):
            self.ask(action)

    def join_room(self) -> None:
        """Leave the standalone game for the tournament that the clock has for this table."""
        self._tournament.join()
        self._settle()
        self._show_all()

    def _ask(self, action: Action, seen: int | None, then: Follows) -> None:
        waiting = self.readers.waiting_for(action)
        self._do(action, seen, then)
        if waiting:
            self._take_waiting(waiting)
        self._tournament.work(self._sitting)

    def _guarded(self, step: Callable[[], None]) -> None:
        """Run the step, or show why it is refused. A disk that fails freezes the table."""
        try:
            self._or_freeze(step)
        except Refused as refused:
            self._face.refuse(refused.message, refused.clause)
        except Stale:
            self._show_all()

    def _or_freeze(self, step: Callable[[], None]) -> None:
        """Run the step. A disk that fails freezes the table."""
        try:
            step()
        except Fault as fault:
            self._fail(fault)
        except ChipsNotConserved as error:
            log.error("the table is frozen: %s", error)
            self._freeze(message("chips-do-not-add-up", error=error.message))

    def _fail(self, fault: Fault) -> None:
        """Freeze the table until it is opened again from its disk."""
        log.error("the table is frozen: %s", fault)
        self._disk.fail(fault.message)
        self._freeze(fault.message)
        self._report()
        self._show_all()

    def unlock(self, role: Role, pin: str, name: str = "") -> SignInAttempt:
        """Check a PIN, or ask the clock about it. The record says that a PIN was wrong, never which one."""
        entered = self._pins.enter(role, pin, name, self.game.table.staffing, self._sitting.is_linked)
        self._note_pin(role, entered)
        return entered

    def _note_pin(self, role: Role, entered: SignInAttempt) -> None:
        if entered.tried and (wrong_in_a_row(self.game.table.staffing, role) or not entered.name):
            self.ask(NotePin(role, entered.name))

    def _pins_settled(self, settled: list[tuple[Role, SignInAttempt]]) -> None:
        """Process the results of PINs that the clock was asked about."""
        for role, entered in settled:
            self._note_pin(role, entered)
            self._face.pin_checked(entered)

    def enroll(self, do: EnrollDo, what: str = "") -> None:
        """Enroll a deck on the screen: see `EnrollDo`."""
        if do == "begin" and is_playing(self.game.table):
            self._say(message("enroll-between-hands"))
        else:
            self.readers.order(do, what)
            self._show_all()

    def last_hands(self, count: int) -> "tuple[Recalled, ...]":
        """The last hands in the journal, newest first. They are reread each time, and no clock is needed."""
        from engine.history.recall import recall  # noqa: PLC0415  only when it is asked for

        try:
            return recall(self._sitting.events(), count)
        except Fault as fault:
            self._say(fault.message)
            return ()

    def take_posts(self) -> None:
        """Process all messages from the readers and the link since the last call."""
        for item in self._inbox.take():
            if isinstance(item, FromLine):
                if item.opening == self._opening:
                    self._take_from_link(item.event)
            elif isinstance(item, LinkEvent):
                self._take_from_link(item)
            else:
                self._take_message(item)

    def watch_readers(self, on: bool) -> None:
        """If `on`, show readings without playing them; otherwise play them. Earlier readings are processed first."""
        self.take_posts()
        self.readers.watched = on
        self._show_all()

    def mark_places(self, camera: str, places: "dict[str, Area]") -> None:
        """Set the places in a camera's picture. If it raises `Fault`, nothing has changed."""
        self.readers.mark_places(camera, places)
        self._show_all()

    def scanned_without_reader(self, _code: str) -> None:
        """Handle a scanner that typed at the screen although no reader is set for it."""
        if odd := self.readers.scanned_without_reader(self.game):
            self._face.show_odd(odd)

    def resolve_level(self, by_day: bool) -> None:
        """Handle the dealer's answer on whether this machine's wall-clock time is right."""
        self._sitting.resolve_level(by_day)
        self._follow_clock()

    def tick(self) -> None:
        """Called once a second: show the level clock, and begin the next level even while the clock is unreachable."""
        self.take_posts()
        self.readers.tick()
        if self._frozen is None:
            self._or_freeze(self._sitting.check_record)
        self._mind_machine()
        self._pins_settled(self._pins.late(self.game.table.staffing))
        self._follow_clock()
        self._settle()

    def _mind_machine(self) -> None:
        for watch in (self._battery, self._disk):
            if watch.look():
                self._report()
                if warning := watch.warning():
                    self._face.tell(warning)

    def _report(self) -> None:
        self._line.report(self.readers.report, self._battery.low, self._disk.state)

    def _do(self, action: Action, seen: int | None, then: Follows) -> None:
        self._then = then
        try:
            self._sitting.do(action, seen)
        finally:
            self._then = ()
        if level := self._sitting.level_by_play():
            self.ask(level)

    def _take_message(self, received: ReaderMessage) -> None:
        if isinstance(received, Reading) and self._is_for_page(received):
            self.readers.pass_over(received)
            return
        aim = self._face.aimed(received.card) if isinstance(received, Reading) else None
        order = self.readers.receive(received, self.game, aim.action if aim else None)
        if isinstance(received, Health):
            self._report()
        if self.readers.watched or self.readers.is_enrolling or isinstance(received, Health):
            self._show_all()
        match order:
            case Refused() as refused:
                self._face.refuse(refused.message, refused.clause)
            case OddCard() as odd:
                self._face.show_odd(odd)
            case None:
                pass
            case action:
                self.ask(action, then=aim.then if aim and action is aim.action else ())

    def _is_for_page(self, reading: Reading) -> bool:
        """Whether the open page has taken the card, as the draw for the button does."""
        plays = self.game.table.mode == "readers" and not self.readers.watched and not self.readers.is_enrolling
        return plays and not reading.again and reading.place != MUCK and self._face.take_card(reading.card)

    def _take_waiting(self, reading: Reading) -> None:
        """Play the card for which a deck was put in play, if that is possible."""
        aim = self._face.aimed(reading.card)
        order = self.readers.judge(reading, self.game, aim.action)
        if isinstance(order, SeeCard):
            self._do(order, None, aim.then if order is aim.action else ())

    @property
    def _stopped(self) -> Message | None:
        """Why nothing is written: the disk has failed, or another kiosk is writing for the table."""
        return self._frozen or self._only_shows

    def _take_from_link(self, event: LinkEvent) -> None:
        match event:
            case Away(lost=True, why=why):
                if self._only_shows is None:
                    log.info("the table only shows: %s", why)
                self._only_shows = why
            case Welcomed() | SentTo() if self._only_shows:
                log.info("the clock lets the table in again")
                self._only_shows = None
        match event:
            case Welcomed() | SentTo():
                self._or_say(lambda: self._staff.receive(event.staff))
            case PinAnswered(checked=checked):
                self._pins_settled(self._pins.answered(checked, self.game.table.staffing))
            case Away():
                self._pins_settled(self._pins.cut_off(self.game.table.staffing))
            case FloorAnswered(answer=answer):
                self._answer(answer)
        self._tournament.receive(event)
        before = self._sitting.surroundings()
        self._sitting.receive(event)
        self._settle()
        self._follow_clock()
        if news := news_of_arrivals(before, self._sitting.surroundings()):
            self._face.tell(news)

    def _answer(self, answer: FloorAnswer) -> None:
        """Carry out the floor's answer to a call, even during a hand."""
        if not self._stopped:
            self._or_freeze(
                lambda: self._tournament.answer(answer, self._sitting, lambda action: self._do(action, None, ()))
            )
        if why := self._stopped:
            self._tournament.cannot_answer(answer, why)

    def _opened(self, name: str) -> ActiveSitting:
        """A sitting, opened using the reserve if the disk has no other free space."""
        try:
            return self._open(name)
        except NoRoom:
            if not self._disk.make_room():
                raise
            return self._open(name)

    def _open(self, name: str) -> ActiveSitting:
        sitting = ActiveSitting(self._settings, self._services, self._committed, self._files, name)
        sitting.on_full_disk(self._disk.make_room)
        return sitting

    def _settle(self) -> None:
        """Go to the sitting that the clock named, and bring the table to the state that the tournament wants."""
        if self._stopped:
            return
        if sitting := self._tournament.destination(self._sitting):
            try:
                self._go(sitting)
            except Unsound as unsound:
                self._fail(unsound)
                return
            except Fault as fault:
                log.info("table %d cannot go to sitting %s: %s", self._settings.table, sitting, fault)
                self._tournament.cannot_go(sitting)
                self._say(fault.message)
        if self._sitting.target:
            self._guarded(lambda: self._tournament.work(self._sitting))
        self._lay_deck()

    def _go(self, sitting: str) -> None:
        """Go to another sitting. If it raises `Fault`, the table stays where it was."""
        here = self._sitting
        try:
            there = self._opened(sitting)
        except Unsound:  # nothing is left to do here: once reopened, the table asks about that journal
            self._files.go_to(sitting)
            raise
        try:
            # Write the pointer last: after a crash between the two writes, the clock names the sitting again.
            self._files.go_to(sitting)
        except Fault:
            there.close()
            raise
        log.info("table %d goes to sitting %s", self._settings.table, sitting)
        forget_others(self._files)
        dealer, self._deck = here.game.table.staffing.dealer, here.game.table.deck
        self._line.close()
        here.close()
        self._sitting = there
        if dealer and dealer != there.game.table.staffing.dealer:
            self.ask(SignIn(dealer))
        self._tournament.left()
        self._opening += 1
        self._pins_settled(self._pins.cut_off(self.game.table.staffing))
        self._line.open(there.opened, self.readers.report)
        self._report()
        self._show_all()

    def _lay_deck(self) -> None:
        """Record in a new sitting which deck is on the table."""
        table = self.game.table
        if self._deck and table.book is not None and not is_playing(table):
            deck, self._deck = self._deck, ""
            if deck != table.deck:
                self.ask(ChangeDeck(deck))

    def _follow_clock(self) -> None:
        level = self._sitting.level_by_time()
        if level and not self._only_shows:
            self.ask(level)
        self._show_all()

    def _committed(self) -> None:
        self._show_all()
        self._line.offer()

    def _show_all(self) -> None:
        alone = plays_alone(self.game.table)
        surroundings = self._sitting.surroundings()
        surroundings = replace(
            surroundings,
            plays_alone=alone,
            called=self._tournament.is_called(self._sitting),
            leaves=self._tournament.leaves(self._sitting),
            staff=tuple(Staff(one.name, one.role) for one in self._staff.members),
            booking=self._tournament.shown(surroundings.booking, self._sitting),
            disk=self._disk.shown,
        )
        surroundings = self.readers.shown(surroundings, self.game.table)
        self._face.show(self._sitting.table, self.game, surroundings, self._then)

    def _or_say(self, step: Callable[[], None]) -> None:
        """Run the step, and show any fault. A failure here never stops the table."""
        try:
            step()
        except Fault as fault:
            self._say(fault.message)

    def _say(self, why: Message) -> None:
        self._face.refuse(why, "")

    def _freeze(self, why: Message) -> None:
        self._frozen = why
        self._say(why)

    def _now_ms(self) -> int:
        return self._services.monotonic_ms()
