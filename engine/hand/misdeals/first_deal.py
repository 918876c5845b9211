"""Irregularities involving hole cards or the deck itself. Most are misdeals until there is substantial action."""

from collections.abc import Callable

from engine.books.rulebook import RuleBook
from engine.hand.misdeals.remedy import (
    Remedy,
    call_floor,
    dead_hand,
    has_acted,
    misdeal,
    play_on,
    put_out_of_play,
    repair,
    substantial_action,
)
from engine.hand.state import Hand, StreetPrepared, index_of
from engine.message import Message, message
from engine.refused import Refused
from engine.terms import Mishap

RemedyFinder = Callable[[Hand, Mishap, RuleBook], Remedy]
FLOP_WITHOUT_BURN = StreetPrepared("flop", reshuffle=False, burn=False)
EXPOSED = ("first-card-exposed", "second-card-exposed", "card-exposed")


def first_card(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The first card off the deck was exposed (`house` Misdeals 1, TDA 2024 rule 35-A)."""
    why = message("first-card-exposed")
    return _too_late(hand, why, book, *_STAY) or misdeal(hand, why, book.first_card_exposed.clause)


def second_card(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The second card was exposed. Some rooms treat it like the first card, and others treat it like any other card."""
    if book.first_card_exposed.value == "first-card":
        return one_card(hand, mishap, book)
    why = message("second-card-exposed")
    return _too_late(hand, why, book, *_STAY) or misdeal(hand, why, book.first_card_exposed.clause)


def one_card(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The dealer exposed one other hole card. It is replaced and becomes the burn, unless its seat has acted on it. A
    second such card is handled as several exposed cards."""
    if any(earlier.kind in EXPOSED for earlier in hand.mishaps):
        return several_cards(hand, mishap, book)
    index = _dealt(hand, mishap)
    why, clause = message("card-exposed", seat=mishap.seat), book.exposed_cards.clause
    if hand.street or has_acted(hand, index):
        return play_on(why, clause, (message("step-exposed-card-stays"),))
    steps = (
        message("step-finish-deal"),
        message("step-replace-exposed-card", seat=mishap.seat),
        message("step-exposed-card-is-burn"),
    )
    return repair(why, clause, steps, *put_out_of_play(hand, mishap), FLOP_WITHOUT_BURN)


def several_cards(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    why = message("cards-exposed")
    return _too_late(hand, why, book, *_STAY) or misdeal(hand, why, book.exposed_cards.clause)


def seat_missed(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """A player was not dealt a hand (`house` Misdeals 7)."""
    _dealt(hand, mishap)
    why = message("seat-missed", seat=mishap.seat)
    if not substantial_action(hand, book):
        return misdeal(hand, why, book.missing_hand.clause)
    steps = (message("step-seat-is-out", seat=mishap.seat),)
    return play_on(why, book.substantial_action.clause, steps, *dead_hand(hand, mishap.seat, "not-dealt"))


def extra_card(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """One card too many was dealt. If it went to the first player, it becomes the burn in some rooms (`house` Misdeals
    5). A second one is handled as several extra cards."""
    if any(earlier.kind == "extra-card" for earlier in hand.mishaps):
        return extra_cards(hand, mishap, book)
    index = _dealt(hand, mishap)
    why = message("extra-card", seat=mishap.seat)
    if substantial_action(hand, book) or hand.street:
        return _wrong_count_late(why, book)
    if book.extra_card.value == "misdeal":
        return misdeal(hand, why, book.extra_card.clause)
    if index != 0:
        return misdeal(hand, why, book.card_count.clause)
    steps = (message("step-take-extra-card", seat=mishap.seat), message("step-extra-card-is-burn"))
    return repair(why, book.extra_card.clause, steps, *put_out_of_play(hand, mishap), FLOP_WITHOUT_BURN)


def extra_cards(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    why = message("extra-cards")
    if substantial_action(hand, book):
        return _wrong_count_late(why, book)
    return misdeal(hand, why, book.extra_card.clause)


def too_few(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """A player is short of cards. The button's hand may be completed."""
    index = _dealt(hand, mishap)
    if hand.deal.seats[index] == hand.deal.button:
        return button_short(hand, mishap, book)
    why = message("too-few-cards", seat=mishap.seat)
    if substantial_action(hand, book):
        return _wrong_count_late(why, book)
    return misdeal(hand, why, book.card_count.clause)


def button_short(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The button is short of cards. The hand is completed, or is dead if the button has already acted (TDA 2024 rule
    37)."""
    seat = hand.deal.button
    index = index_of(hand, seat)
    if index < 0 or not hand.live[index]:
        raise Refused("button-not-live", seat=seat)
    if mishap.seat not in (0, seat):
        raise Refused("button-at-other-seat", button=seat, seat=mishap.seat)
    why, clause = message("button-short", seat=seat), book.button_short.clause
    if not has_acted(hand, index):
        return repair(why, clause, (message("step-complete-hand", seat=seat), message("step-play-goes-on")))
    killed = dead_hand(hand, seat, "short-of-cards")
    if not killed:
        return call_floor(why, clause, message("step-last-claim-acted", seat=seat))
    return play_on(why, clause, (message("step-acted-short-is-dead", seat=seat),), *killed)


def wrong_seat(hand: Hand, _: Mishap, book: RuleBook) -> Remedy:
    why = message("wrong-seat")
    return _too_late(hand, why, book, message("step-cards-play-where-they-lie")) or misdeal(
        hand, why, book.wrong_seat.clause
    )


def not_entitled(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """A seat that is not in the hand was dealt cards."""
    if index_of(hand, mishap.seat) >= 0:
        raise Refused("seat-was-entitled", seat=mishap.seat)
    why = message("not-entitled")
    steps = (message("step-take-in-dead-cards"),)
    return _too_late(hand, why, book, *steps) or misdeal(hand, why, book.wrong_seat.clause)


def button_not_moved(hand: Hand, _: Mishap, book: RuleBook) -> Remedy:
    """The button was not moved, or was moved to the wrong seat. After substantial action, the deal counts, and the next
    hand continues from that button (TDA 2024 rule 34-A)."""
    why, clause = message("button-not-moved", seat=hand.deal.button), book.wrong_seat.clause_of("button")
    if substantial_action(hand, book):
        return play_on(message("but-substantial-action", why=why), clause, (message("step-button-stands"),))
    return misdeal(hand, why, clause, message("step-move-button", seat=hand.deal.button))


def boxed_card(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """A card was face up in the deck and does not count. A second one in the first deal is treated as several boxed
    cards."""
    if not hand.street and any(earlier.kind == "boxed-card" for earlier in hand.mishaps):
        return boxed_cards(hand, mishap, book)
    return repair(message("boxed-card"), book.boxed_cards.clause, _SCRAP, *put_out_of_play(hand, mishap))


def boxed_cards(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """Two or more cards were face up in the deck. In the first deal, this is a misdeal. Later, such cards do not
    count."""
    why = message("boxed-cards")
    if hand.street:
        return repair(why, book.boxed_cards.clause, _SCRAP, *put_out_of_play(hand, mishap))
    return _too_late(hand, why, book, *_SCRAP) or misdeal(hand, why, book.boxed_cards.clause)


def foreign_card(hand: Hand, _: Mishap, book: RuleBook) -> Remedy:
    why = message("foreign-card")
    steps = (*_SCRAP, message("step-floor-decides-on-hand"))
    return _too_late(hand, why, book, *steps) or misdeal(hand, why, book.foreign_card.clause)


def fouled_deck(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The deck contains a card twice. The hand stops, and all cards and chips are returned (TDA 2024 rule 35-E)."""
    why = message("duplicate-card", card=mishap.cards[0]) if mishap.cards else message("unknown-card-twice")
    return misdeal(hand, why, book.fouled_deck.clause)


_STAY = (message("step-exposed-cards-stay"),)
_SCRAP = (message("step-card-counts-for-nothing"),)


def _too_late(hand: Hand, why: Message, book: RuleBook, *steps: Message) -> Remedy | None:
    if not substantial_action(hand, book):
        return None
    return play_on(message("but-substantial-action", why=why), book.substantial_action.clause, steps)


def _wrong_count_late(why: Message, book: RuleBook) -> Remedy:
    return call_floor(why, book.substantial_action.clause, message("step-floor-decides-on-wrong-count"))


def _dealt(hand: Hand, mishap: Mishap) -> int:
    index = index_of(hand, mishap.seat)
    if index < 0 and mishap.seat:
        raise Refused("seat-not-in-hand", seat=mishap.seat)
    if index < 0:
        raise Refused("which-seat-unknown")
    return index


REMEDIES: dict[str, RemedyFinder] = {
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
    "button-not-moved": button_not_moved,
    "boxed-card": boxed_card,
    "boxed-cards": boxed_cards,
    "foreign-card": foreign_card,
    "duplicate-card": fouled_deck,
}
