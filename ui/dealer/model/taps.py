"""The possible meanings of a touch: an order to the table, or something that the screen handles itself."""

from typing import Literal

import msgspec

from engine.actions import TableAction
from engine.events import Blinds
from engine.message import Message
from ui.dealer.model.cards import EnrollDo, LearnDo
from ui.dealer.model.profile import Profile
from ui.dealer.model.readers import Area, ReaderWatch

Role = Literal["", "dealer", "floor"]


class Tap(msgspec.Struct, frozen=True):
    """The meaning of a touch: an order to the table, or something that the screen handles itself."""


class PageRef(msgspec.Struct, frozen=True):
    """A tap's reference to a page, with the page's selections; `ui.dealer.pages.page.Page` shows it."""


Follows = tuple[()] | tuple[PageRef | None]
"""The page that follows an order; None for the table itself; empty if none was set."""


class OpenPage(Tap, frozen=True):
    """Open this page; None closes the open one. With `slides`, it opens when a finger touches down; the finger may then
    slide to a cell and lift there."""

    page: PageRef | None = None
    slides: bool = False


class Ask(Tap, frozen=True):
    """Send this order to the table. `then` is the page shown after its answer, or None for the table itself. `needs` is
    the role that has to sign with a PIN first, if the table has staff. `follow` is sent in the same touch once the
    order is done, unless a PIN is asked for first."""

    action: TableAction
    then: PageRef | None = None
    needs: Role = ""
    follow: TableAction | None = None


class Aim(msgspec.Struct, frozen=True):
    """The order that results from a card reading, and the page that follows it."""

    action: TableAction
    then: Follows = ()


class Unlock(Tap, frozen=True):
    """A PIN was keyed in. Its owner, who must have this `role` and, if it is given, this `name`, signs for `ask`."""

    role: Literal["dealer", "floor"]
    pin: str
    ask: Ask
    name: str = ""


class Enroll(Tap, frozen=True):
    """Start a deck, or change how it is enrolled; `page` shows it. For `what`, see `Port.enroll`."""

    do: EnrollDo
    what: str = ""
    page: PageRef | None = None


class Learn(Tap, frozen=True):
    """Change what the open page's camera learns or reads; `page` shows the result."""

    do: LearnDo
    page: PageRef


class WatchReaders(msgspec.Struct, frozen=True):
    """Start watching the readers, because a page that needs them has opened, or stop (None), because it has closed."""

    watching: ReaderWatch | None


class MarkPlaces(Tap, frozen=True):
    """Save which part of a camera's picture shows which place; the open page shows the result."""

    camera: str
    places: tuple[tuple[str, Area], ...]


class TellLevel(Tap, frozen=True):
    """Confirm either the level according to this machine's wall clock or the last known level."""

    by_day: bool


class BuyInRequest(msgspec.Struct, frozen=True):
    """A player buys in at a free seat; `player` is the id of one who has played in this tournament."""

    seat: int
    name: str
    player: str = ""


class RebuyRequest(msgspec.Struct, frozen=True):
    seat: int


class MoveRequest(msgspec.Struct, frozen=True):
    """The player in a seat moves to seat `to_seat` at table `to`."""

    seat: int
    to: int
    to_seat: int


class ReturnRequest(msgspec.Struct, frozen=True):
    """A player who was to move to another table, but is not seated there yet, stays or comes back."""

    player: str


RoomRequest = BuyInRequest | RebuyRequest | MoveRequest | ReturnRequest


class AskRoom(Tap, frozen=True):
    ask: RoomRequest


class Starter(msgspec.Struct, frozen=True):
    """A player seated at the start; `chips` is 0 if the player gets as many chips as the others."""

    seat: int
    name: str
    chips: int = 0


class SeatHere(Tap, frozen=True):
    """Open the table for a game of its own, with these players, the button and the blinds."""

    players: tuple[Starter, ...]
    button: int
    blinds: Blinds


class JoinRoom(Tap, frozen=True):
    """Leave the table's own game for the tournament that the clock has for it."""


class Prefer(Tap, frozen=True):
    """Save the dealer's preferences for the screen; `page` is the page that follows."""

    profile: Profile
    page: PageRef | None = None


class TurnTable(Tap, frozen=True):
    """Put this seat to the dealer's left from now on; `page` is the page that follows."""

    left_seat: int
    page: PageRef | None = None


class SwitchUnits(Tap, frozen=True):
    """Show stacks, bets and pots in big blinds, or in chips again."""


class PickSeat(Tap, frozen=True):
    """Toggle a seat in the answer to the table's question."""

    seat: int


class ShowPot(Tap, frozen=True):
    """Show this pot, because the pots that are awarded before it have been pushed."""

    pot: int


class SeeOut(Tap, frozen=True):
    """Confirm that the players who went out by `mark` in the record have left this table."""

    mark: int


class SeeNotice(Tap, frozen=True):
    """Confirm that the chips are where the notice says."""


class AskAgain(Tap, frozen=True):
    """Have UNDO ask for confirmation. `why` is the reason why the first touch does nothing else."""

    why: Message | None = None


class AskWalk(Tap, frozen=True):
    """Have HAND OVER ask whether everyone folded, if nothing has happened in the hand yet."""


class Continue(Tap, frozen=True):
    """A tap that changes nothing at the table but lets code that observes touches move on."""
