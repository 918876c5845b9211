"""The button for the first hand."""

from msgspec.structs import replace

from engine.button import high_card
from engine.cards import Card
from engine.event import Event
from engine.refused import Refused
from engine.table.action import RoomAction
from engine.table.state import RoomEvent, Table, book_of, players


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
    """The button was given to this seat for the first hand."""

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
