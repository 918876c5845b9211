"""Mishaps with the board and the burns."""

from collections.abc import Callable

from engine.books.rulebook import RuleBook
from engine.cards import Card, card_name
from engine.events import BoardReturned, CardOutOfPlay, Event, Mishap, StreetName, StreetPrepared
from engine.hand.betting import actor
from engine.hand.misdeals.action import acted_since
from engine.hand.misdeals.remedy import Remedy, call_floor, out_of_play, play_on, refuse_seen, repair
from engine.hand.state import BOARD_CARDS, STREETS, Hand
from engine.refused import Refused

FLOP, TURN, RIVER = 1, 2, 3


def flop_too_many(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The flop has too many cards: dealt again (`house` Misdeals 2 and 3), or the floor picks the one that is the next
    burn (TDA 2024 rule 39)."""
    if hand.street < FLOP:
        raise Refused("the betting before the flop is not complete: the flop is too early", book.premature_flop.clause)
    why, clause = "the flop has too many cards", book.flop_count.clause
    if acted_since(hand, FLOP) or len(hand.board) > BOARD_CARDS[TURN]:
        return call_floor(why, clause, "There has been action since the flop: the floor decides whether it stands.")
    taken = _returned(hand.board)
    if book.flop_count.value == "redealt":
        return repair(why, clause, _RESHUFFLED_FLOP, *taken, _fresh("flop"))
    steps = (
        "Turn the cards of the flop face down and mix them.",
        "The floor picks one: it is the burn for the turn.",
        "Turn the other three up as the flop.",
        "Burn no card before the turn.",
    )
    return repair(why, clause, steps, *taken, StreetPrepared("turn", reshuffle=False, burn=False))


def premature_flop(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The flop came before the betting was complete (`house` Misdeals 3, TDA 2024 RP-5)."""
    _is_early(hand, mishap, FLOP)
    steps = ("Leave the burn where it is.", "Finish the betting.", *_RESHUFFLED_FLOP[1:])
    return repair("the flop came too early", book.premature_flop.clause, steps, _fresh("flop"))


def premature_turn(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The turn came before the betting was complete. Robert's Rules and `house` Misdeals 4: it is out of play and comes
    back into a reshuffle before the river. TDA 2024 RP-5: it goes back, and the turn is dealt anew."""
    _is_early(hand, mishap, TURN)
    why, clause = "the turn came too early", book.premature_card.clause
    if book.premature_card.value == "tda-rp5":
        return repair(why, clause, _reshuffled("turn"), _fresh("turn"))
    card = f"the {card_name(mishap.cards[0])}" if mishap.cards else "the card"
    steps = (
        f"Set {card} aside: it is out of play until the river, even if the others fold.",
        "Finish the betting.",
        "Burn, and deal the next card as the turn.",
        f"After the betting on the turn shuffle {card} into the stub, without burns and discards, and cut.",
        "Deal the river without a burn.",
    )
    return repair(why, clause, steps, *out_of_play(hand, mishap, "river"), _fresh("river"))


def premature_river(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The river came before the betting was complete: it goes back into a reshuffle (both sources)."""
    _is_early(hand, mishap, RIVER)
    return repair("the river came too early", book.premature_card.clause, _reshuffled("river"), _fresh("river"))


def missing_burn(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The last street was dealt without a burn: what should have been the burn becomes it, until somebody has acted
    (TDA 2024 rules 38 and 39)."""
    street = _last_street(hand, mishap)
    name = _NAMES[street - 1]
    why, clause = f"no card was burned before the {name}", book.burns.clause
    if acted_since(hand, street):
        return play_on(f"{why}, and there has been action", clause, ("The cards stand. Burn as usual from now on.",))
    which = "the first card of the flop" if street == FLOP else f"the {name}"
    steps = (
        f"Take {which} off the board: it is the burn.",
        f"Complete the {name} with the next card of the stub: burn no other.",
    )
    cards = mishap.cards or hand.board[BOARD_CARDS[street - 1] :]
    burned = [CardOutOfPlay(cards[0])] if len(cards) == 1 else []  # of a flop nobody can tell which came first
    return repair(why, clause, steps, *_returned(cards), *burned, _completed(name))


def extra_burn(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """Two cards were burned before the last street: the second belongs on the board, until somebody has acted."""
    street = _last_street(hand, mishap)
    name = _NAMES[street - 1]
    why, clause = f"more than one card was burned before the {name}", book.burns.clause
    if acted_since(hand, street):
        return play_on(f"{why}, and there has been action", clause, ("The cards stand. Burn one from now on.",))
    which = "the last card of the flop" if street == FLOP else f"the {name}"
    steps = (
        f"Put {which} back on top of the stub.",
        f"Turn up the second burn in its place: it belongs to the {name}.",
    )
    cards = mishap.cards or hand.board[BOARD_CARDS[street - 1] :]
    return repair(why, clause, steps, *_returned(cards), _completed(name))


_RESHUFFLED_FLOP = (
    "Leave the burn where it is.",
    "Shuffle the cards of the flop into the stub and cut.",
    "Deal a new flop without a burn.",
)


def _reshuffled(name: str) -> tuple[str, ...]:
    return (
        "Leave the burn where it is.",
        "Finish the betting.",
        f"Shuffle the early {name} into the stub and cut.",
        f"Deal the {name} without a burn.",
    )


def _fresh(name: StreetName) -> StreetPrepared:
    return StreetPrepared(name, reshuffle=True, burn=False)


def _completed(name: StreetName) -> StreetPrepared:
    return StreetPrepared(name, reshuffle=False, burn=False)


def _returned(cards: tuple[Card, ...]) -> tuple[Event, ...]:
    return (BoardReturned(cards),) if cards else ()


def _is_early(hand: Hand, mishap: Mishap, street: int) -> None:
    """Raises `Refused` where the cards of a street cannot be early: they are not next, are due, or lie already."""
    name = STREETS[street]
    if hand.street != street - 1:
        raise Refused(f"the {name} is not next: {_where(hand)}")
    if actor(hand) < 0:
        raise Refused(f"nobody has to act: the {name} is not too early")
    for card in mishap.cards:
        refuse_seen(hand, card)


def _where(hand: Hand) -> str:
    name = STREETS[hand.street]
    return "the hand is at the showdown" if name == "showdown" else f"the hand is at the {name}"


def _last_street(hand: Hand, mishap: Mishap) -> int:
    """The street whose cards came last. Raises `Refused` where none did, or not the cards of the mishap."""
    if not hand.board:
        raise Refused("no card of the board has been dealt")
    street = next(street for street, cards in enumerate(BOARD_CARDS) if cards >= len(hand.board))
    for card in mishap.cards:
        if card not in hand.board[BOARD_CARDS[street - 1] :]:
            raise Refused(f"the {card_name(card)} is not of the {STREETS[street]}")
    return street


_NAMES: tuple[StreetName, ...] = ("flop", "turn", "river")
Answer = Callable[[Hand, Mishap, RuleBook], Remedy]
ANSWERS: dict[str, Answer] = {
    "flop-too-many": flop_too_many,
    "premature-flop": premature_flop,
    "premature-turn": premature_turn,
    "premature-river": premature_river,
    "missing-burn": missing_burn,
    "extra-burn": extra_burn,
}
