"""The room sets up a table: its seats, levels, recording mode, first button and deck."""

from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.button import high_card
from engine.cards import Card
from engine.event import Event
from engine.hand.events import HandVoided
from engine.refused import Refused
from engine.table.actions.people import after_hand
from engine.table.state import (
    MOST_SEATS,
    RoomAction,
    RoomEvent,
    Table,
    TableActionBase,
    TableEvent,
    book_of,
    is_playing,
    players,
)
from engine.terms import REPORTED, Blinds, DeckAsker, Mode, Stop

LONGEST_NAME = 100


class OpenTable(RoomAction, frozen=True, tag="open-table"):
    """Open a table with this number, event, rule book and number of seats."""

    table: int
    event: str
    book: RuleBook
    seat_count: int

    def decide(self, table: Table) -> list[Event]:
        if table.book is not None:
            raise Refused("table-open-already", table=table.number)
        if not 2 <= self.seat_count <= MOST_SEATS:
            raise Refused("seat-count", most=MOST_SEATS, seats=self.seat_count)
        return [TableOpened(self.table, self.event, self.book, self.seat_count)]


class TableOpened(RoomEvent, frozen=True, tag="table-opened"):
    """A table was opened with empty seats, to be played under `book`."""

    table: int
    event: str
    book: RuleBook
    seat_count: int

    def change(self, table: Table) -> Table:
        return replace(table, number=self.table, event=self.event, book=self.book, seats=(None,) * self.seat_count)


class SetLevel(RoomAction, frozen=True, tag="set-level"):
    """The room's level has changed. The new level applies from the table's next hand."""

    blinds: Blinds

    def decide(self, table: Table) -> list[Event]:
        blinds = self.blinds
        if blinds.ante and table.book and table.book.antes.value == "forbidden":
            raise Refused("level-has-ante", table.book.antes.clause, level=blinds.level)
        if blinds.level < 1:
            raise Refused("level-below-one", level=blinds.level)
        if not 0 <= blinds.small <= blinds.big or blinds.big <= 0 or blinds.ante < 0 or blinds.chip <= 0:
            raise Refused("level-blinds-wrong", level=blinds.level)
        return [LevelSet(blinds)]


class LevelSet(RoomEvent, frozen=True, tag="level-set"):
    """This level takes effect with the next hand."""

    blinds: Blinds

    def change(self, table: Table) -> Table:
        chip = self.blinds.chip if not table.hands else table.chip or self.blinds.chip
        return replace(table, blinds=self.blinds, chip=chip)


class StopPlay(RoomAction, frozen=True, tag="stop-play"):
    """The room sets the point at which this table stops dealing. None means that the table keeps playing."""

    stop: Stop | None

    def decide(self, table: Table) -> list[Event]:
        book_of(table)
        if self.stop == table.stop:
            raise Refused("stops-already")
        return [StopSet(self.stop)]


class StopSet(RoomEvent, frozen=True, tag="stop-set"):
    """The room set the point at which the table stops dealing. None means that the table keeps playing."""

    stop: Stop | None

    def change(self, table: Table) -> Table:
        return replace(table, stop=self.stop)


class SetMode(TableActionBase, frozen=True, tag="set-mode"):
    """Record the table's hands in this mode from now on."""

    mode: Mode
    why: str = ""

    def decide(self, table: Table) -> list[Event]:
        """If the new mode only reports hands, a hand in play is abandoned. Raises `Refused` if nothing would change, or
        if chips would be tracked from stacks that were not counted."""
        book_of(table)
        if self.mode == table.mode:
            raise Refused("mode-already")
        if table.uncounted and self.mode not in REPORTED:
            raise Refused("count-first", hand=table.hands - table.uncounted)
        mode_set = ModeSet(self.mode, table.mode, self.why)
        if table.hand is None or not is_playing(table) or self.mode not in REPORTED:
            return [mode_set]
        deal = table.hand.deal
        abandoned = HandVoided(deal.seats, deal.stacks)
        return [mode_set, abandoned, *after_hand(table, abandoned)]


