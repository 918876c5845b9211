"""A table's journal and what belongs to it: the game, the clock's last state, and the floor call.

It is opened from the disk and later closed. Knows nothing about screens or readers, and does not open a line.
"""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from engine.actions import Action, Answer, BuyChips, HandOver, LeaveSeat, SetLevel, StartHand, TakeSeat
from engine.events import Blinds, ChipsBought, Event, HandReported, HandStarted, SeatLeft, SeatTaken, TakenBack
from engine.game.game import Game
from engine.public import PublicSeat, PublicTable, public
from engine.refused import Refused
from engine.table.next_deal import start_problem
from engine.tournament.targets import TableTarget
from kiosk.faults import Fault
from kiosk.protocol.messages import Welcome
from kiosk.protocol.numbered import NumberedForm
from kiosk.storage.journal import Journal
from kiosk.storage.keeper import Decided
from kiosk.table.floor_call import called_at_ms
from kiosk.table.link.cached_state import cache_path
from kiosk.table.link.events import Away, StateReceived
from kiosk.table.link.follower import ClockFollower
from kiosk.table.link.line import OpenJournal
from kiosk.table.people.player_clock import PlayerClock
from kiosk.table.recovery.resume import resume_keeper
from kiosk.table.seating.target import TargetFollower
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from ui.dealer.model.surroundings import Booking, Due, ExpectedPlayer, Finish, FreeTable, GonePlayer, Surroundings

log = logging.getLogger(__name__)

READ_EVERY_MS = 60_000
"""The journal is reread at most this often while another program is touching its files."""


