"""The cards on the board, and notes about a card that has no effect or was not read in time. All functions are pure."""

from msgspec.structs import replace

from engine.actions import BOARD, SeeCard
from engine.cards import Card
from engine.events import BoardDealt
from engine.public import PublicTable
from engine.refused import Refused
from engine.table.actions.setup import ChangeDeck
from ui.dealer.layout.table import BOARD_PLACES
from ui.dealer.model.cards import Missed, OddCard
from ui.dealer.model.reader_texts import code_text
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import Ask, OpenPage, Tap
from ui.dealer.model.values import ButtonView, CardView, PlaceView, PromptView
from ui.dealer.pages.entry.card import CardPage, ends_betting
from ui.dealer.pages.entry.pads import unseen
from ui.dealer.pages.page import PageContext, refusal
from ui.words import Words


def odd_prompt(odd: OddCard, words: Words) -> PromptView:
    say, card = words.cards, words.card_name(odd.card) if odd.card else ""
    match odd.kind:
        case "lies-already":
            both = odd.seen is not None and odd.seen != odd.lies
            seen = _where(odd.seen, words) if both else ""
            text = (say.lies_and_seen if both else say.lies).format(card=card, lies=_where(odd.lies, words), seen=seen)
            return PromptView("", _begun(text), say.lies_help, refused=True)
        case "mucked":
            return PromptView("", _begun(say.mucked.format(card=card)), say.mucked_help, refused=True)
        case "other-deck":
            text = (say.other_deck if card else say.other_deck_unseen).format(card=card, deck=odd.deck)
            return PromptView("", _begun(text), say.other_deck_help.format(deck=odd.in_play), refused=True)
        case "nowhere":
            text = say.scanned_nowhere.format(place=code_text(odd.position))
            return PromptView("", text, say.nowhere_help, refused=True)
        case "foreign":
            return PromptView("", say.foreign, say.foreign_help.format(code=code_text(odd.code)), refused=True)
    text, advice = (
        (say.unheld, say.unheld_help) if odd.kind == "unheld" else (say.hints[odd.kind], say.hint_helps[odd.kind])
    )
    return PromptView("", text, advice, refused=odd.kind != "learned")


def answer_button(table: PublicTable, surroundings: Surroundings, words: Words) -> ButtonView | None:
    """The button that changes the deck, takes a card back from the muck, or opens the pad for a missed card."""
    if surroundings.narration or surroundings.refusal or table.question:
        return None
    if surroundings.odd:
        return _answer(surroundings.odd, table, words)
    missed = surroundings.missed
    return _pad(missed, words) if missed and missed.where in table.legal.due else None


def card_views(cards: tuple[Card, ...], five: frozenset[Card]) -> tuple[CardView, ...]:
    """The face-up cards: those that play are marked, and the others are faint."""
    return tuple(CardView(card, card in five, bool(five) and card not in five) for card in cards)


def marked(cards: tuple[CardView, ...], where: int, odd: OddCard | None) -> tuple[CardView, ...]:
    """The cards at one position. A card that is in two positions at once is marked, and is added if it was read here
    but not recorded here."""
    if odd is None or odd.kind != "lies-already" or odd.card is None or where not in odd.places:
        return cards
    found = tuple(replace(card, twice=True) if card.card == odd.card else card for card in cards)
    return found if found != cards else (*cards, CardView(odd.card, twice=True))


def _answer(odd: OddCard, table: PublicTable, words: Words) -> ButtonView | None:
    say, card = words.cards, words.card_name(odd.card) if odd.card else ""
    if odd.kind == "other-deck" and not _has_seen_cards(table):
        text = _begun((say.change_help if card else say.change_help_unseen).format(card=card, deck=odd.deck))
        return ButtonView("answer-deck", say.change, Ask(ChangeDeck(odd.deck)), text, "warn")
    if odd.kind == "mucked" and odd.card and table.legal.due:
        where = table.legal.due[0] if odd.seen is None else odd.seen
        if where in table.legal.due:
            text = _begun(say.came_back_help.format(card=card))
            return ButtonView("answer-muck", say.came_back, Ask(SeeCard(odd.card, where)), text, "warn")
    return None


def _has_seen_cards(table: PublicTable) -> bool:
    """Whether cards have been seen, which means that a hand is in progress with this deck."""
    return table.playing and bool(table.board or table.out or any(seat.cards for seat in table.seats))


def _pad(missed: Missed, words: Words) -> ButtonView:
    say = words.cards
    if missed.where == BOARD:
        text = say.not_all_read if missed.got else say.not_read[missed.street]
    else:
        text = say.seat_not_all_read if missed.got else say.seat_not_read
    text = text.format(seat=missed.where, got=missed.got, wanted=missed.wanted)
    return ButtonView("answer-missed", text, OpenPage(CardPage(missed.where)), say.not_read_help, "act")


def _where(where: int | None, words: Words) -> str:
    return words.cards.on_board if not where else words.cards.with_seat.format(seat=where)


def _begun(text: str) -> str:
    """The text with a capital first letter, even if it begins with a card."""
    return text[:1].upper() + text[1:]


def board(table: PublicTable, five: frozenset[Card], words: Words, odd: OddCard | None = None) -> tuple[PlaceView, ...]:
    """The five positions of the board. A touch on the next free position opens the card pad; a touch on a card corrects
    it. A card that was read here but is recorded elsewhere is shown in the next position."""
    cards = marked(card_views(table.board, five), BOARD, odd)
    return tuple(_place(table, place, cards, words) for place in range(1, BOARD_PLACES + 1))


def explained(places: tuple[PlaceView, ...], context: PageContext) -> tuple[PlaceView, ...]:
    """The board, on which a touch on a free position says why no card can come there, with the clause of a rabbit hunt.
    If a card can come, it comes to the first free position."""
    if all(place.card for place in places):
        return places
    if any(place.tile.tap and not place.card for place in places):
        refused: Refused | None = Refused("first-free-place")
    else:
        refused = refusal(context, SeeCard(next(iter(unseen(context))), BOARD))
    if refused is None:
        return places
    return tuple(
        place
        if place.tile.tap
        else replace(place, tile=replace(place.tile, why=refused.message, clause=refused.clause))
        for place in places
    )


def _place(table: PublicTable, place: int, cards: tuple[CardView, ...], words: Words) -> PlaceView:
    shown = cards[place - 1] if place <= len(cards) else None
    card = table.board[place - 1] if place <= len(table.board) else None
    next_here = place == len(table.board) + 1
    may_take = BOARD in table.legal.due and next_here
    due = table.legal.due[:1] == (BOARD,) and next_here
    said = words.board_holds if card else words.board_empty
    name = said.format(place=place, card=words.card_name(card) if card else "")
    name = f"{name}, {words.cards.twice_said}" if shown and shown.twice else name
    tile = ButtonView(f"board-{place}", words.board_place(place), _tap(table, place, card, may_take), said=name)
    held = table.question.cards if table.question and not card else ()
    waits = held[place - len(table.board) - 1 :][:1] if place > len(table.board) else ()
    return PlaceView(shown if card else None, due, tile, waits[0] if waits else None, None if card else shown)


def _tap(table: PublicTable, place: int, card: Card | None, due: bool) -> Tap | None:
    if card:
        marks = [line.mark for line in table.lines if isinstance(line.event, BoardDealt) and line.event.card == card]
        return OpenPage(CardPage(BOARD, "", marks[-1])) if marks else None
    if due:
        return OpenPage(CardPage(BOARD))
    return OpenPage(CardPage(BOARD)) if place == len(table.board) + 1 and ends_betting(table) else None
