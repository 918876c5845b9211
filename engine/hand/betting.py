"""Whose turn it is, the bets that the rule book allows, and the players who are passed over when a later seat is
touched. Those who owed chips folded, and the others checked. Knows nothing about cards."""

from collections.abc import Iterator
from itertools import compress

import msgspec

from engine.books.rulebook import RuleBook
from engine.event import Event
from engine.hand.events import Checked, Folded
from engine.hand.state import BOARD_CARDS, SHOWDOWN, Hand, apply, cached, cached_over_cards, index_of
from engine.refused import Refused

TURN = 2
CAPPED = 4
"""The cap is a bet and three raises."""


class Betting(msgspec.Struct, frozen=True, gc=False):
    """The options open to the player whose turn it is. Totals are for the street; 0 means "not offered"."""

    index: int
    fold: bool
    check: bool
    call: int
    least: int
    most: int
    opens: bool
    """Whether this would be a bet rather than a raise."""


def is_all_in(hand: Hand, index: int) -> bool:
    """Whether the player is live with no chips behind."""
    return hand.live[index] and hand.stacks[index] == 0


def has_all_in(hand: Hand) -> bool:
    """Whether any live player has no chips behind."""
    return 0 in compress(hand.stacks, hand.live)


def live_indices(hand: Hand) -> tuple[int, ...]:
    """The indices of the players with live hands, clockwise from the left of the button."""
    return tuple(compress(range(len(hand.live)), hand.live))


@cached_over_cards
def claims(hand: Hand) -> tuple[int, ...]:
    """The indices of the players who can still win because they are live and have not mucked at showdown."""
    left = live_indices(hand)
    return tuple([index for index in left if not hand.mucked[index]]) if True in hand.mucked else left


def owes_action(hand: Hand, index: int) -> bool:
    """Whether the player still has to act on this street. The player must have chips behind and an opponent, and must
    either face a bet or not have acted yet. A dead hand's bet must be matched, too (TDA 2024 rules 15-B and 30)."""
    if not hand.live[index] or hand.stacks[index] == 0:
        return False
    if hand.acted[index] >= 0 and hand.bets[index] >= hand.price:
        return False
    mine, rival, dead_bet = hand.bets[index], False, False
    for other, live in enumerate(hand.live):
        if live and other != index and hand.stacks[other] > 0:
            return True
        rival = rival or (live and other != index)
        dead_bet = dead_bet or hand.bets[other] > mine
    return rival and dead_bet


@cached
def actor(hand: Hand) -> int:
    """The index of the player whose turn it is; -1 when betting on the street is complete or has not begun."""
    if hand.street == SHOWDOWN or len(hand.board) < BOARD_CARDS[hand.street]:
        return -1
    count = len(hand.live)
    for step in range(1, count + 1):
        index: int = (hand.last + step) % count
        if owes_action(hand, index):
            return index
    return -1


def may_raise(hand: Hand, index: int, book: RuleBook) -> bool:
    """Whether the player has the chips to raise and an opponent who could answer, and the betting is open to them."""
    if hand.bets[index] + hand.stacks[index] <= hand.price or not has_rival(hand, index):
        return False
    return is_reopened(hand, index, book) and not is_capped(hand, book)


def has_rival(hand: Hand, index: int) -> bool:
    """Whether another player has chips with which to answer a raise."""
    for other, live in enumerate(hand.live):  # noqa: SIM110 - `any` with a generator takes four times as long here
        if live and other != index and hand.stacks[other] > 0:
            return True
    return False


def is_reopened(hand: Hand, index: int, book: RuleBook) -> bool:
    """Whether the player has not acted, or faces a raise large enough to reopen the betting (TDA 2024 rule 47)."""
    answered = hand.acted[index]
    if answered < 0:
        return True
    faced = hand.price - answered
    if book.reopening.value == "any-raise":
        return faced > 0
    if book.betting.value == "fixed-limit":
        return faced * (2 if book.reopening.value == "half-raise-faced" else 1) >= bet_unit(hand, book)
    if book.min_raise.value == "double":
        return faced >= max(answered, bet_unit(hand, book))
    return faced >= hand.increment


