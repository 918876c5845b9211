"""The order in which hands are shown, and the winners of each pot, with the reason. Reads the hand but does not move
chips."""

from collections.abc import Sequence
from operator import add
from typing import Literal

import msgspec

from engine.books.rulebook import RuleBook
from engine.hand.betting import claims, live_indices, uncalled
from engine.hand.events import HandKilled, UncalledReturned
from engine.hand.pots import Pot, split, split_pots, with_antes
from engine.hand.ranking import Ranking, best, describe, why
from engine.hand.state import SHOWDOWN, Hand, apply, cached_over_cards, index_of
from engine.message import Message, message
from engine.refused import Refused
from engine.terms import Shares


class Award(msgspec.Struct, frozen=True, gc=False):
    """One pot as it will be pushed (0 is the main pot): `seats` win `shares`, and `eligible` seats can win it."""

    pot: int
    chips: int
    eligible: tuple[int, ...]
    seats: tuple[int, ...]
    shares: tuple[int, ...]
    ranking: Ranking | None
    """The five cards that won; None if nobody had to show."""
    why: Message
    odd: tuple[int, ...] = ()
    """The seats that receive the odd chips; empty if the pot splits evenly."""
    odd_clause: str = ""


def odd_chips(award: Award) -> Message | None:
    """The message that names the seats that receive the odd chips, without the clause; None if the pot splits
    evenly."""
    if len(award.odd) > 1:
        return message("odd-chips", seats=award.odd)
    return message("odd-chip", seat=award.odd[0]) if award.odd else None


def showing_order(hand: Hand, book: RuleBook) -> tuple[int, ...]:
    """The indices of the players with a claim, in the order in which they show. If the book has the side pot decided
    first, its hands are shown before its winner faces the all-in hand (Washburn, Side-Pots; House rules, Side Pots)."""
    first = _first_to_show(hand, book)
    left = claims(hand)
    if first:
        left = (*[index for index in left if index >= first], *[index for index in left if index < first])
    if not _by_pots(hand, book):
        return left
    last = {index: number for number, pot in enumerate(pots_of(hand)) for index in pot.eligible}
    return tuple(sorted(left, key=lambda index: -last.get(index, 0)))


ShowsFirst = Literal["all-in", "side-pot", "last-aggressor", "left-of-last-caller", "left-of-button"]


def why_first(hand: Hand, book: RuleBook) -> ShowsFirst | None:
    """Why the first player in `showing_order` shows first. None if the player who had to show first is no longer in the
    hand."""
    if _by_pots(hand, book):
        return "side-pot"
    if book.all_in_shows.value == "must" and any(hand.stacks[index] == 0 for index in live_indices(hand)):
        return "all-in"
    if book.showdown_first.value == "last-aggressor" and hand.aggressor >= 0:
        return "last-aggressor" if hand.aggressor in claims(hand) else None
    if book.showdown_first.value == "left-of-last-caller" and hand.caller >= 0:
        return "left-of-last-caller"
    return "left-of-button"


def _by_pots(hand: Hand, book: RuleBook) -> bool:
    """Whether the hands of a side pot are shown before those of the pots below it."""
    left = list(claims(hand))
    return book.pots_shown.value == "side-hands-first" and _in_every_pot(hand, left) != left


def _first_to_show(hand: Hand, book: RuleBook) -> int:
    """The index of the player who shows first. If there was no bet or call, it is the player to the left of the
    button."""
    if book.showdown_first.value == "last-aggressor":
        return max(hand.aggressor, 0)
    return hand.caller + 1 if book.showdown_first.value == "left-of-last-caller" else 0


def has_tabled(hand: Hand, index: int) -> bool:
    """Whether both hole cards are face up."""
    return len(hand.tabled[index]) == 2


def is_decided(hand: Hand) -> bool:
    """Whether the winners are known: one hand is left, or all hands are tabled on a full board, and every pot has a
    hand that can win it."""
    if hand.over:
        return False
    left = claims(hand)
    if len(left) > 1 and not (hand.street == SHOWDOWN and all(has_tabled(hand, index) for index in left)):
        return False
    return not unclaimed(hand)


def pots_of(hand: Hand) -> tuple[Pot, ...]:
    """The pots, main pot first, including the bets in front of players on this street. Players are given by their
    index."""
    all_in = [index for index, chips in enumerate(hand.stacks) if chips == 0]
    if hand.deal.antes_matched:
        paid, forfeited = with_antes(hand.paid, hand.antes, hand.forfeited)
        return split_pots(paid, hand.live, (), forfeited, all_in)
    return split_pots(hand.paid, hand.live, hand.antes, hand.forfeited, all_in)


@cached_over_cards
def unclaimed(hand: Hand) -> tuple[int, ...]:
    """The numbers of the pots that no remaining player can win, such as one made up of an absent seat's dead chips when
    every live player is all-in for less."""
    left = claims(hand)
    if _in_every_pot(hand, left):
        return ()
    return tuple([number for number, pot in enumerate(pots_of(hand)) if not set(pot.eligible).intersection(left)])


