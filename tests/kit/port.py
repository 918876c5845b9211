"""A port for the dealer's screen that runs the engine directly."""

from functools import reduce
from typing import Any

from msgspec.structs import replace

from engine.actions import TableAction
from engine.events import Event, Role
from engine.game.game import Game, apply, step
from engine.history.recall import Recalled, recall
from engine.message import Message
from engine.public import public
from engine.refused import Refused
from engine.table.actions.staff import NotePin
from kiosk.table.seating.requests import seat_here
from tests.kit.play import do, play
from ui.dealer.model.cards import EnrollDo, LearnDo
from ui.dealer.model.profile import Profile
from ui.dealer.model.reader_texts import reader_status
from ui.dealer.model.readers import Area, Readers, ReaderWatch
from ui.dealer.model.sign_in import PinAnswer
from ui.dealer.model.taps import Follows, RoomRequest, SeatHere
from ui.dealer.screen import Screen


class Engine:
    """A port that decides and shows at once, and remembers the requests."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.asked: list[TableAction] = []
        self.told_levels: list[bool] = []
        self.asked_room: list[RoomRequest] = []
        self.seated: SeatHere | None = None
        self.joined = False
        self.stale: list[TableAction] = []
        self.record: list[Event] = []
        self.pins: dict[tuple[str, str], str] = {}
        """The person whose PIN it is, by role and PIN."""
        self.enrolled: list[tuple[EnrollDo, str]] = []
        self.learned: list[LearnDo] = []
        self.watching: list[ReaderWatch | None] = []
        self.marked: list[tuple[str, tuple[tuple[str, Area], ...]]] = []
        self.marking: Message | None = None
        self.screen: Screen | None = None

    def last_hands(self, count: int) -> tuple[Recalled, ...]:
        """The records of this table that the test has passed in."""
        return recall(self.record, count)

    def show_on(self, screen: Screen) -> None:
        """Start showing the game."""
        self.screen = screen
        self.present()

    def present(self, **surroundings: Any) -> None:
        """The current table, with any changes around it."""
        assert self.screen is not None
        tell(self.screen, self.game, **surroundings)

    def ask(self, action: TableAction, seen: int) -> None:
        """Decide and apply; a tap on an old screen is only noted."""
        assert self.screen is not None
        if seen != self.game.mark:
            self.stale.append(action)
            return
        self.take(action)

    def take(self, action: TableAction, then: Follows = ()) -> None:
        """The screen or a reader asks for something."""
        assert self.screen is not None
        self.asked.append(action)
        try:
            events = step(self.game, action)
            self.game, self.record = reduce(apply, events, self.game), [*self.record, *events]
        except Refused as refused:
            self.screen.refuse(refused.message, refused.clause)
        else:
            tell(self.screen, self.game, then)

    def unlock(self, role: Role, pin: str, name: str) -> PinAnswer:
        """The person whose PIN it is; noted as the program notes it."""
        assert self.screen is not None
        found = self.pins.get((role, pin), "")
        self.game = do(self.game, NotePin(role, found))
        self.present()
        return PinAnswer(found, 0 if found else 5_000)

    def enroll(self, do: EnrollDo, what: str) -> None:
        """Noted; the test gives the result with `present`."""
        self.enrolled.append((do, what))
        if do == "leave" and self.screen:
            self.present(enrolling=None)

    def learn(self, do: LearnDo) -> None:
        """Noted; the test gives the result with `present`."""
        self.learned.append(do)

    def watch_readers(self, watching: ReaderWatch | None) -> None:
        """Noted."""
        self.watching.append(watching)

    def ask_room(self, ask: RoomRequest) -> None:
        """Noted."""
        self.asked_room.append(ask)

    def seat_here(self, ask: SeatHere) -> None:
        """Noted, and done as the program does it."""
        self.seated = ask
        for action in seat_here(ask, self.game.table, 7):
            self.game = do(self.game, action)
        self.present()

    def join_room(self) -> None:
        """Noted."""
        self.joined = True

    def prefer(self, profile: Profile) -> None:
        """As the program does."""
        self.present(profile=profile)

    def turn_table(self, left_seat: int) -> None:
        """As the program does."""
        self.present(left_seat=left_seat)

    def resolve_level(self, by_day: bool) -> None:
        self.told_levels.append(by_day)

    def mark_places(self, camera: str, places: tuple[tuple[str, Area], ...]) -> Message | None:
        """Noted; the test gives the result."""
        self.marked.append((camera, places))
        return self.marking

    def happen(self, script: str) -> None:
        """Something that did not come from the screen: a reader, or the room."""
        assert self.screen is not None
        self.game = play(self.game, script)
        self.present()


def tell(screen: Screen, game: Game | None = None, then: Follows = (), **surroundings: Any) -> None:
    """The program reports a change: another game, or something around the table."""
    game = game or screen.content.game
    screen.present(public(game), game, replace(screen.content.surroundings, **surroundings), then)


def tell_readers(screen: Screen, readers: Readers) -> None:
    """The state of the readers; the felt's messages about them follow."""
    tell(screen, readers=readers, reader=reader_status(readers.readers, screen.content.words))
