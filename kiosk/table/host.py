"""The program of one table without its screen: connects the keeper, the readers and the clock.

Runs on the thread that made it; readers and link post to its inbox, and `take_posts` empties that on the same thread.
A failing reader, network or clock never stops a table; a failing disk freezes it.
"""

import logging
from collections.abc import Hashable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.actions import Action, NotePin, SeeCard, SetLevel
from engine.events import Blinds, Event
from engine.game.game import Game
from engine.hand.state import ChipsNotConserved
from engine.message import Message, message
from engine.public import public
from engine.refused import Refused
from engine.table.staffing import wrong_in_a_row
from engine.table.state import is_playing
from engine.tournament.seats import Seating
from hardware.reading.reading import Health, ReaderMessage, Reading
from kiosk.faults import Fault
from kiosk.protocol.codec import decode_event
from kiosk.protocol.staff import Member, Role
from kiosk.storage.journal import Journal
from kiosk.storage.journal import open_reader as open_to_read
from kiosk.storage.keeper import Stale
from kiosk.table.display import TableDisplay
from kiosk.table.floor_call import called_at_ms
from kiosk.table.inbox import Inbox
from kiosk.table.link.cached_state import cache_path
from kiosk.table.link.events import Delivered, Identity, LinkEvent, OffsetMeasured, Welcomed
from kiosk.table.link.follower import ClockFollower
from kiosk.table.readers.desk import ReaderDesk
from kiosk.table.resume import resume_keeper
from kiosk.table.seating import missing_actions
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from kiosk.table.sign_in import SignInAttempt, TableStaff
from ui.dealer.model.cards import EnrolDo, OddCard
from ui.dealer.model.sign_in import Staff
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import Follows

log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from engine.history.recall import Recalled
    from hardware.camera.settings import Area
    from hardware.keys.screen import ScreenKeys
    from kiosk.table.link.client import ClockLink


