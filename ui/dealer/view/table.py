"""The five places on the board. All functions are pure."""

from engine.actions import BOARD, CloseStreet
from engine.cards import Card
from engine.events import BoardDealt
from engine.public import PublicTable
from ui.dealer.model.cards import OddCard
from ui.dealer.model.names import BOARD_PLACES
from ui.dealer.model.taps import Ask, OpenPage, Tap
from ui.dealer.model.values import ButtonView, CardView, PlaceView
from ui.dealer.pages.entry.card import CardPage
from ui.dealer.view.cards import marked
from ui.dealer.view.seats import card_views
from ui.words import Words


def board(table: PublicTable, five: frozenset[Card], words: Words, odd: OddCard | None = None) -> tuple[PlaceView, ...]:
    """A touch on the next place closes the street and takes a card; a touch on a card repairs it. A card that was read
    here but is recorded elsewhere is shown in the next place."""
    cards = marked(card_views(table.board, five), BOARD, odd)
    return tuple(_place(table, place, cards, words) for place in range(1, BOARD_PLACES + 1))


def _place(table: PublicTable, place: int, cards: tuple[CardView, ...], words: Words) -> PlaceView:
    shown = cards[place - 1] if place <= len(cards) else None
    card = table.board[place - 1] if place <= len(table.board) else None
    due = BOARD in table.legal.due and place == len(table.board) + 1
    said = words.board_holds if card else words.board_empty
    name = said.format(place=place, card=words.card_name(card) if card else "")
    name = f"{name}, {words.cards.twice_said}" if shown and shown.twice else name
    tile = ButtonView(f"board-{place}", words.board_place(place), _tap(table, place, card, due), said=name)
    held = table.question.cards if table.question and not card else ()
    waits = held[place - len(table.board) - 1 :][:1] if place > len(table.board) else ()
    return PlaceView(shown if card else None, due, tile, waits[0] if waits else None, None if card else shown)


def _tap(table: PublicTable, place: int, card: Card | None, due: bool) -> Tap | None:
    if card:
        marks = [line.mark for line in table.lines if isinstance(line.event, BoardDealt) and line.event.card == card]
        return OpenPage(CardPage(BOARD, "", marks[-1])) if marks else None
    if due:
        return OpenPage(CardPage(BOARD))
    if table.offers and place == len(table.board) + 1 and table.question is None:
        return Ask(CloseStreet(), then=CardPage(BOARD))
    return None