class ActiveSitting:
    """A sitting that is open until `close` is called. Raises `Fault`, and closes the journal, when it cannot be used.
    """

    def __init__(
        self, settings: TableSettings, services: Services, committed: Callable[[], None], journal: Journal, name: str
    ) -> None:
        """`name` is the sitting's id, empty for the settings' own journal. `committed` is called after each commit; it
        may read the state but not act.
        """
        self.name = name
        self.is_known = False
        """Whether the connected clock accepts this journal."""
        self._number = settings.table
        self._address = settings.clock.partition("://")[2].rstrip("/")
        self._services = services
        self._committed = committed
        self._journal = journal
        try:
            self._target = TargetFollower(self.path)
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
            cache_path(self.path), services, self.game.table, self._keeper.mark, bool(settings.clock), settings.table
        )
        """The clock as this table follows it."""
        self.table: PublicTable = self._seen()
        """The table as the public sees it."""
        self._left: tuple[GonePlayer, ...] = ()
        """The players who have left with chips since the program started."""
        self._read_ms: int | None = None
        """When the journal was last reread."""
        self._arrived: dict[str, int] = {}
        """The players who have sat down while the clock still reports them on the way, with the record of each."""
        self._came: tuple[Due, ...] = ()
        """The players who have sat down, and the chips handed out, since the last hand."""
        self._sat: frozenset[str] | None = None
        """The players who have had chips here; None until they are needed."""
        self._lost_all: frozenset[str] = frozenset()
        """The players who lost all of their chips here."""
        self._keeper.listen(self._after_commit)

    def close(self) -> None:
        """Close the journal. Everything is on disk already: nothing needs saving."""
        self._journal.close()

    @property
    def path(self) -> Path:
        """The journal's file."""
        return self._journal.path

    @property
    def opened(self) -> OpenJournal:
        """The journal, for the line to the clock."""
        return OpenJournal(self.path, self._journal.epoch, self.name, self._journal.opening)

    @property
    def waiting(self) -> int:
        """How many records the clock has not received yet."""
        link = self.clock.link(self._keeper.mark)
        return link.waiting if link else 0

    @property
    def is_linked(self) -> bool:
        """Whether the clock is connected."""
        link = self.clock.link(self._keeper.mark)
        return link is not None and link.connected

    @property
    def game(self) -> Game:
        """The current state of the table."""
        return self._keeper.state

    def do(
        self, action: Action, seen: int | None = None, decided: Decided[Game, Action, Event] | None = None
    ) -> None:
        """Decide and commit, as `Keeper.do` does. If a player is to arrive before the next hand, none starts when the
        current one ends. Raises `Refused` for a hand without a player whom the table is waiting for.
        """
        if isinstance(action, HandOver | Answer) and action.start and (self._coming or self._due):
            action = replace(action, start=False)
        if isinstance(action, StartHand) and not self.game.table.redeal:
            late = next((one for one in self._coming if one.player not in action.without), None)
            if late is not None and start_problem(self.game.table) is None:
                raise Refused("waits-for-arrival", name=late.name)
        self._keeper.do(action, seen, decided)

    def check_record(self) -> None:
        """Check that the journal's files are still those that are open, and check their content if another program has
        written to them. If it raises `Fault`, touches are not accepted.
        """
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
            coming=self._coming,
            due=self._due,
            came=self._came,
            booking=self._booking(),
            clock=self._address,
            starting_stack=self.clock.starting_stack,
        )

    @property
    def _coming(self) -> tuple[ExpectedPlayer, ...]:
        """The players on the way here with chips who have not sat down yet."""
        here = {*self._arrived, *(seat.player for seat in self.game.table.seats if seat)}
        return tuple(one for one in self.clock.coming if one.player not in here)

    @property
    def _due(self) -> tuple[Due, ...]:
        """The players and chips that come or leave when the hand in play ends. Empty until the first step toward the
        target has been looked for, which reads the record.
        """
        if self._sat is None:
            return ()
        return tuple(_as_due(step, self.table) for step in self._target.due(self.game.table, self._sat, self._lost_all))

    def _booking(self) -> Booking:
        target = self._target.target
        if target is None:
            return Booking(gone=self.gone)
        over: Literal["", "closed", "breaking"] = "closed" if target.closed else "breaking" if target.breaking else ""
        room_info, out = self.clock.room_info, tuple((one.player, one.name) for one in target.out)
        places = tuple(Finish(one.player, one.place, one.confirmed) for one in room_info.out) if room_info else ()
        return Booking(self.is_linked and not over, over, out, self.free if room_info else None, gone=self.gone,
                       places=places, unused=target.unused)  # fmt: skip

    @property
    def free(self) -> tuple[FreeTable, ...]:
        """The other tables and their free seats, as far as the room reports them."""
        tables = self.clock.room_info.tables if self.clock.room_info and self.is_linked else ()
        return tuple(FreeTable(one.table, one.seats, one.free) for one in tables if one.table != self._number)

    @property
    def gone(self) -> tuple[GonePlayer, ...]:
        """The players who have left with chips and are not seated anywhere yet, as the room reports them if it can be
        reached."""
        room_info, here = self.clock.room_info, {seat.player for seat in self.game.table.seats if seat}
        if room_info is None or not self.is_linked:
            return tuple(one for one in self._left if one.player not in here)
        reported = (
            GonePlayer(one.player, one.name, one.chips, one.seat, one.to, one.to_seat) for one in room_info.gone
        )
        return tuple(one for one in reported if one.player not in here)

    # The clock's messages, and the actions that follow from them

    def welcomed(self, event: Welcome) -> None:
        """The clock accepts this journal."""
        self.clock.welcomed(event)
        self.is_known = True
        self._receive_target(event.target)

    def state_received(self, event: StateReceived) -> None:
        """Take a newer state of the clock, and the target if it has changed."""
        self.clock.state_received(event)
        self._receive_target(event.target)

    def away(self, event: Away) -> None:
        """The clock is unreachable, or has refused the table."""
        self.clock.away(event)
        self.is_known = False

    def check_arrived(self) -> None:
        """Note which players who have sat down the clock no longer reports on the way. Called after each event."""
        coming = {one.player for one in self.clock.coming}
        self._arrived = {player: mark for player, mark in self._arrived.items() if player in coming}

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
            if renamed & self._has_sat():
                self._keeper.read_again(Game())
                self.table = self._seen()
        except Fault as fault:  # the journal reports it at the next commit; the names are sent again at the next start
            log.info("names are shown as before: %s", fault)

    @property
    def target(self) -> TableTarget | None:
        """This table's target; None if no tournament has sent one."""
        return self._target.target

    def next_step(self) -> Action | None:
        """The first step toward the target that the table can take by itself. Raises `Fault`."""
        if self._target.target is None:
            return None
        return next(self._target.steps(self.game.table, self._has_sat(), self._lost_all), None)

    def _has_sat(self) -> frozenset[str]:
        if self._sat is None:
            self._sat = frozenset()
            for event in self.events():
                self._note_sat(event)
        return self._sat

    def _note_sat(self, event: Event) -> None:
        """Note that a player who sits down has had chips here, and that one who leaves without any has lost them
        all."""
        if self._sat is None or not isinstance(event, SeatTaken | SeatLeft):
            return
        self._lost_all -= {event.player}
        if isinstance(event, SeatTaken):
            self._sat |= {event.player}
        elif not event.chips:
            self._lost_all |= {event.player}

    def take_step(self, step: Action) -> None:
        """Take that step. Raises the same errors as `do`."""
        before = self.game.table
        self.do(step)
        self._target.done(step, before)

    def refused(self, step: Action, refused: Refused) -> bool:
        """Note that this step is not allowed now. Returns whether this is a new refusal."""
        return self._target.refused(step, self.game.table, refused.message.code)

    def resolve_level(self, by_day: bool) -> None:
        """Handle the dealer's answer on whether this machine's wall-clock time is right."""
        self.clock.resolve_level(by_day)

    def level_by_time(self) -> SetLevel | None:
        """Advance the level clock to now. Returns the level to set, if it has changed."""
        return self._to_set(self.clock.follow(self.game.table))

    def level_by_play(self) -> SetLevel | None:
        """The level to set if levels follow the hands played."""
        return self._to_set(self.clock.by_play(self.game.table))

    def _to_set(self, terms: Blinds | None) -> SetLevel | None:
        table = self.game.table
        return SetLevel(terms) if terms is not None and table.book is not None and table.blinds != terms else None

    def _after_commit(self, events: tuple[Event, ...], game: Game, __: int) -> None:
        for event in events:
            self._note_sat(event)
            self._note_left(event)
            self._note_arrived(event, game.mark)
            self._note_came(event)
        self.table = self._seen()
        self._player_clock.follow(game)
        if (game.table.staffing.call is None) != (self._called_ms is None):
            self._called_ms = self._services.wall_ms() if game.table.staffing.call else None
        self._committed()

    def _note_left(self, event: Event) -> None:
        """Note a player who leaves and can be brought back until they are seated again."""
        if isinstance(event, SeatLeft | SeatTaken):
            self._left = tuple(one for one in self._left if event.player != one.player and event.seat != one.seat)
        if isinstance(event, SeatLeft) and event.chips:
            name = self.table.seats[event.seat - 1].name
            self._left = (*self._left, GonePlayer(event.player, name, event.chips, event.seat))

    def _note_came(self, event: Event) -> None:
        """Note what the dealer has to see before the next hand."""
        match event:
            case HandStarted() | HandReported():
                self._came = ()
            case SeatTaken() if self.game.table.hands:
                self._came = (*self._came, Due("enters", event.seat, event.player, event.name, event.chips))
            case ChipsBought():
                name = self.table.seats[event.seat - 1].name
                self._came = (*self._came, Due("buys", event.seat, event.player, name, event.chips))
            case SeatLeft():
                self._came = tuple(one for one in self._came if one.player != event.player)

    def _note_arrived(self, event: Event, mark: int) -> None:
        """Note a player who has sat down here, so that a clock that does not know this yet cannot offer them again."""
        if isinstance(event, SeatTaken):
            self._arrived[event.player] = mark
        elif isinstance(event, TakenBack):
            self._arrived = {player: at for player, at in self._arrived.items() if at <= event.to}

    def _seen(self) -> PublicTable:
        # Before it is open, a table does not know its number; the settings do.
        return replace(public(self.game), table=self._number)


def _as_due(step: LeaveSeat | TakeSeat | BuyChips, table: PublicTable) -> Due:
    """The player or chips that a step brings to its seat, in the form in which the screen shows them."""
    there = table.seats[step.seat - 1] if step.seat <= len(table.seats) else PublicSeat(step.seat)
    match step:
        case LeaveSeat():
            return Due("leaves", step.seat, there.player, there.name, table=step.to)
        case TakeSeat():
            return Due("enters", step.seat, step.player, step.name, step.chips)
        case BuyChips():
            return Due("buys", step.seat, there.player, there.name, step.chips)
