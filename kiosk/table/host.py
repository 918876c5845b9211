"""The program of one table without its screen: the keeper, the readers and the link, introduced to each other.

Everything here happens on the thread that made it; readers and link post to its inbox, and `take_posts` is called
there when that wakes. Nothing that fails outside (reader, network, clock) stops a table; a disk that fails freezes it.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.actions import (
    Action,
    NotePin,
    OpenTable,
    PlaceButton,
    SeeCard,
    SetLevel,
    TakeSeat,
)
from engine.books.rulebook import BadBook, load_book
from engine.events import Event
from engine.game.game import BadRecord, Game, apply, step
from engine.hand.state import ChipsNotConserved
from engine.message import message
from engine.public import public
from engine.refused import Refused
from engine.table.next_deal import play_so_far
from engine.table.staffing import wrong_in_a_row
from engine.table.state import is_playing
from engine.tournament.level_clock import LevelClock, advance
from engine.tournament.seats import Seating
from engine.tournament.structure import advances_by, blinds, level_by_play
from hardware.camera.settings import SCHEME as CAMERA
from hardware.keys.screen import ScreenKeys
from hardware.reading.reading import Health, Reader, ReaderMessage, Reading, Unread
from hardware.recognise.errors import LearnedRefused
from kiosk.faults import Fault
from kiosk.protocol.codec import decode_event, encode_event
from kiosk.protocol.messages import ClockState
from kiosk.protocol.staff import Member, Role
from kiosk.storage.journal import Journal
from kiosk.storage.journal import open_reader as open_to_read
from kiosk.storage.keeper import Keeper, Rules, Stale
from kiosk.table.face import Face
from kiosk.table.floor_call import called_at_ms
from kiosk.table.inbox import Inbox
from kiosk.table.link.items import Away, Delivered, Identity, LinkItem, RoomHeard, TimeHeard, Welcomed
from kiosk.table.link.last_state import LastWord, Offsets, at_least, offsets, read_word, word_path, write_word
from kiosk.table.readers.advice import fix_of
from kiosk.table.readers.card_judge import CardJudge
from kiosk.table.readers.missed import MissedCard
from kiosk.table.readers.outlines import MarkedCamera, keep_places, marks_path, with_marks
from kiosk.table.readers.report import reader_words
from kiosk.table.readers.states import ReaderStates
from kiosk.table.settings import ReaderSettings, TableSettings
from kiosk.table.sign_in import Entered, TableStaff
from ui.dealer.model.cards import EnrolDo, OddCard
from ui.dealer.model.surroundings import LevelAt, LevelDoubt

if TYPE_CHECKING:
    from engine.history.recall import Recalled
    from hardware.camera.camera import CameraReader
    from hardware.camera.frame import CameraFrame
    from hardware.camera.settings import Area
    from kiosk.table.decks.screen import TableDecks
    from kiosk.table.link.client import Link

KEEP_MS = 60_000
"""How often the clock's time is kept on disk while it is known."""
TABLE_RULES: Rules[Game, Action, Event] = Rules(step, apply, encode_event, decode_event)


@dataclass(frozen=True, slots=True)
class Hands:
    """What a table host is handed: time, dice, and how its owner's thread is woken. `boot` is the run of the machine by
    which `monotonic_ms` counts, empty where that is not known."""

    monotonic_ms: Callable[[], int]
    wall_ms: Callable[[], int]
    dice: Random
    wake: Callable[[], None]
    boot: str = ""


