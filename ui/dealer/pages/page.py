"""The base classes of all pages: values that define what is shown. A touch produces the next page. Uses no widgets."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Protocol

import msgspec

from engine.actions import TableAction
from engine.cards import Card
from engine.game.game import Game, decide
from engine.public import PublicTable
from engine.refused import Refused
from ui.dealer.model.readers import PictureTouch, ReaderWatch
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import Ask, PageRef
from ui.dealer.model.values import ButtonView, GridView, PageView
from ui.words import Words
from ui.words.languages import words_in

if TYPE_CHECKING:
    from engine.history.recall import Recalled


ANSWERS = 3
"""The number of places in a row of answers."""


class HistoryPort(Protocol):
    """The record, read on demand: the screen does not keep any of it."""

    def last_hands(self, count: int) -> "tuple[Recalled, ...]":
        """The last hands that were played or reported here, newest first."""
        ...


class PageContext(msgspec.Struct, frozen=True):
    table: PublicTable
    game: Game
    surroundings: Surroundings = Surroundings()
    words: Words = msgspec.field(default_factory=partial(words_in, "en"))
    recorded: bool = False
    """Whether anything that UNDO can take back was recorded since a page was last opened or closed."""
    closed: PageRef | None = None
    """A page that was closed with entries on it. REDO opens it again until the table changes."""

    def who(self, seat: int) -> str:
        """A seat, named as a dealer would name it. Empty if there is no seat."""
        return self.words.who(seat, self.table.seats[seat - 1].name) if seat else ""


class Page(PageRef, frozen=True, kw_only=True):
    """The base class of all pages. Its fields hold what has been picked so far."""

    parent: PageRef | None = None
    """The page to which this one closes; None for the table itself."""

    enrolls: ClassVar[bool] = False
    """Whether cards that are read while the page is open belong to the deck being enrolled."""

    replays: ClassVar[bool] = False
    """Whether the page shows another table in place of this one."""

    def show(self, context: PageContext) -> PageView:
        """All lines and buttons of the page."""
        raise NotImplementedError

    def stays(self, before: PageContext, after: PageContext) -> bool:
        """Whether the page stays open after the table changes; by default, as long as nothing has happened in the
        hand."""
        return same_hand(before, after)

    def over(self, context: PageContext) -> bool:
        """Whether there is nothing left to pick on the page. The screen then closes it."""
        return False

    def read(self, context: PageContext, card: Card) -> Ask | None:
        """The order that results from reading this card while the page is open; None for a page without cards."""
        return None

    def taken(self, context: PageContext, card: Card) -> "Page | None":
        """The page after this card is read, if the page accepts cards that the table's record does not need yet;
        otherwise None."""
        return None

    def watches(self) -> ReaderWatch | None:
        """The readers that the page watches. Their readings do not affect the hand while the page is open. None if all
        readings count."""
        return None

    @property
    def has_entries(self) -> bool:
        """Whether the page holds entries for which REDO should open it again after it was closed."""
        return False

    def touched(self, touch: PictureTouch, context: PageContext) -> "Page":
        return self

    def kept(self) -> "Page":
        """The page to show once the data that it sent has been saved."""
        return self

    def opened(self, memory: HistoryPort) -> "Page":
        """The page as it opens, with the data that it needs from the table's record; most pages need none."""
        return self

    between_hands: ClassVar[bool] = False
    """Whether the menu opens the page only between hands."""
    needs: ClassVar[str] = "hand"
    """The reason given when the menu cannot open the page, as a key in `words.menu.locked`."""

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        """Whether the menu can open the page now."""
        return True

    @classmethod
    def opens_itself(cls, context: PageContext) -> bool:
        """Whether the page opens by itself; it does so once each time this becomes true."""
        return False

    @classmethod
    def locked(cls, context: PageContext) -> str:
        """Why the menu cannot open the page now, as a name in `words.menu.locked`; empty if it can."""
        if cls.offered(context):
            return ""
        if cls.between_hands and context.table.playing:
            return "fresh-hand" if context.table.is_untouched else "between-hands"
        return cls.needs


class LastingPage(Page, frozen=True):
    """A page that stays open while play goes on."""

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return True


class PlayerPage(Page, frozen=True):
    """A page about the player in `seat`. It stays open while the same player sits there."""

    seat: int

    def stays(self, before: PageContext, after: PageContext) -> bool:
        there = [one.table.seats[self.seat - 1].player for one in (before, after) if self.seat <= len(one.table.seats)]
        return len(there) == 2 and there[0] == there[1] != ""


class BetweenHandsPage(Page, frozen=True):
    """A page that closes when a hand begins."""

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return not after.table.playing

    def over(self, context: PageContext) -> bool:
        return context.table.playing


def answer_row(name: str, *buttons: ButtonView) -> GridView:
    """The keys that answer a page, along its near edge: the last one is the one that goes on."""
    gaps = (ButtonView("", ""),) * (ANSWERS - len(buttons))
    return GridView(name, ANSWERS, (*gaps, *buttons), below=True)


def refusal(context: PageContext, action: TableAction) -> Refused | None:
    """Why the engine would refuse the action; None if it would accept it."""
    try:
        decide(context.game, action)
    except Refused as refused:
        return refused
    return None


def same_hand(before: PageContext, after: PageContext) -> bool:
    """Whether no action, card or deal has happened in between. A level change or an arrival does not matter."""
    was, now = before.game.state, after.game.state
    return was.table.hand == now.table.hand and was.waiting == now.waiting and before.table.hand == after.table.hand


def same_seats(seats: Iterable[int], before: PageContext, after: PageContext) -> bool:
    return all(before.table.seats[seat - 1 : seat] == after.table.seats[seat - 1 : seat] for seat in seats)
