"""The interface between the dealer's screen and the program that shows it."""

from typing import Protocol

from engine.actions import TableAction
from engine.events import Role
from engine.message import Message
from ui.dealer.model.cards import EnrollDo, LearnDo
from ui.dealer.model.profile import Profile
from ui.dealer.model.readers import Area, ReaderWatch
from ui.dealer.model.sign_in import PinAnswer
from ui.dealer.model.taps import RoomRequest, SeatHere
from ui.dealer.pages.page import HistoryPort


class Port(HistoryPort, Protocol):
    """The interface through which the screen sends its requests. The answer reaches the screen before the call returns:
    through `show` if the request was carried out, or through `refuse` if it was not."""

    def ask(self, action: TableAction, seen: int) -> None:
        """Ask the table for an action; `seen` is the mark of the table that was on the screen when it was touched."""

    def ask_room(self, ask: RoomRequest) -> None:
        """Ask the room to record this. Its answer is shown when it arrives."""

    def unlock(self, role: Role, pin: str, name: str) -> PinAnswer:
        """Find the owner of this PIN among the staff for a role; if `name` is given, the PIN must be that person's. If
        the clock has to be asked, the answer comes through the screen's `pin_checked`."""
        ...

    def resolve_level(self, by_day: bool) -> None:
        """Confirm either the level according to this machine's wall clock or the last known level."""

    def seat_here(self, ask: SeatHere) -> None:
        """Open the table for a game of its own."""

    def join_room(self) -> None:
        """Leave the table's own game for the tournament that the clock has assigned to this table."""

    def watch_readers(self, watching: ReaderWatch | None) -> None:
        """Show these readers' readings on the open page, without effect on the hand; if `watching` is None, readings
        count again."""

    def mark_places(self, camera: str, places: tuple[tuple[str, Area], ...]) -> Message | None:
        """Save which region of this camera's picture belongs to the board, the muck or each seat; returns the reason if
        that failed."""
        ...

    def enroll(self, do: EnrollDo, what: str) -> None:
        """Enroll a deck: `what` is its name, or the card to scan again. The answer comes through `show`."""

    def learn(self, do: LearnDo) -> None:
        """Change how the camera that is being watched learns the faces of a deck. The answer comes through `show`."""

    def turn_table(self, left_seat: int) -> None:
        """Put this seat to the dealer's left from now on. The answer comes through `show`."""

    def prefer(self, profile: Profile) -> None:
        """Use this profile for the dealer at the table from now on. The answer comes through `show`."""