class TableHost:
    """One table, from its journal to its clock. Raises `Fault` when its journal, its deck or a reader's script cannot
    be used."""

    def __init__(self, settings: TableSettings, face: Face, hands: Hands) -> None:
        self._settings, self._trouble = with_marks(settings, marks_path(Path(settings.journal)))
        self._face = face
        self._hands = hands
        self._inbox: Inbox[ReaderMessage | LinkItem] = Inbox(hands.wake)
        self._desk = CardJudge()
        self._missed = MissedCard()
        self._decks: TableDecks | None = None
        """None where nothing reads cards."""
        self._states = ReaderStates(self._settings.readers, hands.monotonic_ms())
        self._set_places = {reader.url: reader.camera.places for reader in settings.readers}
        """Of cameras, as the settings have them."""
        self._watches_readers = False
        self._readers = self._make_readers()
        self._journal = Journal.open(Path(settings.journal), hands.wall_ms)
        try:
            self._keeper = _resumed(self._journal, settings, hands)
        except Fault:
            self._journal.close()
            raise
        self._keeper.listen(self._show)
        self._staff = _staff(self._journal, settings, hands)
        self._called_ms = called_at_ms(self._journal) if self.game.table.staffing.call else None
        """Since when the floor is called, in wall time."""
        self._room: ClockState | None = None
        self._offset_ms: int | None = None
        """From this machine's time to the clock's; None until a ping has come back, and after the clock restarted."""
        self._guess: Offsets | None = None
        """The same by the kept word, while only this machine's time of day tells how long it was off."""
        self._away: Away | None = None
        self._held = self._keeper.mark
        """Records that the clock holds; until it says how many, those from before this start."""
        self._frozen = ""
        self._word_path = word_path(self._journal.path)
        self._kept: tuple[ClockState, bool, int] | None = None
        """The word that is on disk, whether the clock's time was known, and in which minute it was written."""
        self._remember()
        self._link: Link | None = None

    @property
    def game(self) -> Game:
        """The table as it is."""
        return self._keeper.state

    @property
    def screen_keys(self) -> ScreenKeys | None:
        """Who is to hear what is scanned into the screen."""
        return next((reader for reader in self._readers if isinstance(reader, ScreenKeys)), None)

    def start(self) -> None:
        """Show the table as the journal left it, and begin to read and to connect."""
        self.show()
        self.connect()

    def show(self) -> None:
        """Show the table as the journal left it."""
        self._face.show_table(public(self.game), self.game)
        self._face.show_staff(self._staff.members)
        self._show_floor_call()
        self._show_readers()
        if self._decks:
            self._decks.show()
        self.tick()
        if self._trouble:
            self._face.refuse(self._trouble, "")

    def connect(self) -> None:
        """Begin to read and to connect."""
        for reader in self._readers:
            reader.start()
        if self._settings.clock:
            self._link = self._make_link()
            self._link.report(reader_words(self._states.all))
            self._link.start()

    def stop(self) -> None:
        """End the threads, then let go of the journal. What is on disk is all there is: nothing needs saving."""
        for reader in self._readers:
            reader.stop()
        if self._link:
            self._link.stop()
        self._journal.close()

    def ask(self, action: Action, seen: int | None = None) -> None:
        """Do it, or have the screen say why not. A tap on an old screen is ignored: what is shown has changed."""
        if self._frozen:
            self._face.refuse(self._frozen, "")
            return
        waiting = self._desk.waited_for(action)
        try:
            self._keeper.do(action, seen)
            self._follow_play()
            if waiting and isinstance(order := self._desk.judge(waiting, self.game, self._face.aimed), SeeCard):
                self._keeper.do(order)
                self._follow_play()
        except Refused as refused:
            self._face.refuse(refused.message, refused.clause)
        except Stale:
            self._face.show_table(public(self.game), self.game)
        except Fault as fault:
            self._freeze(f"{fault.what}: {fault.fix}")
        except ChipsNotConserved as error:
            self._freeze(f"the chips do not add up: stop and call the floor ({error})")

    def unlock(self, role: Role, pin: str, name: str = "") -> Entered:
        """A PIN is keyed: whose it is. That one was wrong is recorded, never which."""
        wrong = wrong_in_a_row(self.game.table.staffing, role)
        entered = self._staff.enter(role, pin, name, wrong)
        if entered.tried and (wrong or not entered.name):
            self.ask(NotePin(role, entered.name))
        return entered

    def enrol(self, do: EnrolDo, what: str = "") -> None:
        """A deck is enrolled on the screen: see `EnrolDo`."""
        if do == "begin" and is_playing(self.game.table):
            self._face.refuse(message("enrol-between-hands"), "")
        elif self._decks:
            self._decks.order(do, what)

    def last_hands(self, count: int) -> "tuple[Recalled, ...]":
        """The last hands of the journal, the newest first, read anew each time: no clock is needed for it."""
        from engine.history.recall import recall  # noqa: PLC0415  not before somebody asks

        try:
            return recall((decode_event(record.body) for record in self._journal.walk()), count)
        except Fault as fault:
            self._face.refuse(f"{fault.what}: {fault.fix}", "")
            return ()

    def take_posts(self) -> None:
        """Everything the readers and the link have said since the last time."""
        for item in self._inbox.take():
            if isinstance(item, ReaderMessage):
                self._states.receive(item)
                if self._watches_readers or isinstance(item, Health):
                    self._show_readers()
            match item:
                case Reading() if self._watches_readers:
                    self._desk.pass_over(item)
                case Unread() if self._watches_readers:
                    pass  # the page of the readers says it
                case Reading():
                    if self.game.table.mode == "readers":  # lower on the ladder a broken reader does no harm
                        self._take_reading(item)
                case Unread():
                    self._take_code(item)
                case Health():
                    if self._link:
                        self._link.report(reader_words(self._states.all))
                case LinkItem():
                    self._take_from_link(item)

    def watch_readers(self, on: bool) -> None:
        """From now on what is read is shown only, or played again. What was read before, is what it was then."""
        self.take_posts()
        self._watches_readers = on
        self._show_readers()

    def seeing(self, address: str) -> "CameraFrame | None":
        """What the camera at this address sees now."""
        camera = self._camera(address)
        return camera.newest() if camera else None

    def places_of(self, address: str) -> "dict[str, Area]":
        """What the picture of the camera at this address shows where."""
        return next((each.places for each in self._states.all if each.settings.url == address), {})

    def mark_places(self, address: str, places: "dict[str, Area]") -> None:
        """What its picture shows where, from now on and after a restart. Raises `Fault`: then nothing has changed."""
        state = next(each for each in self._states.all if each.settings.url == address)
        keep_places(marks_path(self._journal.path), address, MarkedCamera(places, self._set_places[address]))
        if camera := self._camera(address):
            camera.set_places(places)
        state.places = dict(places)
        self._show_readers()

    def _camera(self, address: str) -> "CameraReader | None":
        if not address.startswith(CAMERA):
            return None
        from hardware.camera.camera import CameraReader  # noqa: PLC0415  a table without one does not wait for OpenCV

        return next((each for each in self._readers if isinstance(each, CameraReader) and each.url == address), None)

    def _show_readers(self) -> None:
        self._face.show_readers(self._states.all, self._hands.monotonic_ms())

    def _take_code(self, unread: Unread) -> None:
        if self._decks and self._decks.is_enrolling:
            self._decks.scanned(unread)
        elif self.game.table.mode == "readers":
            self._face.show_odd(self._desk.odd_code(unread, self.game.table))

    def scanned_unheld(self, _code: str) -> None:
        """A scanner typed this at the screen, and no reader of this table hears it."""
        if self.game.table.mode == "readers":
            self._face.show_odd(OddCard("unheld"))

    def _take_reading(self, reading: Reading) -> None:
        if self._decks and self._decks.is_enrolling:  # read just before it began
            return
        match self._desk.judge(reading, self.game, self._face.aimed):
            case Refused() as refused:
                self._face.refuse(refused.message, refused.clause)
            case OddCard() as odd:
                self._face.show_odd(odd)
            case None:
                pass
            case order:
                self.ask(order)

    def tick(self) -> None:
        """A second has passed: show the level clock, and walk into the next level although the clock is away."""
        self._show_floor_call()
        self._show_missed()
        if self._decks:
            self.take_posts()
            self._decks.tick()
        if self._watches_readers:
            self._show_readers()
        room = self._room
        if room is None:
            return
        if room.running and self._offset_ms is None:
            self._guess_level(room)
            return
        now_ms = self._hands.monotonic_ms() + (self._offset_ms or 0)
        clock = advance(_level_clock(room), room.structure, now_ms)
        self._set_level(room, clock.index)
        self._face.show_room(room, clock, now_ms)
        self._keep_word()

    def _guess_level(self, room: ClockState) -> None:
        """The level where only this machine's time of day tells how long it was off: a time of day alone raises no
        blinds. Where it says that they rose, the dealer is asked, and until then what is sure holds."""
        if self._guess is None:
            self._set_level(room, max(room.index, self._index_played(room)))
            return
        mono_ms = self._hands.monotonic_ms()
        sure_ms, day_ms = mono_ms + self._guess.least, mono_ms + self._guess.by_day
        sure, day = (advance(_level_clock(room), room.structure, at_ms) for at_ms in (sure_ms, day_ms))
        self._set_level(room, sure.index)
        self._keep_word()
        if sure.index == day.index:
            self._face.show_level_doubt(None)
            self._face.show_room(room, day, day_ms)
        else:
            self._face.show_room(room, sure, sure_ms)
            self._face.show_level_doubt(LevelDoubt(_level_at(room, sure), _level_at(room, day)))

    def _index_played(self, room: ClockState) -> int:
        """The entry of the structure that the table plays already, 0 where it is none of them."""
        played = self.game.table.blinds
        entries = range(len(room.structure.entries))
        return next((index for index in entries if blinds(room.structure, index) == played), 0)

    def tell_level(self, by_day: bool) -> None:
        """Somebody has said whether this machine's time of day is right."""
        if self._guess:
            self._know_time(self._guess.by_day if by_day else self._guess.least)

    def _know_time(self, offset_ms: int | None) -> None:
        """From now on, or no longer, the clock's time is known here."""
        self._offset_ms, self._guess = offset_ms, None
        self._face.show_level_doubt(None)
        self.tick()

    def _take_from_link(self, item: LinkItem) -> None:
        match item:
            case Welcomed():
                self._away, self._held = None, item.held
                self._take_seating(item.seating)
                self._hear_staff(item.staff)
                self._hear(item.room)
                self._face.show_coming(item.coming, item.room.structure.starting_stack)
                self._show_link()
            case RoomHeard():
                self._hear(item.room)
                self._face.show_coming(item.coming, item.room.structure.starting_stack)
            case TimeHeard():
                self._know_time(item.offset_ms)
            case Delivered():
                self._held = item.held
                self._show_link()
            case Away():
                self._away = item
                self._show_link()

    def _hear(self, room: ClockState) -> None:
        """Take the newer of two words: a late one must never rewind a running clock. Another room's starts anew."""
        before = self._room
        if before and before.room == room.room and (room.epoch, room.seq) < (before.epoch, before.seq):
            return
        if before and (room.room, room.epoch) != (before.room, before.epoch):
            self._offset_ms = self._guess = None
            self._face.show_level_doubt(None)
        self._room = room
        self.tick()
        self._keep_word()

    def _remember(self) -> None:
        """Go on by the clock's last word until it speaks again."""
        word = read_word(self._word_path)
        if word is None:
            return
        self._room = word.room
        guess = offsets(word, self._hands.boot, self._hands.monotonic_ms(), self._hands.wall_ms())
        if guess and guess.is_sure:
            self._offset_ms = guess.least
        elif guess:
            played = self._index_played(word.room)
            self._guess = at_least(guess, word.room, played, self._hands.monotonic_ms())

    def _keep_word(self) -> None:
        """On disk, where it has changed, and once a minute: so much may pass that only a time of day tells."""
        room, mono_ms = self._room, self._hands.monotonic_ms()
        offset_ms = self._guess.least if self._guess else self._offset_ms
        kept = (room, offset_ms is not None, mono_ms // KEEP_MS) if room else None
        if room is None or self._kept == kept:
            return
        clock_ms = None if offset_ms is None else mono_ms + offset_ms
        day_ms = mono_ms + self._guess.by_day if self._guess else None
        word = LastWord(room, self._hands.wall_ms(), clock_ms, boot=self._hands.boot, mono_ms=mono_ms, day_ms=day_ms)
        with suppress(Fault):  # the journal on the same disk will meet it too, and say so; play needs no word
            write_word(self._word_path, word)
            self._kept = kept

    def _hear_staff(self, told: tuple[Member, ...]) -> None:
        try:
            self._staff.receive(told)
        except Fault as fault:  # they sign from now on; only a start without the clock would not know them
            self._face.refuse(f"{fault.what}: {fault.fix}", "")
        self._face.show_staff(self._staff.members)

    def _take_seating(self, seating: Seating) -> None:
        """Open the table as the clock gave it out, as far as it is not open yet; once a hand is dealt it is ours."""
        if self.game.table.hands:
            return
        if self.game.table.book is None:
            try:
                book = seating.rules or load_book(seating.book)
            except BadBook as bad:
                self._face.refuse(str(bad), "")
                return
            self.ask(OpenTable(seating.table, seating.event, book, seating.seat_count))
        sitting = {seat.player for seat in self.game.table.seats if seat}
        for seat in seating.seats:
            if seat.player not in sitting:
                self.ask(TakeSeat(seat.seat, seat.player, seat.name, seat.chips))
        if not self.game.table.button:
            self.ask(PlaceButton(seating.button))

    def _follow_play(self) -> None:
        """Where levels go by hands or orbits, take up the one that this table has come to."""
        if self._room and advances_by(self._room.structure) != "minutes":
            self._set_level(self._room, 0)

    def _set_level(self, room: ClockState, index: int) -> None:
        if advances_by(room.structure) != "minutes":
            index = level_by_play(room.structure, *play_so_far(self.game.table))
        terms = blinds(room.structure, index)
        if self.game.table.book is not None and self.game.table.blinds != terms:
            self.ask(SetLevel(terms))

    def _show(self, events: tuple[Event, ...], game: Game, mark: int) -> None:
        self._face.show_table(public(game), game)
        self._show_missed()
        self._note_call(game)
        if self._link:
            self._link.offer()
        if self._away:
            self._show_link()

    def _note_call(self, game: Game) -> None:
        if (game.table.staffing.call is None) != (self._called_ms is None):
            self._called_ms = self._hands.wall_ms() if game.table.staffing.call else None
            self._show_floor_call()

    def _show_floor_call(self) -> None:
        since_ms = self._called_ms
        self._face.show_floor_call(None if since_ms is None else max(0, self._hands.wall_ms() - since_ms))

    def _show_missed(self) -> None:
        """Only where cards are read at all, and not while they are keyed anyway."""
        if self._readers:
            missed = self._missed.look(self.game.table, self._hands.monotonic_ms())
            self._face.show_missed(missed if self.game.table.mode == "readers" else None)

    def _show_link(self) -> None:
        self._face.show_link(self._away, max(0, self._keeper.mark - self._held))

    def _freeze(self, why: str) -> None:
        self._frozen = why
        self._face.refuse(why, "")

    def _make_readers(self) -> list[Reader]:
        if not self._settings.readers and self._settings.deck == "plain" and not self._settings.other_decks:
            return []
        # Only here: a table without a reader does not wait for the serial port's library before its first frame.
        from hardware.readers import open_reader  # noqa: PLC0415
        from kiosk.table.decks.screen import TableDecks  # noqa: PLC0415

        now_ms = self._now_ms
        self._decks = TableDecks(self._settings, self._face, self._know_decks, now_ms)
        codes = self._decks.codes
        readers: list[Reader] = []
        for reader in self._settings.readers:
            post = partial(self._post_reader, reader.url)
            try:
                readers.append(open_reader(reader.url, codes, reader.place, post, now_ms, reader.line, reader.camera))
            except LearnedRefused as refused:  # cards are keyed there: no table waits for a file
                self._leave_out(reader, f"{refused}: {fix_of(refused)}")
            except ValueError as error:
                raise Fault(str(error), fix_of(error)) from error
        return readers

    def _leave_out(self, reader: ReaderSettings, says: str) -> None:
        """A camera is not used until the next start."""
        self._states.receive(Health(False, says, reader.place, self._now_ms(), reader.url, "unlearned"))
        self._trouble = "; ".join(filter(None, (self._trouble, says)))

    def _now_ms(self) -> int:
        return self._hands.monotonic_ms()

    def _know_decks(self, names: tuple[str, ...]) -> None:
        self._desk.decks = names

    def _make_link(self) -> "Link":
        # Only here: the web socket's library takes half as long to load as Qt; the first frame does not wait for it.
        from kiosk.table.link.client import Link  # noqa: PLC0415

        path = self._journal.path
        url = f"{self._settings.clock.rstrip('/')}/table"
        identity = Identity(url, self._settings.table, self._settings.token, self._journal.epoch)
        hands = self._hands
        return Link(identity, lambda: open_to_read(path), self._post_link, hands.monotonic_ms, hands.dice)

    def _post_reader(self, address: str, told: ReaderMessage) -> None:
        told = replace(told, address=address)
        match told:
            case Health():
                self._inbox.post(told, ("health", told.place, told.address))
            case Reading(again=True):  # twenty times a second, while it lies there: the newest is enough
                self._inbox.post(told, ("again", address, told.place, told.card))
            case _:
                self._inbox.post(told)

    def _post_link(self, item: LinkItem) -> None:
        latest = type(item).__name__ if isinstance(item, Delivered | TimeHeard) else None
        self._inbox.post(item, latest)


def _level_at(room: ClockState, clock: LevelClock) -> LevelAt:
    return LevelAt(room.structure.entries[clock.index].name, blinds(room.structure, clock.index))


def _level_clock(room: ClockState) -> LevelClock:
    return LevelClock(room.index, room.remaining_ms, room.anchor_ms if room.running else None)


def _staff(journal: Journal, settings: TableSettings, hands: Hands) -> TableStaff:
    try:
        return TableStaff(settings.staff, journal.path, hands.monotonic_ms)
    except Fault:
        journal.close()
        raise


def _resumed(journal: Journal, settings: TableSettings, hands: Hands) -> Keeper[Game, Action, Event]:
    """The table where its journal left off. Raises `Fault` for a journal that is not this table's, or no table's."""
    try:
        keeper = Keeper.resume(journal, TABLE_RULES, Game(), hands.wall_ms)
    except (BadRecord, ChipsNotConserved) as error:
        what = f"{settings.journal} holds what no table can have written ({error})"
        raise Fault(what, "keep the file, call the floor") from error
    table = keeper.state.table
    if table.book is not None and table.number != settings.table:
        what = f"{settings.journal} is the journal of table {table.number}, not of table {settings.table}"
        raise Fault(what, "name this table's own journal in the settings")
    return keeper
