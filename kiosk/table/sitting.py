"""A table's journal and what belongs to it: the game, restored from its records, the clock's last state, and the floor
call. It is opened from the disk and later closed. Knows nothing about screens or readers, and does not connect to the
clock."""

import logging
from collections.abc import Callable, Iterator
from functools import reduce

from msgspec.structs import replace

from engine.actions import Action, Answer, HandOver
from engine.events import Asked, Blinds, Event
from engine.game.game import BadRecord, Game, apply, decide_asked, step
from engine.hand.state import ChipsNotConserved
from engine.public import PublicTable, public
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.setup import SetLevel
from engine.table.actions.staff import FloorCalled, FloorCallWithdrawn, FloorCame
from engine.table.next_deal import start_problem
from engine.tournament.targets import TableTarget
from kiosk.faults import Fault
from kiosk.protocol.codec import decode_event, encode_event
from kiosk.protocol.messages import Welcome
from kiosk.protocol.numbered import NumberedForm
from kiosk.protocol.sync import Log
from kiosk.storage.journal import Journal
from kiosk.storage.keeper import Decided, Keeper, Rules
from kiosk.table.link.cached_state import cache_path
from kiosk.table.link.events import Away, StateReceived
from kiosk.table.link.follower import ClockFollower
from kiosk.table.link.line import OpenJournal
from kiosk.table.people.player_clock import PlayerClock
from kiosk.table.seating.sitting_players import SittingPlayers
from kiosk.table.seating.sitting_room import SittingRoom
from kiosk.table.seating.target import TargetFollower
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from ui.dealer.model.surroundings import Surroundings

log = logging.getLogger(__name__)

READ_EVERY_MS = 60_000
"""The journal is reread at most this often while another program is touching its files."""
AT_ONCE = 200
"""The number of records per read, going backward from the newest."""
TABLE_RULES: Rules[Game, Action, Event] = Rules(step, apply, encode_event, decode_event)


def called_at_ms(journal: Log) -> int | None:
    """The wall-clock time of the unanswered floor call, as recorded, so that it survives a restart; None if there is
    none."""
    called: int | None = None
    upto = journal.head.seq
    while upto > 0:
        after = max(0, upto - AT_ONCE)
        for record in reversed(journal.read(after, upto - after)):
            event = decode_event(record.body)
            if isinstance(event, FloorCame | FloorCallWithdrawn):
                return called
            if isinstance(event, FloorCalled):
                called = record.at_ms  # a repeated call only adds the reason: the first one counts
        upto = after
    return called


