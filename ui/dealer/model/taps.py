"""What a touch can mean: an action asked of the table, or something the screen answers by itself."""

from typing import Literal, NamedTuple

import msgspec

from engine.actions import TableAction
from ui.dealer.model.cards import EnrolDo
from ui.dealer.model.readers import Area, Watching

Role = Literal["", "dealer", "floor"]


class PageRef(msgspec.Struct, frozen=True):
    """A page as far as a tap knows it: what has been picked on it. How it is shown is `ui.dealer.pages.page.Page`."""


Follows = tuple[()] | tuple[PageRef | None]
"""The page that follows where something was asked of it, None for the table itself; empty where nobody has said."""


class OpenPage(msgspec.Struct, frozen=True):
    """The screen's own answer: this page next; None closes.

    With `slides` the page opens as the finger comes down: it may slide to a cell of the page and let go there.
    """

    page: PageRef | None = None
    slides: bool = False


class Ask(msgspec.Struct, frozen=True):
    """Ask the table for this; `then` is the page that follows its answer, None for the table itself.

    `needs`: who has to sign for it with a PIN first, where the table has staff.
    """

    action: TableAction
    then: PageRef | None = None
    needs: Role = ""


class Aim(NamedTuple):
    """What to ask of the table because the reader sees a card, and what follows if it is done."""

    action: TableAction
    then: Follows = ()


class Unlock(msgspec.Struct, frozen=True):
    """A PIN is keyed: whose it is, with `role` and perhaps `name` said, signs for `ask`."""

    role: Literal["dealer", "floor"]
    pin: str
    ask: Ask
    name: str = ""


class Enrol(msgspec.Struct, frozen=True):
    """Begin a deck, or change what is asked of it; `page` shows it. `what` is as `Port.enrol` has it."""

    do: EnrolDo
    what: str = ""
    page: PageRef | None = None


class Watch(msgspec.Struct, frozen=True):
    """A page that watches the readers has opened; None where it has closed."""

    watching: Watching | None


class MarkPlaces(msgspec.Struct, frozen=True):
    """Keep what a camera shows where; the open page is told how that went."""

    camera: str
    places: tuple[tuple[str, Area], ...]


class TellLevel(msgspec.Struct, frozen=True):
    """Say whether the level by this machine's time of day is the right one, or still the one that stands."""

    by_day: bool


class PickSeat(msgspec.Struct, frozen=True):
    """Name a seat in answer to what the table asks, or no longer name it."""

    seat: int


class AskAgain(msgspec.Struct, frozen=True):
    """Have UNDO ask whether it is meant."""


class Continue(msgspec.Struct, frozen=True):
    """Nothing of the table's: whoever watches the touches goes on."""


Tap = OpenPage | Ask | Unlock | Enrol | MarkPlaces | TellLevel | PickSeat | AskAgain | Continue