class TableHost:
    """One table, from its journal to its clock. Raises `Fault` when its journal, its deck or a reader's script cannot
    be used."""

    def __init__(self, settings: TableSettings, face: TableDisplay, services: Services) -> None:
        self._settings = settings
        self._face = face
        self._services = services
        self._inbox: Inbox[ReaderMessage | LinkEvent] = Inbox(services.wake)
        self.readers = ReaderDesk(settings, self._now_ms, self.post, self._say)
        self._journal = Journal.open(Path(settings.journal), services.wall_ms)
        try:
            self._keeper = resume_keeper(self._journal, settings, services)
            self._staff = TableStaff(settings.staff, self._journal.path, services.monotonic_ms)
        except Fault:
            self._journal.close()
            raise
        self._keeper.listen(self._committed)
        cache = cache_path(self._journal.path)
        has_clock = bool(settings.clock)
        self._clock = ClockFollower(cache, services, self.game.table, self._keeper.mark, has_clock)
        self._table = replace(public(self.game), table=settings.table)
        self._then: Follows = ()
        """The page that follows the action in progress, if a card was read for it."""
        self._link: ClockLink | None = None
        self._called_ms = called_at_ms(self._journal) if self.game.table.staffing.call else None
        """When the floor was called, in wall time."""
        self._frozen: Message | None = None

    @property
    def game(self) -> Game:
        """The current state of the table."""
        return self._keeper.state

    @property
    def screen_keys(self) -> "ScreenKeys | None":
        """The reader that receives what a scanner types at the screen."""
        return self.readers.screen_keys

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
        if self._settings.clock:
            self._link = self._make_link()
            self._link.report(self.readers.report)
            self._link.start()
        log.info("table %d goes on at record %d", self._settings.table, self._keeper.mark)

    def stop(self) -> None:
        """End the threads, then close the journal. Everything is on disk already: nothing needs saving."""
        self.readers.stop()
        if self._link:
            self._link.stop()
        self._journal.close()

    def post(self, item: ReaderMessage | LinkEvent, latest: Hashable = None) -> None:
        """Leave what a reader or the link says for `take_posts`, from any thread. Of items with the same `latest` only
        the newest is kept."""
        self._inbox.post(item, latest)

    def ask(self, action: Action, seen: int | None = None, then: Follows = ()) -> None:
        """Do the action, or show why not. A tap on an outdated screen is ignored. `then` is the page that follows if a
        card was read for it."""
        if self._frozen:
            self._say(self._frozen)
            return
        waiting = self.readers.waiting_for(action)
        try:
            self._do(action, seen, then)
            if waiting:
                self._take_waiting(waiting)
        except Refused as refused:
            self._face.refuse(refused.message, refused.clause)
        except Stale:
            self._show_all()
        except Fault as fault:
            log.error("the table is frozen: %s", fault)
            self._freeze(fault.message)
        except ChipsNotConserved as error:
            log.error("the table is frozen: %s", error)
            self._freeze(message("chips-do-not-add-up", error=error.message))

    def unlock(self, role: Role, pin: str, name: str = "") -> SignInAttempt:
        """Check a PIN. The record says that one was wrong, never which."""
        wrong = wrong_in_a_row(self.game.table.staffing, role)
        entered = self._staff.enter(role, pin, name, wrong)
        if entered.tried and (wrong or not entered.name):
            self.ask(NotePin(role, entered.name))
        return entered

    def enrol(self, do: EnrolDo, what: str = "") -> None:
        """Enrol a deck on the screen: see `EnrolDo`."""
        if do == "begin" and is_playing(self.game.table):
            self._say(message("enrol-between-hands"))
        else:
            self.readers.order(do, what)
            self._show_all()

    def last_hands(self, count: int) -> "tuple[Recalled, ...]":
        """The last hands of the journal, newest first, read again each time; needs no clock."""
        from engine.history.recall import recall  # noqa: PLC0415  not before somebody asks

        try:
            return recall((decode_event(record.body) for record in self._journal.walk()), count)
        except Fault as fault:
            self._say(fault.message)
            return ()

    def take_posts(self) -> None:
        """Process all messages of the readers and the link since the last call."""
        for item in self._inbox.take():
            if isinstance(item, LinkEvent):
                self._take_from_link(item)
            else:
                self._take_message(item)

    def watch_readers(self, on: bool) -> None:
        """Only show what is read, or play it again. Earlier readings are processed first."""
        self.take_posts()
        self.readers.watched = on
        self._show_all()

    def mark_places(self, camera: str, places: "dict[str, Area]") -> None:
        """Set the places in a camera's picture. Raises `Fault`; then nothing has changed."""
        self.readers.mark_places(camera, places)
        self._show_all()

    def scanned_without_reader(self, _code: str) -> None:
        """A scanner typed at the screen, and no reader is set for it."""
        if odd := self.readers.scanned_without_reader(self.game):
            self._face.show_odd(odd)

    def resolve_level(self, by_day: bool) -> None:
        """The dealer said whether this machine's time of day is right."""
        self._clock.resolve_level(by_day)
        self._follow_clock()

    def tick(self) -> None:
        """Once a second: show the level clock, and begin the next level even while the clock is away."""
        self.take_posts()
        self.readers.tick()
        self._follow_clock()

    def _do(self, action: Action, seen: int | None, then: Follows) -> None:
        self._then = then
        try:
            self._keeper.do(action, seen)
        finally:
            self._then = ()
        self._set_level(self._clock.by_play(self.game.table))

    def _take_message(self, received: ReaderMessage) -> None:
        aim = self._face.aimed(received.card) if isinstance(received, Reading) else None
        order = self.readers.receive(received, self.game, aim.action if aim else None)
        if isinstance(received, Health) and self._link:
            self._link.report(self.readers.report)
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

    def _take_waiting(self, reading: Reading) -> None:
        """Play the card for which a deck was put in play, if it is possible."""
        aim = self._face.aimed(reading.card)
        order = self.readers.judge(reading, self.game, aim.action)
        if isinstance(order, SeeCard):
            self._do(order, None, aim.then if order is aim.action else ())

    def _take_from_link(self, event: LinkEvent) -> None:
        if isinstance(event, Welcomed):
            self._take_seating(event.seating)
            self._take_staff(event.staff)
        self._clock.receive(event)
        self._follow_clock()

    def _follow_clock(self) -> None:
        self._set_level(self._clock.follow(self.game.table))
        self._show_all()

    def _set_level(self, terms: Blinds | None) -> None:
        table = self.game.table
        if terms is not None and table.book is not None and table.blinds != terms:
            self.ask(SetLevel(terms))

    def _take_seating(self, seating: Seating) -> None:
        try:
            for action in missing_actions(seating, self.game.table):
                self.ask(action)
        except Fault as fault:
            self._say(fault.message)

    def _take_staff(self, members: tuple[Member, ...]) -> None:
        try:
            self._staff.receive(members)
        except Fault as fault:  # they can sign in now; only a start without the clock would miss them
            self._say(fault.message)

    def _committed(self, events: tuple[Event, ...], game: Game, mark: int) -> None:
        # Before it is open a table does not know its number; the settings do.
        self._table = replace(public(game), table=self._settings.table)
        if (game.table.staffing.call is None) != (self._called_ms is None):
            self._called_ms = self._services.wall_ms() if game.table.staffing.call else None
        self._show_all()
        if self._link:
            self._link.offer()

    def _show_all(self) -> None:
        self._face.show(self._table, self.game, self._surroundings, self._then)

    @property
    def _surroundings(self) -> Surroundings:
        since_ms = self._called_ms
        surroundings = Surroundings(
            level=self._clock.level,
            doubt=self._clock.doubt,
            link=self._clock.link(self._keeper.mark),
            staff=tuple(Staff(member.name, member.role) for member in self._staff.members),
            floor_ms=None if since_ms is None else max(0, self._services.wall_ms() - since_ms),
            coming=self._clock.coming,
            starting_stack=self._clock.starting_stack,
        )
        return self.readers.shown(surroundings, self.game.table)

    def _say(self, why: Message) -> None:
        self._face.refuse(why, "")

    def _freeze(self, why: Message) -> None:
        self._frozen = why
        self._say(why)

    def _now_ms(self) -> int:
        return self._services.monotonic_ms()

    def _make_link(self) -> "ClockLink":
        # Imported late: the web socket's library takes half as long to load as Qt, and the first frame must not wait.
        from kiosk.table.link.client import ClockLink  # noqa: PLC0415

        path = self._journal.path
        url = f"{self._settings.clock.rstrip('/')}/table"
        identity = Identity(url, self._settings.table, self._settings.token, self._journal.epoch)
        services = self._services
        return ClockLink(identity, lambda: open_to_read(path), self._post_link, services.monotonic_ms, services.dice)

    def _post_link(self, event: LinkEvent) -> None:
        self.post(event, type(event).__name__ if isinstance(event, Delivered | OffsetMeasured) else None)