@cached_over_cards
def sole_claims(hand: Hand) -> frozenset[int]:
    """The indices of the players who are the only ones with a claim to some pot."""
    left = frozenset(claims(hand))
    if len(left) == 1:
        return left
    if len(left) == len(_in_every_pot(hand, list(left))):
        return frozenset()  # each of these players can win the same pots
    contenders = [left.intersection(pot.eligible) for pot in pots_of(hand)]
    return frozenset().union(*[few for few in contenders if len(few) == 1])


def every_pot_claimed(hand: Hand) -> bool:
    """Whether every pot still has someone eligible to win it once the uncalled bet is returned."""
    index, chips = uncalled(hand)
    if chips:
        hand = apply(hand, UncalledReturned(hand.deal.seats[index], chips))
    left = set(claims(hand))
    return bool(left) and all(left & set(pot.eligible) for pot in pots_of(hand))


@cached_over_cards
def may_be_killed(hand: Hand) -> tuple[int, ...]:
    """The indices of the live players whose hands can be killed without leaving any pot that nobody can win."""
    live = live_indices(hand)
    if True in hand.mucked:
        return tuple([index for index in live if _keeps_claims(hand, index)])
    behind = 0
    for index in live:
        if hand.stacks[index]:
            behind += 1
            if behind == 2:  # a player with chips behind always remains and can win each pot
                return live
    safe = _in_every_pot(hand, live)
    safe += [index for index in live if hand.stacks[index] and index not in safe]
    if len(safe) > 1:
        return live
    # If one player is in every pot, every other player's hand can be killed, because that player can still win each
    # pot. That player's own hand is checked against the pots.
    return tuple([index for index in live if (safe and index not in safe) or _keeps_claims(hand, index)])


def _in_every_pot(hand: Hand, indices: Sequence[int]) -> list[int]:
    """The indices of the players certain to be in every pot, because nobody paid more."""
    if hand.forfeited:
        return []
    paid = tuple(map(add, hand.paid, hand.antes)) if hand.deal.antes_matched else hand.paid
    most = max(paid)
    return [index for index in indices if paid[index] == most]


def _keeps_claims(hand: Hand, index: int) -> bool:
    """Whether every pot still has someone eligible to win it without this player."""
    return every_pot_claimed(apply(hand, HandKilled(hand.deal.seats[index])))


def check_may_be_killed(hand: Hand, seat: int, book: RuleBook) -> None:
    """Raises `Refused` for a hand that is not live or is the last one with a claim to a pot."""
    index = index_of(hand, seat)
    if index < 0 or not hand.live[index]:
        raise Refused("no-live-hand", seat=seat)
    if index not in may_be_killed(hand):
        raise Refused("last-claim-killed", book.side_pots.clause, seat=seat)


def awards(hand: Hand, book: RuleBook) -> tuple[Award, ...]:
    """Every pot with its winners, in the order in which the book awards them. This is valid only for a decided hand."""
    left = claims(hand)
    rankings = {index: best((*hand.tabled[index], *hand.board)) for index in left} if len(left) > 1 else {}
    each = [_award(hand, book, number, pot, rankings) for number, pot in enumerate(pots_of(hand))]
    return tuple(each if book.pots_shown.value == "main-first" else reversed(each))


def _award(hand: Hand, book: RuleBook, number: int, pot: Pot, rankings: dict[int, Ranking]) -> Award:
    contenders = [index for index in pot.eligible if not hand.mucked[index]]
    top = max(rankings[index].strength for index in contenders) if rankings else 0
    winners = tuple(index for index in contenders if not rankings or rankings[index].strength == top)
    shares = shared(hand, pot.chips, winners, book)
    seats = hand.deal.seats
    odd = tuple([seats[index] for index, share in zip(winners, shares, strict=True) if share > min(shares)])
    return Award(
        pot=number,
        chips=pot.chips,
        eligible=tuple(seats[index] for index in pot.eligible),
        seats=tuple(seats[index] for index in winners),
        shares=shares,
        ranking=rankings.get(winners[0]),
        why=_reason(hand, pot, winners, rankings),
        odd=odd,
        odd_clause=book.odd_chips.clause if odd else "",
    )


def _reason(hand: Hand, pot: Pot, winners: tuple[int, ...], rankings: dict[int, Ranking]) -> Message:
    if not rankings:
        return message("everyone-else-mucked" if True in hand.mucked else "everyone-else-out")
    ours = rankings[winners[0]]
    said = describe(ours, hand.board)
    losers = [rankings[index] for index in pot.eligible if index in rankings and index not in winners]
    if losers:
        best_loser = max(losers, key=lambda ranking: ranking.strength)
        return message("won-by-ranking", ranking=said, why=why(ours, best_loser))
    if len(winners) > 1:
        return message("won-by-split", ranking=said)
    return message("won-unopposed", ranking=said)


def even_shares(hand: Hand, book: RuleBook, number: int, seats: Sequence[int]) -> Shares:
    """Split pot `number` evenly among seats in the hand, with the odd chips awarded as the book requires."""
    winners = tuple(sorted(seats, key=lambda seat: index_of(hand, seat)))
    return Shares(number, winners, shared(hand, pots_of(hand)[number].chips, winners, book))


def shared(hand: Hand, chips: int, winners: Sequence[int], book: RuleBook) -> tuple[int, ...]:
    """The shares of one pot, by winner, clockwise from the left of the button."""
    return split(chips, winners, hand.deal.terms.chip, book.odd_chips.value == "one-each")