class ActiveSitting:
    """A sitting that is open until `close` is called. If the journal cannot be used, raises `Fault` and closes it."""

    def __init__(
        self, settings: TableSettings, services: Services, committed: Callable[[], None], journal: Journal, name: str
    ) -> None:
        """`name` is the sitting's id, empty for the journal that the settings name. `committed` is called after each
        commit; it may read the state but not act."""
        self.name = name
        self.is_known = False
        """Whether the connected clock accepts this journal."""
        self._number = settings.table
        self._address = settings.clock_place
        self._services = services
        self._committed = committed
        self._journal = journal
        try:
            self._players = SittingPlayers(self.events)
            self._target = TargetFollower(self._journal.path, self._players)
            self._form = NumberedForm(lambda: self._target.kept_names, lambda: self._target.names)
            self._keeper = resume_keeper(self._journal, self._form, settings, services)
            self._player_clock = PlayerClock(services.monotonic_ms)
            self._player_clock.resume(self.game, self._journal, services.wall_ms())
            self._called_ms = called_at_ms(self._journal) if self.game.table.staffing.call else None
            """When the floor was called, in wall-clock time."""
        except BaseException:
            self._journal.close()
            raise
        self.clock = ClockFollower(
            cache_path(self._journal.path),
            services,
            self.game.table,
            self._keeper.mark,
            bool(settings.clock),
            settings.table,
        )
        self.room = SittingRoom(settings.table, self.clock, self._target, self._players)
        self.table: PublicTable = _public(self.game, self._number)
        self._read_ms: int | None = None
        self._keeper.listen(self._after_commit)

    def close(self) -> None:
        """Close the journal. Everything is on disk already: nothing needs saving."""
        self._journal.close()

    @property
    def opened(self) -> OpenJournal:
        return OpenJournal(self._journal.path, self._journal.epoch, self.name, self._journal.opening)

    @property
    def waiting(self) -> int:
        link = self.clock.link(self._keeper.mark)
        return link.waiting if link else 0

    @property
    def game(self) -> Game:
        return self._keeper.state

    def do(self, action: Action, seen: int | None = None, decided: Decided[Game, Action, Event] | None = None) -> None:
        """Decide and commit, as `Keeper.do` does. If players or chips are due before the next hand, that hand does not
        start by itself when the current one ends. Raises `Refused` for a hand without a player whom the table is
        waiting for."""
        if isinstance(action, HandOver | Answer) and action.start and self._awaits():
            action = replace(action, start=False)
        if isinstance(action, StartHand) and not self.game.table.redeal:
            late = next((one for one in self.room.coming(self.game.table) if one.player not in action.without), None)
            if late is not None and start_problem(self.game.table) is None:
                raise Refused("waits-for-arrival", name=late.name)
        self._keeper.do(action, seen, decided)

    def _awaits(self) -> bool:
        """Whether a player or chips are to come to the table, or a player is to leave, before the next hand."""
        table = self.game.table
        return bool(self.room.coming(table) or self.room.due(table, self.table))

    def check_record(self) -> None:
        """Check that the open files are still the journal's, and check their content if another program has written to
        them. If this raises `Fault`, touches are no longer accepted."""
        self._journal.check_in_place()
        if not self._journal.has_other_writer:
            return
        now_ms = self._services.monotonic_ms()
        if self._read_ms is None or now_ms - self._read_ms >= READ_EVERY_MS:
            self._read_ms = now_ms
            self._journal.check_content()

    def events(self) -> Iterator[Event]:
        """The whole record, read from the disk. Raises `Fault`."""
        return (self._form.decode(record.body) for record in self._journal.walk())

    def surroundings(self) -> Surroundings:
        """The table's surroundings for the screen, without the staff and the readers."""
        since_ms = self._called_ms
        return Surroundings(
            level=self.clock.level,
            doubt=self.clock.doubt,
            link=self.clock.link(self._keeper.mark),
            floor_ms=None if since_ms is None else max(0, self._services.wall_ms() - since_ms),
            player_clock_ms=self._player_clock.left_ms,
            coming=self.room.coming(self.game.table),
            due=self.room.due(self.game.table, self.table),
            came=self._players.came,
            booking=self.room.booking(self.game.table),
            clock=self._address,
            starting_stack=self.clock.starting_stack,
        )

    # The clock's messages, and the actions that follow from them

    def welcomed(self, event: Welcome) -> None:
        self.clock.welcomed(event)
        self.is_known = True
        self._receive_target(event.target)

    @property
    def is_done(self) -> bool:
        """Whether nothing more is played here: its tournament is over, or nobody sits here and the table is closed or
        belongs to no tournament."""
        target = self.target
        is_closed = not self.name or (target is not None and target.closed)
        is_stopped = target is not None and target.stop is not None and target.stop.why == "over"
        return is_stopped or self.clock.is_over or (is_closed and not any(self.game.table.seats))

    def state_received(self, event: StateReceived) -> None:
        self.clock.state_received(event)
        self._receive_target(event.target)

    def away(self, event: Away) -> None:
        self.clock.away(event)
        self.is_known = False

    def check_arrived(self) -> None:
        """Forget the arrivals of players whom the clock no longer reports on the way. Called after each event."""
        self._players.check_arrived(one.player for one in self.clock.coming)

    def _receive_target(self, target: TableTarget | None) -> None:
        if target is None or not self.name:
            return
        before = self._target.names
        self._target.receive(target)
        now = self._target.names
        if now == before:
            return
        try:
            renamed = {player for player in {*before, *now} if before.get(player) != now.get(player)}
            if renamed & self._players.sat:
                self._keeper.read_again(Game())
                self.table = _public(self.game, self._number)
        except Fault as fault:  # the journal reports it at the next commit; the names are sent again at the next start
            log.info("the names on the screen were not updated: %s", fault)

    @property
    def target(self) -> TableTarget | None:
        return self._target.target

    def next_step(self) -> Action | None:
        """The first step toward the target that the table can take by itself. Raises `Fault`."""
        return self._target.next_step(self.game.table)

    def take_step(self, step: Action) -> None:
        before = self.game.table
        self.do(step)
        self._target.done(step, before)

    def refused(self, step: Action, refused: Refused) -> bool:
        """Note that this step is not allowed now. Returns whether this is a new refusal."""
        return self._target.refused(step, self.game.table, refused.message.code)

    def level_by_time(self) -> SetLevel | None:
        """Advance the level clock to now. Returns the level to set, if it has changed."""
        return self._to_set(self.clock.follow(self.game.table))

    def level_by_play(self) -> SetLevel | None:
        return self._to_set(self.clock.by_play(self.game.table))

    def _to_set(self, terms: Blinds | None) -> SetLevel | None:
        table = self.game.table
        return SetLevel(terms) if terms is not None and table.book is not None and table.blinds != terms else None

    def _after_commit(self, events: tuple[Event, ...], game: Game, __: int) -> None:
        self._players.note(events, self.table, game)
        self.table = _public(game, self._number)
        self._player_clock.follow(game)
        if (game.table.staffing.call is None) != (self._called_ms is None):
            self._called_ms = self._services.wall_ms() if game.table.staffing.call else None
        self._committed()