def is_capped(hand: Hand, book: RuleBook) -> bool:
    if len(hand.prices) < CAPPED or book.cap.value == "none":
        return False
    if book.cap.value == "three-raises-in-limit" and book.betting.value != "fixed-limit":
        return False
    if book.cap_heads_up.value == "lifted" and hand.live.count(True) == 2:
        return False
    if book.cap_heads_up.value == "lifted-for-the-last-two" and len(hand.deal.seats) == 2:
        return False
    return full_bets(hand, book)[1] >= CAPPED


def bet_unit(hand: Hand, book: RuleBook) -> int:
    """The smallest full bet on the street."""
    big = hand.deal.terms.big
    if hand.street < TURN:
        return big
    return 2 * big if book.betting.value == "fixed-limit" or book.min_bet.value == "doubles-on-turn" else big


def full_bets(hand: Hand, book: RuleBook) -> tuple[int, int]:
    """The total of the street's last full bet or raise, and the number of full bets and raises. An all-in for less does
    not count as one. In limit games, half a bet counts as a full bet (Robert's Rules, limit)."""
    unit = needed = bet_unit(hand, book)
    full = count = 0
    for to in hand.prices:
        if book.betting.value == "fixed-limit":
            needed = (unit + 1) // 2
        if to - full >= needed:
            needed = max(needed, to if book.min_raise.value == "double" else to - full)
            full, count = to, count + 1
    return full, count


def least_to(hand: Hand, book: RuleBook) -> int:
    """The smallest total that is a full bet or raise now, regardless of stacks."""
    unit = bet_unit(hand, book)
    if book.betting.value == "fixed-limit":
        full, _ = full_bets(hand, book)
        return (full if full < hand.price else hand.price) + unit  # a bet of less than half is completed
    if book.min_raise.value == "double":
        return hand.price + max(hand.price, unit)
    return hand.price + max(hand.increment, unit)


def most_to(hand: Hand, index: int, book: RuleBook) -> int:
    """The largest total to bet or raise to: all-in, the pot after a call, or the one size that fixed limit allows."""
    all_in = hand.bets[index] + hand.stacks[index]
    if book.betting.value == "no-limit":
        return all_in
    least = least_to(hand, book)
    if book.betting.value == "fixed-limit":
        return min(least, all_in)
    return min(max(least, pot_to(hand, index)), all_in)


def pot_to(hand: Hand, index: int) -> int:
    """The total of a bet of the pot, or of a raise by the pot after a call, regardless of stacks (TDA 2024 rule
    54-B)."""
    return 2 * hand.price - hand.bets[index] + hand.pot + _missing_blinds(hand)


def _missing_blinds(hand: Hand) -> int:
    """The missing part of dead or short blinds, which counts toward the pot before the flop (TDA 2024 rule 54-B)."""
    if hand.street > 0:
        return 0
    deal = hand.deal
    short = sum([max(0, blind - paid) for blind, paid in zip(deal.blinds, hand.paid, strict=True)])
    return short + (deal.terms.small if deal.small and deal.small not in deal.seats else 0)


def betting(hand: Hand, book: RuleBook) -> Betting | None:
    """The options open to the player whose turn it is; None if it is nobody's turn."""
    index = actor(hand)
    if index < 0:
        return None
    behind = hand.stacks[index]
    owed = max(0, hand.price - hand.bets[index])
    least = most = 0
    if may_raise(hand, index, book):
        most = most_to(hand, index, book)
        least = min(least_to(hand, book), most)
    return Betting(
        index=index,
        fold=owed > 0 or book.fold_unbet.value == "binding",
        check=owed == 0,
        call=min(owed, behind),
        least=least,
        most=most,
        opens=hand.price == 0,
    )


