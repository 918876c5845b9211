"""The content of the dealer's screen: the table, its surroundings, the open page and the language. Uses no widgets."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.actions import SeeCard
from engine.cards import Card
from engine.game.game import Game
from engine.public import PublicTable
from ui.dealer.model.surroundings import Surroundings, settle
from ui.dealer.model.taps import Aim, Follows
from ui.dealer.model.values import View
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.turning import page_after
from ui.words import Words


class TouchContext(msgspec.Struct, frozen=True):
    """The screen at the time of a touch: the table's mark, the open page, and when a page was last opened or closed."""

    mark: int
    page: Page | None
    turned_ms: int | None = None


def _past_undo(before: Game, after: Game, was: bool) -> bool:
    """Whether a player was seated or left since the step that UNDO would take back in the game `after`."""
    if _last_step(before) != _last_step(after) or after.mark < before.mark:
        return False
    return was or _seated(before) != _seated(after)


def _last_step(game: Game) -> int:
    return game.undo_stack[-1].mark if game.undo_stack else -1


def _seated(game: Game) -> list[str]:
    return [seat.player if seat else "" for seat in game.table.seats]


class ScreenContent:
    """The content of the screen, which is empty until the first table is shown. `now_ms` is any clock that never goes
    backward."""

    def __init__(self, words: Words, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._turned_ms: int | None = None
        self._opened_at = -1
        """The mark of the last step when a page was last opened or closed."""
        self.words = words
        self.table: PublicTable | None = None
        self.game = Game()
        self.surroundings = Surroundings()
        self.page: Page | None = None
        self._closed: Page | None = None
        self.view: View | None = None
        """Every label and button as it is currently drawn."""

    @property
    def context(self) -> PageContext | None:
        """The data that a page can see; None before the first table is shown."""
        return self._context_of(self.table) if self.table else None

    @property
    def touch_context(self) -> TouchContext | None:
        return TouchContext(self.view.mark, self.page, self._turned_ms) if self.view else None

    @property
    def mark(self) -> int:
        return self.table.mark if self.table else 0

    def change(self, **fields: Any) -> None:
        self.surroundings = replace(self.surroundings, **fields)

    def turn_to(self, page: Page | None) -> None:
        """Open this page, or close the open one. A page that replaces another one counts as the same page."""
        if (page is None) != (self.page is None):
            self._turned_ms, self._opened_at = self._now_ms(), _last_step(self.game)
        self.page = page

    def close(self) -> None:
        """Close the open page, and remember it if it holds entries."""
        if self.page and self.page.has_entries:
            self._closed = self.page
        self.turn_to(None)

    def open(self, page: Page | None) -> None:
        self._turned_ms, self._opened_at = self._now_ms(), _last_step(self.game)
        self.page = page

    def settle(self, table: PublicTable) -> None:
        """Clear notices about earlier events when this table state replaces the previous one."""
        self.surroundings = settle(self.surroundings, self.table, table)

    def show_table(self, table: PublicTable, game: Game, then: Follows, before: PageContext | None) -> None:
        """Show this table. `then` is the page that follows; `before` is the context that the open page last saw."""
        if self.table is not None:
            self.change(past_undo=_past_undo(self.game, game, self.surroundings.past_undo))
        if self.mark != table.mark:
            self._closed = None
        self.table, self.game = table, game
        self.turn_to(page_after(before, self._context_of(table), self.page, then))

    def aimed(self, card: Card) -> Aim:
        """The order for a card that was read: for the open card pad, or otherwise for any place where a card is due."""
        context = self.context
        ask = self.page.read(context, card) if self.page and context else None
        return Aim(ask.action, (ask.then,)) if ask else Aim(SeeCard(card))

    def _context_of(self, table: PublicTable) -> PageContext:
        recorded = _last_step(self.game) > self._opened_at
        closed = self._closed if self.page is None or not self.page.has_entries else None
        return PageContext(table, self.game, self.surroundings, self.words, recorded, closed)