def _public(game: Game, number: int) -> PublicTable:
    """The public view of the table. Before the table is open, it does not know its number, so the number comes from the
    settings."""
    return replace(public(game), table=number)


def resume_keeper(
    journal: Journal, form: NumberedForm, settings: TableSettings, services: Services
) -> Keeper[Game, Action, Event]:
    """The keeper of the journal. Raises `Fault` if the journal belongs to another table or to no table at all."""
    rules = replace(TABLE_RULES, encode=form.encode, decode=form.decode)
    try:
        _complete_step(journal, rules)
        keeper = Keeper.resume(journal, rules, Game(), services.wall_ms)
    except (BadRecord, ChipsNotConserved) as error:
        raise Fault("journal-of-no-table", path=str(journal.path), error=error.message) from error
    table = keeper.state.table
    if table.book is not None and table.number != settings.table:
        raise Fault("journal-of-other-table", path=str(journal.path), other=table.number, table=settings.table)
    return keeper


def _complete_step(journal: Journal, rules: Rules[Game, Action, Event]) -> None:
    """Record the missing events of an incomplete last step. Steps are written atomically, but a disk that falsely
    reports data as written can lose the end of one. The engine decides the step's action again to find the missing
    events."""
    action, found = _last_step(journal, rules)
    if action is None or len(found) >= action.events:
        return
    before = journal.head.seq - len(found) - 1
    events = (rules.decode(record.body) for record in journal.walk() if record.seq <= before)
    try:
        decided = decide_asked(reduce(apply, events, Game()), action)
    except Refused:  # not a step of ours: the clock's audit reports that, too
        return
    if decided[: len(found)] == found:
        journal.complete([rules.encode(event) for event in decided[len(found) :]])


def _last_step(journal: Journal, rules: Rules[Game, Action, Event]) -> tuple[Asked | None, list[Event]]:
    """The last recorded action, and the events after it. These may include actions that a repair replayed, so the steps
    are counted from an earlier record. All records of one step have the same time."""
    found: list[Event] = []
    written = (0, 0)
    for seq in range(journal.head.seq, 0, -1):
        (record,) = journal.read(seq - 1, 1)
        if found and (record.epoch, record.at_ms) != written:
            break
        written = (record.epoch, record.at_ms)
        try:
            found.insert(0, rules.decode(record.body))
        except ValueError:  # the keeper says which record it does not understand
            return None, []
    while found and isinstance(asked := found[0], Asked):
        if asked.events + 1 >= len(found):
            return asked, found[1:]
        del found[: asked.events + 1]
    return None, []
