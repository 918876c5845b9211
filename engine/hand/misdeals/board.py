"""Irregularities involving the board and the burn cards."""

from collections.abc import Callable

from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.event import Event
from engine.hand.betting import actor
from engine.hand.events import BoardReturned
from engine.hand.misdeals.remedy import (
    Remedy,
    acted_since,
    call_floor,
    play_on,
    put_out_of_play,
    refuse_on_table,
    repair,
)
from engine.hand.state import BOARD_CARDS, CardOutOfPlay, Hand, StreetPrepared
from engine.message import Message, message
from engine.refused import Refused
from engine.terms import Mishap, StreetName

FLOP, TURN, RIVER = 1, 2, 3


def flop_too_many(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The flop has too many cards. Either it is dealt again (`house` Misdeals 2 and 3), or the floor picks one card as
    the next burn (TDA 2024 rule 39)."""
    if hand.street < FLOP:
        raise Refused("flop-too-early-for-count", book.premature_flop.clause)
    why, clause = message("flop-too-many"), book.flop_count.clause
    if acted_since(hand, FLOP) or len(hand.board) > BOARD_CARDS[TURN]:
        return call_floor(why, clause, message("step-floor-decides-on-flop"))
    taken = _returned(hand.board)
    if book.flop_count.value == "redealt":
        return repair(why, clause, _RESHUFFLED_FLOP, *taken, _fresh("flop"))
    steps = (
        message("step-mix-flop-face-down"),
        message("step-floor-picks-burn"),
        message("step-other-three-are-flop"),
        message("step-no-burn-before-turn"),
    )
    return repair(why, clause, steps, *taken, StreetPrepared("turn", reshuffle=False, burn=False))


def premature_flop(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The flop came before the betting was complete (`house` Misdeals 3, TDA 2024 RP-5)."""
    _is_early(hand, mishap, FLOP)
    steps = (message("step-leave-burn"), message("step-finish-betting"), *_RESHUFFLED_FLOP[1:])
    return repair(message("premature-flop"), book.premature_flop.clause, steps, _fresh("flop"))


def premature_turn(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The turn came before the betting was complete. Under Robert's Rules and `house` Misdeals 4, it is out of play
    until a reshuffle before the river. Under TDA 2024 RP-5, it is shuffled back in, and the turn is dealt again."""
    _is_early(hand, mishap, TURN)
    why, clause = message("premature-turn"), book.premature_card.clause
    if book.premature_card.value == "tda-rp5":
        return repair(why, clause, _reshuffled(TURN), _fresh("turn"))
    card = mishap.cards[0] if mishap.cards else None
    steps = (
        message("step-set-aside", card=card) if card else message("step-set-card-aside"),
        message("step-finish-betting"),
        message("step-burn-and-deal-turn"),
        message("step-shuffle-in", card=card) if card else message("step-shuffle-card-in"),
        message("step-deal-without-burn", street=street_name(RIVER)),
    )
    return repair(why, clause, steps, *put_out_of_play(hand, mishap, "river"), _fresh("river"))


def premature_river(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The river came before the betting was complete. Under every rule book, it is shuffled back into the stub."""
    _is_early(hand, mishap, RIVER)
    return repair(message("premature-river"), book.premature_card.clause, _reshuffled(RIVER), _fresh("river"))


def missing_burn(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The last street was dealt without a burn. Until a player has acted, the card that should have been burned becomes
    the burn (TDA 2024 rule 38). On a flop, a random card becomes the burn (rule 39-B)."""
    street = _last_street(hand, mishap)
    name = _NAMES[street - 1]
    why = message("missing-burn", street=street_name(street))
    clause = book.burns.clause_of("flop") if street == FLOP else book.burns.clause
    if acted_since(hand, street):
        stand = (message("step-stands-burn-as-usual"),)
        return play_on(message("but-action-since", why=why), book.burns.clause, stand)
    of_flop = (message("step-mix-flop-face-down"), message("step-one-at-random-is-burn"))
    take = of_flop if street == FLOP else (message("step-take-off", street=street_name(street)),)
    steps = (*take, message("step-complete-street", street=street_name(street)))
    cards = mishap.cards or hand.board[BOARD_CARDS[street - 1] :]
    burned = [CardOutOfPlay(cards[0])] if len(cards) == 1 else []  # on a flop the first card is unknown
    return repair(why, clause, steps, *_returned(cards), *burned, _completed(name))


def extra_burn(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """Two cards were burned before the last street. Until a player has acted, the second one belongs on the board."""
    street = _last_street(hand, mishap)
    name = _NAMES[street - 1]
    why, clause = message("extra-burn", street=street_name(street)), book.burns.clause
    if acted_since(hand, street):
        stand = (message("step-stands-burn-one"),)
        return play_on(message("but-action-since", why=why), clause, stand)
    of_flop, all_of_it = message("step-put-last-of-flop-back"), message("step-put-back", street=street_name(street))
    put = of_flop if street == FLOP else all_of_it
    steps = (put, message("step-turn-up-second-burn", street=street_name(street)))
    cards = mishap.cards or hand.board[BOARD_CARDS[street - 1] :]
    return repair(why, clause, steps, *_returned(cards), _completed(name))


def board_cards_stuck(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """Two cards that were stuck together came out with the last street. On the flop, this makes a flop of four cards.
    On later streets, no book covers this, and the floor decides; usually, the second card becomes the next burn."""
    street = _last_street_dealt(hand)
    if street == FLOP:
        return replace(flop_too_many(hand, mishap, book), why=message("board-cards-stuck", street=street_name(FLOP)))
    why, clause = message("board-cards-stuck", street=street_name(street)), book.decisions.clause
    if acted_since(hand, street):
        return call_floor(why, clause, message("step-floor-decides-on-board"))
    out = put_out_of_play(hand, mishap)
    order = message("step-first-of-two-is-street", street=street_name(street))
    if street == RIVER:
        return call_floor(why, clause, order, message("step-second-is-out"), events=out)
    steps = (order, message("step-second-is-burn"))
    return call_floor(why, clause, *steps, events=(*out, _completed("river")))


def stub_exposed(hand: Hand, _: Mishap, book: RuleBook) -> Remedy:
    """Cards in the stub were seen, or the stub was dropped. It is restored as well as possible (Robert's Rules,
    irregularities)."""
    street = next((each for each, cards in enumerate(BOARD_CARDS) if cards > len(hand.board)), 0)
    if not street:
        raise Refused("board-complete", book.fouled_deck.clause_of("stub"))
    name = _NAMES[street - 1]
    prepared = next((one for one in reversed(hand.prepared) if one.street == name), None)
    burn = prepared is None or prepared.burn
    deal = message("step-burn-and-deal" if burn else "step-deal-without-burn", street=street_name(street))
    finish = (message("step-finish-betting"),) if actor(hand) >= 0 else ()
    return call_floor(
        message("stub-exposed"), book.fouled_deck.clause_of("stub"), message("step-hold-stub"), *finish,
        message("step-shuffle-stub"), deal, events=(StreetPrepared(name, reshuffle=True, burn=burn),),
    )  # fmt: skip


_RESHUFFLED_FLOP = (message("step-leave-burn"), message("step-shuffle-flop-in"), message("step-deal-new-flop"))


def _reshuffled(street: int) -> tuple[Message, ...]:
    return (
        message("step-leave-burn"),
        message("step-finish-betting"),
        message("step-shuffle-early-in", street=street_name(street)),
        message("step-deal-without-burn", street=street_name(street)),
    )


def _fresh(name: StreetName) -> StreetPrepared:
    return StreetPrepared(name, reshuffle=True, burn=False)


def _completed(name: StreetName) -> StreetPrepared:
    return StreetPrepared(name, reshuffle=False, burn=False)


def _returned(cards: tuple[Card, ...]) -> tuple[Event, ...]:
    return (BoardReturned(cards),) if cards else ()


def _is_early(hand: Hand, mishap: Mishap, street: int) -> None:
    """Raises `Refused` if a street cannot have been dealt early, because it is not the next one, is due now, or is
    already on the board."""
    if hand.street == street and len(hand.board) > BOARD_CARDS[street - 1] and not acted_since(hand, street):
        raise Refused("street-undone-first", street=street_name(street))
    if hand.street != street - 1:
        raise Refused("street-not-next", street=street_name(street), now=_now(hand))
    if actor(hand) < 0:
        raise Refused("street-not-early", street=street_name(street))
    for card in mishap.cards:
        refuse_on_table(hand, card)


def _now(hand: Hand) -> Message:
    if hand.street == 0:
        return message("hand-before-flop")
    return message("hand-at-showdown") if hand.street > RIVER else message("hand-at", street=street_name(hand.street))


def street_name(street: int) -> Message:
    """The name of a street from the flop on, given as an index into `STREETS`."""
    return {FLOP: message("flop"), TURN: message("turn"), RIVER: message("river")}[street]


def _last_street_dealt(hand: Hand) -> int:
    if not hand.board:
        raise Refused("board-empty")
    return next(street for street, cards in enumerate(BOARD_CARDS) if cards >= len(hand.board))


def _last_street(hand: Hand, mishap: Mishap) -> int:
    """The street that was dealt last. Raises `Refused` if there is none, or if the cards are not from that street."""
    street = _last_street_dealt(hand)
    for card in mishap.cards:
        if card not in hand.board[BOARD_CARDS[street - 1] :]:
            raise Refused("card-not-of-street", card=card, street=street_name(street))
    return street


_NAMES: tuple[StreetName, ...] = ("flop", "turn", "river")
RemedyFinder = Callable[[Hand, Mishap, RuleBook], Remedy]
REMEDIES: dict[str, RemedyFinder] = {
    "flop-too-many": flop_too_many,
    "premature-flop": premature_flop,
    "premature-turn": premature_turn,
    "premature-river": premature_river,
    "missing-burn": missing_burn,
    "extra-burn": extra_burn,
    "board-cards-stuck": board_cards_stuck,
    "stub-exposed": stub_exposed,
}