class ModeSet(TableEvent, frozen=True, tag="mode-set"):
    """From now on, hands are recorded in this mode instead of `before`. A hand in play may be abandoned."""

    mode: Mode
    before: Mode
    why: str = ""

    def change(self, table: Table) -> Table:
        return replace(table, mode=self.mode)


class PlaceButton(RoomAction, frozen=True, tag="place-button"):
    """Give the button for the first hand to this seat."""

    seat: int

    def decide(self, table: Table) -> list[Event]:
        if table.hands:
            raise Refused("button-moves-itself", book_of(table).button.clause)
        if not 1 <= self.seat <= len(table.seats):
            raise Refused("no-such-seat", seat=self.seat)
        return [ButtonPlaced(self.seat)]


class ButtonPlaced(RoomEvent, frozen=True, tag="button-placed"):
    seat: int

    def change(self, table: Table) -> Table:
        return replace(table, button=self.seat)


class DrawButton(RoomAction, frozen=True, tag="draw-button"):
    """One card was dealt to each of `seats` for the first button. The highest card wins the button."""

    seats: tuple[int, ...]
    cards: tuple[Card, ...]

    def decide(self, table: Table) -> list[Event]:
        if table.hands:
            raise Refused("button-moves-itself", book_of(table).button.clause)
        if not players(table):
            raise Refused("table-empty", book_of(table).first_button.clause)
        if sorted(self.seats) != list(players(table)) or len(self.seats) != len(self.cards):
            raise Refused("button-cards", book_of(table).first_button.clause)
        if twice := next((card for card in self.cards if self.cards.count(card) > 1), None):
            raise Refused("card-twice", card=twice)
        seat = high_card(dict(zip(self.seats, self.cards, strict=True)))
        return [ButtonDrawn(seat, self.seats, self.cards)]


class ButtonDrawn(RoomEvent, frozen=True, tag="button-drawn"):
    """The button for the first hand went to `seat`, which had the highest of the `cards` dealt to `seats`."""

    seat: int
    seats: tuple[int, ...]
    cards: tuple[Card, ...]

    def change(self, table: Table) -> Table:
        return replace(table, button=self.seat)


class ChangeDeck(TableActionBase, frozen=True, tag="change-deck"):
    """Between hands, switch to the deck with this name. If a player asked for the change, `seat` is that player's
    seat."""

    deck: str
    asked: DeckAsker = "dealer"
    seat: int = 0

    def decide(self, table: Table) -> list[Event]:
        """Raises `Refused` once a card of this hand has been read, or if this deck is already in play."""
        book_of(table)
        if not may_change(table):
            raise Refused("deck-in-hand")
        if not self.deck.strip() or len(self.deck) > LONGEST_NAME:
            raise Refused("deck-name-length", most=LONGEST_NAME)
        if self.deck == table.deck:
            raise Refused("deck-in-play", deck=self.deck)
        seated = 1 <= self.seat <= len(table.seats) and table.seats[self.seat - 1] is not None
        if seated != (self.asked == "player") or (self.seat and not seated):
            raise Refused("deck-asked-by-nobody")
        return [DeckChanged(self.deck, self.asked, self.seat)]


class DeckChanged(TableEvent, frozen=True, tag="deck-changed"):
    """Another deck is in play from the next hand on. `asked` says who asked for it; if a player did, `seat` is that
    player's seat."""

    deck: str
    asked: DeckAsker = "dealer"
    seat: int = 0

    def change(self, table: Table) -> Table:
        return replace(table, deck=self.deck)


def may_change(table: Table) -> bool:
    """Whether the deck may be changed, which is possible between hands and until a card of the hand has been read."""
    hand = table.hand
    return hand is None or not is_playing(table) or not (hand.board or hand.out or any(hand.tabled))


Actions = OpenTable | SetLevel | StopPlay | SetMode | PlaceButton | DrawButton | ChangeDeck
Events = TableOpened | LevelSet | StopSet | ModeSet | ButtonPlaced | ButtonDrawn | DeckChanged
