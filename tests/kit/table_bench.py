"""A table's program with the clock's end of the link in the test's hands."""

from collections.abc import Callable, Hashable
from pathlib import Path
from random import Random

from engine.books.rulebook import load_book
from engine.events import Event
from engine.game.game import Game
from engine.message import message
from engine.table.state import Table, is_playing, players
from engine.tournament.levels.structure import blinds, duration_ms, load_structure
from engine.tournament.tables.room_info import IncomingPlayer
from engine.tournament.targets import Leaving, RosterSeat, TableTarget
from kiosk.protocol.codec import decode_event
from kiosk.protocol.link.clock_state import ClockState
from kiosk.protocol.messages import Ack, Answered, CheckPin, GoTo, ReaderStatus, Request, Welcome
from kiosk.storage.chain import START, Mark
from kiosk.storage.journal_reader import open_reader
from kiosk.table.host import TableHost
from kiosk.table.link.events import Away, LinkEvent, StateReceived
from kiosk.table.link.line import OpenJournal, TableLink
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from tests.kit.clock import NoFace
from tests.kit.randomplay import Habits, next_action

FRIDAY, SATURDAY = "3f2a9c01d4e5f607-1", "b1085a11d4e5f608-2"
SILENT = Away(message("clock-silent", clock="clock"))
REFUSED = Away(message("clock-silent", clock="clock"), refused=True)
BOOK = load_book("tda")
STRUCTURE = load_structure("demo")
STACK = 5000
PLAIN = Habits(kill=0.0, undo=0.0, move=0.0)


def state(seq: int = 1) -> ClockState:
    """The clock's message about the room; the tournament clock is stopped."""
    return ClockState(
        1,
        seq,
        seq,
        "Friday",
        0,
        False,
        0,
        duration_ms(STRUCTURE, 0),
        blinds(STRUCTURE, 0),
        3,
        3,
        1,
        15_000,
        5_000,
        structure=STRUCTURE,
    )


def target(rev: int, *roster: RosterSeat, **more: object) -> TableTarget:
    """The target for table 1."""
    return TableTarget(rev, "3f2a9c01d4e5f607", "Friday", 1, 1, 9, BOOK, roster, **more)  # type: ignore[arg-type]


def begins(*entries: int) -> tuple[RosterSeat, ...]:
    """These entries sit down with new stacks, each in the seat of its number."""
    return tuple(RosterSeat(entry, entry, f"Player {entry}", STACK) for entry in entries)


def leaves(entry: int, to: int = 2) -> tuple[Leaving, ...]:
    """This entry is to go to another table."""
    return (Leaving(entry, to, 1),)


class ScriptedLine(TableLink):
    """A link on which the test speaks: the table's requests and answers, and the journals it was opened with."""

    def __init__(self, post: Callable[[LinkEvent, Hashable], None]) -> None:
        self._post = post
        self.opened: list[OpenJournal] = []
        self.is_open = False
        self.requests: list[Request] = []
        self.answers: list[Answered] = []
        self.pins: list[CheckPin] = []

    def says(self, *events: LinkEvent) -> None:
        """As if from the link's thread."""
        for event in events:
            self._post(event, None)

    def update(self, change: object) -> None:
        """The reports about its readers, and that there are new records, are not kept."""

    def open(self, at: OpenJournal, readers: tuple[ReaderStatus, ...]) -> None:
        self.opened.append(at)
        self.is_open = True

    def close(self) -> None:
        self.is_open = False

    def request(self, request: Request) -> None:
        self.requests.append(request)

    def withdraw(self, request: str) -> None:
        self.requests = [one for one in self.requests if one.id != request]

    def answered(self, answered: Answered) -> None:
        self.answers.append(answered)

    def check_pin(self, ask: CheckPin) -> None:
        self.pins.append(ask)


class TableBench:
    """One table. `boot` starts it, again after `stop` or after a power cut."""

    own = ""
    """The version of its program."""

    def __init__(self, folder: Path, reserve_bytes: int = 0) -> None:
        self.reserve_bytes = reserve_bytes
        self.settings = TableSettings(1, str(folder / "table-1.journal"), "ws://clock", "secret")
        self.dice = Random(1)
        self.now_ms = 0
        """Both of its clocks, which the test moves."""
        self.boot()

    def boot(self) -> None:
        """Start the program."""
        self.face = NoFace()
        lines: list[ScriptedLine] = []

        def line(
            _settings: TableSettings, _services: Services, post: Callable[[LinkEvent, Hashable], None]
        ) -> ScriptedLine:
            lines.append(ScriptedLine(post))
            return lines[0]

        services = Services(
            lambda: self.now_ms,
            lambda: self.now_ms,
            self.dice,
            lambda: None,
            reserve_bytes=self.reserve_bytes,
            version=lambda: self.own,
        )
        self.host = TableHost(self.settings, self.face, services, line)
        self.line = lines[0]
        self.host.start()

    def stop(self) -> None:
        """End it."""
        self.host.stop()

    def hears(self, *events: LinkEvent) -> None:
        """The clock sends a message, and the table handles it."""
        self.line.says(*events)
        self.host.take_posts()

    def hears_target(self, wanted: TableTarget, *coming: IncomingPlayer) -> None:
        """The target for this table arrives."""
        self.hears(StateReceived(state(), coming, wanted))

    def welcomed(self, wanted: TableTarget | None = None) -> None:
        """Connected, at a sitting that the clock knows; the clock holds all records."""
        self.hears(Welcome(Mark(self.game.mark, START.hash), state(), target=wanted))

    def sent_to(self, sitting: str) -> None:
        """The clock names a sitting."""
        self.hears(GoTo(sitting))

    def delivered(self) -> None:
        """The clock holds all records."""
        self.hears(Ack(Mark(self.game.mark, START.hash)))

    def at_friday(self, *entries: int) -> None:
        """At its first sitting, with these entries in their seats."""
        self.sent_to(FRIDAY)
        self.welcomed(target(1, *begins(*entries)))
        self.delivered()

    def play(self, actions: int) -> None:
        """Play this many actions."""
        for _ in range(actions):
            self.host.orders.ask(next_action(self.game, self.dice, PLAIN))

    def play_out(self) -> None:
        """Play to the end of the hand, without starting the next."""
        while is_playing(self.table):
            self.play(1)

    @property
    def game(self) -> Game:
        """The table's game."""
        return self.host.game

    @property
    def table(self) -> Table:
        """The table."""
        return self.game.table

    @property
    def names(self) -> list[str]:
        """The names of the seated players."""
        return [seat.name for seat in self.table.seats if seat]

    @property
    def said(self) -> list[str]:
        """The codes of the messages shown, oldest first."""
        return [each.code for each in self.face.refusals]

    @property
    def stacks(self) -> int:
        """How many players have chips."""
        return len(players(self.table))

    def events(self, journal: Path) -> list[Event]:
        """The events of a journal."""
        with open_reader(journal) as log:
            return [decode_event(record.body) for record in log.walk()]
