"""The cards of the last hand on the felt between hands, marked as the last hand's. All functions are pure."""

from msgspec.structs import replace

from engine.public import PublicTable
from ui.dealer.model.values import CardView, PlaceView, PotView, SeatTileView
from ui.words import Words


def past_pots(table: PublicTable, words: Words) -> tuple[PotView, ...]:
    """The number of the hand to which the board belongs, in the pot's place; empty during a hand or without a board."""
    if table.playing or table.race or not table.board:
        return ()
    return (PotView(words.board_of.format(hand=table.hand), ""),)


def past_board(places: tuple[PlaceView, ...]) -> tuple[PlaceView, ...]:
    return tuple(replace(place, card=_past(place.card)) if place.card else place for place in places)


def past_seats(seats: tuple[SeatTileView, ...]) -> tuple[SeatTileView, ...]:
    return tuple(replace(seat, cards=tuple(map(_past, seat.cards))) for seat in seats)


def _past(card: CardView) -> CardView:
    """The card without the mark of a winning hand."""
    return replace(card, plays=False, dimmed=True)
