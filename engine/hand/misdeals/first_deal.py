"""Mishaps with hole cards and with the deck itself. Most are misdeals until there is substantial action."""

from collections.abc import Callable

from engine.books.rulebook import RuleBook
from engine.cards import card_name
from engine.events import Mishap, StreetPrepared
from engine.hand.misdeals.action import has_acted, substantial_action
from engine.hand.misdeals.remedy import Remedy, call_floor, dead_hand, misdeal, out_of_play, play_on, repair
from engine.hand.state import Hand, place_of
from engine.refused import Refused

Answer = Callable[[Hand, Mishap, RuleBook], Remedy]
FLOP_WITHOUT_BURN = StreetPrepared("flop", reshuffle=False, burn=False)
EXPOSED = ("first-card-exposed", "second-card-exposed", "card-exposed")


def first_card(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The first card off the deck was exposed (`house` Misdeals 1, TDA 2024 rule 35-A)."""
    why = "the first hole card dealt was exposed"
    return _too_late(hand, why, book, *_STAY) or misdeal(hand, why, book.first_card_exposed.clause)


def second_card(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The second was: as the first in some rooms, as any other in others."""
    if book.first_card_exposed.value == "first-card":
        return one_card(hand, mishap, book)
    why = "one of the first two cards dealt was exposed"
    return _too_late(hand, why, book, *_STAY) or misdeal(hand, why, book.first_card_exposed.clause)


def one_card(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """One other hole card was exposed by the dealer: it is replaced and becomes the burn, unless its seat has acted on
    it. A second one makes it two."""
    if any(earlier.kind in EXPOSED for earlier in hand.mishaps):
        return several_cards(hand, mishap, book)
    place = _dealt(hand, mishap)
    why, clause = f"a hole card of seat {mishap.seat} was exposed", book.exposed_cards.clause
    if hand.street or has_acted(hand, place):
        return play_on(why, clause, ("The exposed card stays where it is.",))
    steps = (
        "Finish the deal.",
        f"Give seat {mishap.seat} the top card of the stub for the exposed one.",
        "The exposed card is the burn for the flop: burn no other.",
    )
    return repair(why, clause, steps, *out_of_play(hand, mishap), FLOP_WITHOUT_BURN)


def several_cards(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """Two hole cards or more were exposed."""
    why = "more than one hole card was exposed"
    return _too_late(hand, why, book, *_STAY) or misdeal(hand, why, book.exposed_cards.clause)


def seat_missed(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """A player was dealt no hand (`house` Misdeals 7)."""
    _dealt(hand, mishap)
    why = f"seat {mishap.seat} was not dealt a hand"
    if not substantial_action(hand, book):
        return misdeal(hand, why, book.missing_hand.clause)
    steps = (f"Seat {mishap.seat} has no cards and is out of this hand.",)
    return play_on(why, book.substantial_action.clause, steps, *dead_hand(hand, mishap.seat, why))


def extra_card(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """One card too many: dealt to the first player, it becomes the burn in some rooms (`house` Misdeals 5). A second
    one makes it two."""
    if any(earlier.kind == "extra-card" for earlier in hand.mishaps):
        return extra_cards(hand, mishap, book)
    place = _dealt(hand, mishap)
    why = f"seat {mishap.seat} was dealt a card too many"
    if substantial_action(hand, book) or hand.street:
        return _wrong_count_late(why, book)
    if book.extra_card.value == "misdeal":
        return misdeal(hand, why, book.extra_card.clause)
    if place != 0:
        return misdeal(hand, why, book.card_count.clause)
    steps = (
        f"Take the extra card from seat {mishap.seat}.",
        "It goes on top of the deck and is the burn for the flop: burn no other.",
    )
    return repair(why, book.extra_card.clause, steps, *out_of_play(hand, mishap), FLOP_WITHOUT_BURN)


def extra_cards(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """More than one card too many."""
    why = "more than one card too many was dealt"
    if substantial_action(hand, book):
        return _wrong_count_late(why, book)
    return misdeal(hand, why, book.extra_card.clause)


def too_few(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """A player is short of cards; the button may be completed."""
    place = _dealt(hand, mishap)
    if hand.deal.seats[place] == hand.deal.button:
        return button_short(hand, mishap, book)
    why = f"seat {mishap.seat} is short of cards"
    if substantial_action(hand, book):
        return _wrong_count_late(why, book)
    return misdeal(hand, why, book.card_count.clause)


def button_short(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The button is short of cards: completed even after substantial action, dead once it acted (TDA 2024 rule 37)."""
    seat = hand.deal.button
    place = place_of(hand, seat)
    if place < 0 or not hand.live[place]:
        raise Refused(f"the button, seat {seat}, has no live hand")
    if mishap.seat not in (0, seat):
        raise Refused(f"the button is at seat {seat}, not at seat {mishap.seat}")
    why, clause = f"the button, seat {seat}, is short of cards", book.button_short.clause
    if not has_acted(hand, place):
        return repair(why, clause, (f"Give seat {seat} what it lacks from the top of the stub.", "Play goes on."))
    killed = dead_hand(hand, seat, f"{why} and has acted")
    if not killed:
        return call_floor(why, clause, f"Seat {seat} has acted, and is the last with a claim to a pot.")
    return play_on(why, clause, (f"Seat {seat} acted on too few cards: its hand is dead.",), *killed)


def wrong_seat(hand: Hand, _: Mishap, book: RuleBook) -> Remedy:
    """The first card went to the wrong seat."""
    why = "the first card was dealt to the wrong seat"
    return _too_late(hand, why, book, "The cards play where they lie.") or misdeal(hand, why, book.wrong_seat.clause)


def not_entitled(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """A seat that is not in the hand got cards."""
    if place_of(hand, mishap.seat) >= 0:
        raise Refused(f"seat {mishap.seat} is in this hand: it was entitled to its cards")
    why = "a seat that is not entitled to a hand was dealt in"
    steps = ("Take in the cards of the seat that is not entitled: they are dead.",)
    return _too_late(hand, why, book, *steps) or misdeal(hand, why, book.wrong_seat.clause)


def boxed_card(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """A card lay face up in the deck: it counts for nothing. A second one in the first deal makes it two."""
    if not hand.street and any(earlier.kind == "boxed-card" for earlier in hand.mishaps):
        return boxed_cards(hand, mishap, book)
    return repair("a card lay face up in the deck", book.boxed_cards.clause, _SCRAP, *out_of_play(hand, mishap))


def boxed_cards(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """Two cards or more lay face up: a misdeal in the first deal, later they count for nothing."""
    why = "more than one card lay face up in the deck"
    if hand.street:
        return repair(why, book.boxed_cards.clause, _SCRAP, *out_of_play(hand, mishap))
    return _too_late(hand, why, book, *_SCRAP) or misdeal(hand, why, book.boxed_cards.clause)


def foreign_card(hand: Hand, _: Mishap, book: RuleBook) -> Remedy:
    """A card does not belong to the deck."""
    why = "a card that does not belong to the deck was found"
    steps = (*_SCRAP, "Where a player holds it, the floor decides what becomes of that hand.")
    return _too_late(hand, why, book, *steps) or misdeal(hand, why, book.foreign_card.clause)


def fouled_deck(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """A card is there twice: the hand stops at any time and everything goes back (TDA 2024 rule 35-E)."""
    which = f"the {card_name(mishap.cards[0])}" if mishap.cards else "a card"
    return misdeal(hand, f"{which} is there twice: the deck is fouled", book.fouled_deck.clause)


_STAY = ("The exposed cards stay where they are.",)
_SCRAP = ("The card counts for nothing: the next card of the stub takes its place.",)


def _too_late(hand: Hand, why: str, book: RuleBook, *steps: str) -> Remedy | None:
    """Play goes on once there was substantial action; None before it."""
    if not substantial_action(hand, book):
        return None
    return play_on(f"{why}, but there has been substantial action", book.substantial_action.clause, steps)


def _wrong_count_late(why: str, book: RuleBook) -> Remedy:
    step = "It is no misdeal any more: the floor decides whether the hand with the wrong number of cards is dead."
    return call_floor(why, book.substantial_action.clause, step)


def _dealt(hand: Hand, mishap: Mishap) -> int:
    """The place of the seat it happened to. Raises `Refused` where that seat is not in the hand."""
    place = place_of(hand, mishap.seat)
    if place < 0:
        raise Refused(f"seat {mishap.seat} is not in this hand" if mishap.seat else "say which seat it happened to")
    return place


ANSWERS: dict[str, Answer] = {
    "first-card-exposed": first_card,
    "second-card-exposed": second_card,
    "card-exposed": one_card,
    "cards-exposed": several_cards,
    "seat-missed": seat_missed,
    "extra-card": extra_card,
    "extra-cards": extra_cards,
    "too-few-cards": too_few,
    "button-short": button_short,
    "wrong-seat": wrong_seat,
    "not-entitled": not_entitled,
    "boxed-card": boxed_card,
    "boxed-cards": boxed_cards,
    "foreign-card": foreign_card,
    "duplicate-card": fouled_deck,
}