def uncalled(hand: Hand) -> tuple[int, int]:
    """The index of the player whose bet nobody matched in full, and the excess; (-1, 0) if there is none. A dead hand's
    bet is returned too (TDA 2024 rule 15-B), but its blind stays in (rule 30) if a live player has chips behind."""
    first, second = sorted(hand.bets, reverse=True)[:2] if len(hand.bets) > 1 else (0, 0)
    index = hand.bets.index(first)
    is_dead_blind = hand.aggressor < 0 and not hand.live[index]
    stays = is_dead_blind and any(compress(hand.stacks, hand.live))
    return (index, first - second) if first > second and not stays else (-1, 0)


def is_closed(hand: Hand) -> bool:
    """Whether the street's cards are dealt and nobody owes an action."""
    return hand.street < SHOWDOWN and len(hand.board) >= BOARD_CARDS[hand.street] and actor(hand) < 0


def is_run_out(hand: Hand) -> bool:
    """Whether no more betting is possible even though there are cards to come. Live hands are then tabled (rule 16)."""
    if len(hand.board) >= BOARD_CARDS[hand.street]:
        return False
    return len([chips for chips in compress(hand.stacks, hand.live) if chips]) <= 1


class Offer(msgspec.Struct, frozen=True, gc=False):
    """The effect of touching a seat. Totals are for the street; 0 means "not offered"."""

    seat: int
    call: int
    least: int
    most: int
    opens: bool
    """Whether `least` to `most` would be a bet rather than a raise."""
    folds: tuple[int, ...] = ()
    checks: tuple[int, ...] = ()


def offers(hand: Hand, book: RuleBook) -> tuple[Offer, ...]:
    """One offer for each seat that can be next to act, in turn order, assuming that the seats before it are passed
    over."""
    found: list[Offer] = []
    folds: list[int] = []
    checks: list[int] = []
    for turn in turns(hand, book):
        seat = hand.deal.seats[turn.index]
        found.append(Offer(seat, turn.call, turn.least, turn.most, turn.opens, tuple(folds), tuple(checks)))
        (checks if turn.check else folds).append(seat)
    return tuple(found)


def turns(hand: Hand, book: RuleBook) -> Iterator[Betting]:
    """The player whose turn it is, then each player whose turn it would be if everyone before them were passed over."""
    while turn := betting(hand, book):
        yield turn
        hand = apply(hand, pass_over(hand, turn.index))


def pass_over(hand: Hand, index: int) -> Event:
    seat = hand.deal.seats[index]
    if hand.bets[index] < hand.price:
        return Folded(seat, inferred=True)
    return Checked(seat, inferred=True)


def silent(hand: Hand) -> tuple[int, ...]:
    """The indices of the players who still have to act if nobody bets again, in turn order."""
    indices: list[int] = []
    while (index := actor(hand)) >= 0:
        indices.append(index)
        hand = apply(hand, pass_over(hand, index))
    return tuple(indices)


def passed_over(hand: Hand, seat: int) -> list[Event]:
    """The inferred actions of the players whose turn comes before the seat's. Raises `Refused` if the seat does not get
    a turn."""
    index = acting_index(hand, seat)
    events: list[Event] = []
    while (turn := actor(hand)) != index:
        if turn < 0:
            raise Refused("nothing-to-answer", seat=seat)
        events.append(pass_over(hand, turn))
        hand = apply(hand, events[-1])
    return events


def acting_index(hand: Hand, seat: int) -> int:
    """The index of a seat that may still act, in turn or not. Raises `Refused` if it may not."""
    index = index_of(hand, seat)
    if index < 0:
        raise Refused("seat-not-in-hand", seat=seat)
    if not hand.live[index]:
        raise Refused("seat-folded", seat=seat)
    if actor(hand) < 0:
        raise Refused("betting-closed")
    if hand.stacks[index] == 0:
        raise Refused("seat-all-in", seat=seat)
    return index
