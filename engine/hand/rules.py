"""The rules of one deal: `legal`, `decide` and `apply`. `play` combines the last two."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.actions import (
    BOARD,
    Action,
    Bet,
    Call,
    Check,
    CorrectBets,
    Declare,
    Fold,
    ForfeitChips,
    KillHand,
    Muck,
    Overrule,
    Push,
    RaiseTo,
    SeeCard,
)
from engine.books.rulebook import RuleBook
from engine.events import (
    AntePosted,
    BetMade,
    BlindPosted,
    Called,
    CardTabled,
    Checked,
    Event,
    Folded,
    HandEnded,
    HandKilled,
    HandMucked,
    HandStarted,
    MishapDeclared,
    PotAwarded,
    Raised,
    StreetClosed,
    UncalledReturned,
)
from engine.hand.betting import (
    actor,
    betting,
    claims,
    has_all_in,
    has_rival,
    is_capped,
    is_closed,
    least_to,
    live_indices,
    may_raise,
    most_to,
    uncalled,
)
from engine.hand.corrections import correct_bets, forfeit
from engine.hand.dealing import due_at, judge, may_be_asked, may_table
from engine.hand.misdeals.rules import remedy
from engine.hand.overrides import in_hand
from engine.hand.showdown import awards, is_decided, last_claim, may_be_killed, sole_claims, unclaimed
from engine.hand.smallest_chip import check_bet, check_moved
from engine.hand.state import Hand, apply, index_of, new_hand
from engine.refused import Refused

NOBODY: Mapping[int, HandKilled] = MappingProxyType({})
NO_SEAT = ((), (BOARD,))
"""The values of `due` while no seat has to show."""
HandRule = Callable[[Hand, Any, RuleBook], list[Event]]

__all__ = ["Hand", "LegalActions", "apply", "decide", "legal", "play", "start"]


class LegalActions(msgspec.Struct, frozen=True, gc=False):
    """The actions that the table offers. Seats are physical; totals are for the street; 0 means "not offered"."""

    seat: int = 0
    """The seat whose turn it is; 0 if it is nobody's turn."""
    fold: bool = False
    check: bool = False
    call: int = 0
    least: int = 0
    most: int = 0
    opens: bool = False
    """Whether `least` to `most` would be a bet rather than a raise."""
    due: tuple[int, ...] = ()
    """The places where a card may go, the most likely first; `BOARD` is 0."""
    asked: tuple[int, ...] = ()
    """The seat whose mucked hand is shown if a caller asks for it."""
    muck: tuple[int, ...] = ()
    kill: tuple[int, ...] = ()
    push: bool = False
    award: tuple[int, ...] = ()
    """The pots that no remaining player can win, once nothing else is due. The floor names the winners; the main pot is
    number 0."""


def start(deal: HandStarted, book: RuleBook, absent: Mapping[int, HandKilled] = NOBODY) -> list[Event]:
    """Start a deal and post antes and blinds, none of them larger than the player's stack. Then kill the hands of
    absent seats."""
    events: list[Event] = [deal]
    hand = new_hand(deal)
    single = sum(1 for ante in deal.antes if ante) == 1
    rows: list[tuple[type[AntePosted | BlindPosted], tuple[int, ...]]]
    rows = [(AntePosted, deal.antes), (BlindPosted, deal.blinds)]
    if single and book.ante_order.value == "blind-first":
        rows.reverse()
    for posting, owed in rows:
        for index, chips in enumerate(owed):
            paid = min(chips, hand.stacks[index])
            if paid:
                events.append(posting(deal.seats[index], paid))
                hand = apply(hand, events[-1])
    # An absent player has no hand (TDA 2024 rule 30). A pot that nobody can win is then left to the floor.
    return events + kill_hands(hand, absent, lambda hand: live_indices(hand) if hand.live.count(True) > 1 else ())


def kill_hands(
    hand: Hand, dead: Mapping[int, HandKilled], may: Callable[[Hand], tuple[int, ...]] = may_be_killed
) -> list[Event]:
    """Kill the hands of these seats without a request. The result includes the consequences. A hand that may not be
    killed, such as the last one that can win some pot, stays live."""
    events: list[Event] = []
    for seat, fact in dead.items():
        if index_of(hand, seat) in may(hand):
            events.append(fact)
            hand = apply(hand, fact)
    return events + consequences(hand)


def legal(hand: Hand, book: RuleBook) -> LegalActions:
    """Every action that is allowed now without a floor decision."""
    if hand.over:
        return LegalActions()
    seats = hand.deal.seats
    killable = may_be_killed(hand)
    kill = seats if len(killable) == len(seats) else tuple([seats[index] for index in killable])
    turn = betting(hand, book)
    if turn is None:
        due = due_at(hand, book)
        award = () if due else unclaimed(hand)
        decided = due in NO_SEAT and is_decided(hand)  # a seat whose cards are due still has to show them
        return LegalActions(
            due=due, asked=may_be_asked(hand), muck=_may_muck(hand, due, book), kill=kill, push=decided, award=award
        )
    # While a player still has to act, no card is due and nothing is decided.
    return LegalActions(
        seat=seats[turn.index],
        fold=turn.fold,
        check=turn.check,
        call=turn.call,
        least=turn.least,
        most=turn.most,
        opens=turn.opens,
        kill=kill,
    )


def decide(hand: Hand, action: Action, book: RuleBook) -> list[Event]:
    """The events that follow from an action, in order. If it raises `Refused`, nothing has changed.

    An action with a `floor` reason is limited only by what is physically possible.
    """
    return play(hand, action, book)[0]


def play(hand: Hand, action: Action, book: RuleBook) -> tuple[list[Event], Hand]:
    """The events that `decide` returns, and the hand after them. That hand must be computed anyway to find their
    consequences."""
    rule = _RULES.get(type(action))
    if rule is None:
        raise Refused("hand-in-play")
    if hand.over:
        raise Refused("hand-over")
    first = _by_book_or_floor(rule, hand, action, book)
    for event in first:
        hand = apply(hand, event)
    if hand.over or (isinstance(first[0], _LEAVES_OPEN) and not first[0].floor):
        return first, hand
    more, hand = _followed(hand)
    return first + more, hand


def _by_book_or_floor(rule: HandRule, hand: Hand, action: Action, book: RuleBook) -> list[Event]:
    """Decide by the book if it allows the action. The floor's reason is used and recorded only if the book does not
    allow it."""
    if not getattr(action, "floor", ""):
        return rule(hand, action, book)
    try:
        return rule(hand, replace(action, floor=""), book)
    except Refused:
        return rule(hand, action, book)


def consequences(hand: Hand) -> list[Event]:
    """The events that happen without an action, such as returning the uncalled bet and gathering the bets."""
    return _followed(hand)[0]


def _followed(hand: Hand) -> tuple[list[Event], Hand]:
    """The `consequences`, and the hand after them."""
    events: list[Event] = []
    while is_closed(hand) or (hand.live.count(True) == 1 and any(hand.bets)):
        index, chips = uncalled(hand)
        if chips:
            events.append(UncalledReturned(hand.deal.seats[index], chips))
            hand = apply(hand, events[-1])
        events.append(StreetClosed())
        hand = apply(hand, events[-1])
        if hand.live.count(True) == 1:
            break
    return events, hand


def _turn(hand: Hand, seat: int, book: RuleBook, floor: str) -> int:
    """The index of a seat that may act now. Raises `Refused` if the seat may not."""
    index = index_of(hand, seat)
    if index < 0:
        raise Refused("seat-not-in-hand", seat=seat)
    if not hand.live[index]:
        raise Refused("seat-folded", seat=seat)
    turn = actor(hand)
    if turn < 0:
        raise Refused("betting-closed")
    if hand.stacks[index] == 0:
        raise Refused("seat-all-in", seat=seat)
    if turn != index and not floor:
        raise Refused("not-their-turn", book.in_turn.clause, seat=seat, turn=hand.deal.seats[turn])
    return index


def _fold(hand: Hand, action: Fold, book: RuleBook) -> list[Event]:
    index = _turn(hand, action.seat, book, action.floor)
    if hand.bets[index] >= hand.price and book.fold_unbet.value == "refused" and not action.floor:
        raise Refused("fold-without-bet", book.fold_unbet.clause)
    return [Folded(action.seat, action.floor)]


def _check(hand: Hand, action: Check, book: RuleBook) -> list[Event]:
    index = _turn(hand, action.seat, book, action.floor)
    owed = hand.price - hand.bets[index]
    if owed > 0:
        raise Refused("bet-to-call", book.wrong_word.clause, chips=owed)
    return [Checked(action.seat, action.floor)]


def _call(hand: Hand, action: Call, book: RuleBook) -> list[Event]:
    index = _turn(hand, action.seat, book, action.floor)
    owed = hand.price - hand.bets[index]
    if owed <= 0:
        raise Refused("nothing-to-call")
    return [Called(action.seat, min(owed, hand.stacks[index]), action.floor)]


def _bet(hand: Hand, action: Bet, book: RuleBook) -> list[Event]:
    index = _turn(hand, action.seat, book, action.floor)
    if hand.price > 0:
        raise Refused("bet-there-already", chips=hand.price)
    _affordable(hand, index, action.to)
    _allowed(hand, index, action, book)
    return [BetMade(action.seat, action.to, action.floor)]


def _raise(hand: Hand, action: RaiseTo, book: RuleBook) -> list[Event]:
    index = _turn(hand, action.seat, book, action.floor)
    if hand.price == 0:
        raise Refused("no-bet-to-raise")
    _affordable(hand, index, action.to)
    if action.to <= hand.price:
        raise Refused("raise-not-above-bet", book.min_raise.clause, chips=hand.price)
    _allowed(hand, index, action, book)
    return [Raised(action.seat, action.to, action.floor)]


def _affordable(hand: Hand, index: int, to: int) -> None:
    """Raises `Refused` for more chips than the player has, or for zero chips. Even the floor cannot create chips."""
    all_in = hand.bets[index] + hand.stacks[index]
    if not hand.bets[index] < to <= all_in:
        raise Refused("not-that-stack", seat=hand.deal.seats[index], most=all_in, chips=to)


def _allowed(hand: Hand, index: int, action: Bet | RaiseTo, book: RuleBook) -> None:
    """Raises `Refused` for a bet or raise that the book does not allow. With a `floor` reason, it does so only for an
    amount that the chips on the table cannot make."""
    if action.floor:
        check_moved(hand, index, action.to - hand.bets[index], book)
        return
    _open_to(hand, index, book)
    _right_size(hand, index, action.to, book)
    check_bet(hand, index, action.to, book)


def _open_to(hand: Hand, index: int, book: RuleBook) -> None:
    """Raises `Refused` for a bet or raise if the betting is closed to the player."""
    if may_raise(hand, index, book):
        return
    seat = hand.deal.seats[index]
    if not has_rival(hand, index):
        raise Refused("rivals-all-in", book.uncalled.clause, seat=seat)
    if is_capped(hand, book):
        raise Refused("betting-capped", book.cap.clause)
    raise Refused("betting-not-reopened", book.reopening.clause, seat=seat)


def _right_size(hand: Hand, index: int, to: int, book: RuleBook) -> None:
    """Raises `Refused` for a total below the minimum or above what the betting form allows."""
    least = min(least_to(hand, book), hand.bets[index] + hand.stacks[index])
    most = most_to(hand, index, book)
    if least == most != to and book.betting.value == "fixed-limit":
        raise Refused("limit-raise" if hand.price else "limit-bet", book.betting.clause, chips=least)
    if to < least and hand.price:
        raise Refused("minimum-raise", book.min_raise.clause, chips=least)
    if to < least:
        raise Refused("minimum-bet", book.min_bet.clause, chips=least)
    if to > most:
        raise Refused("pot-limit", book.betting.clause, chips=most)


def _kill(hand: Hand, action: KillHand, book: RuleBook) -> list[Event]:
    index = index_of(hand, action.seat)
    if index < 0 or not hand.live[index]:
        raise Refused("no-live-hand", seat=action.seat)
    if index not in may_be_killed(hand):
        raise last_claim(action.seat, book)
    return [HandKilled(action.seat, action.why)]


def _declare(hand: Hand, action: Declare, book: RuleBook) -> list[Event]:
    if action.by == "player":
        raise Refused("player-declares-misdeal", book.misdeals.clause)
    answer = remedy(hand, action.mishap, book)
    return [MishapDeclared(action.mishap, action.by, answer.kind, answer.clause), *answer.events]


def _see(hand: Hand, action: SeeCard, book: RuleBook) -> list[Event]:
    return [judge(hand, action, book)]


def _may_muck(hand: Hand, due: tuple[int, ...], book: RuleBook) -> tuple[int, ...]:
    """The seats whose cards are due but need not be shown, clockwise from the left of the button."""
    if due in NO_SEAT or _all_must_show(hand, book):
        return ()
    needed = sole_claims(hand)
    return tuple(
        [
            seat
            for index, seat in enumerate(hand.deal.seats)
            if seat in due and index not in needed and not hand.tabled[index]
        ]
    )


def _all_must_show(hand: Hand, book: RuleBook) -> Refused | None:
    """The reason why nobody may muck now; None if the book leaves the choice to each player."""
    if book.muck.value == "forbidden":
        return Refused("all-must-show", book.muck.clause)
    if book.all_in_shows.value == "must" and has_all_in(hand):
        return Refused("all-in-must-show", book.all_in_shows.clause)
    return None


def _muck_problem(hand: Hand, index: int, book: RuleBook, floor: str = "") -> Refused | None:
    """The reason why a player may not muck now; None if the player may. Not even the floor can leave a pot without a
    hand that can win it."""
    if index not in claims(hand):
        return Refused("muck-dead-hand")
    seat = hand.deal.seats[index]
    if index in sole_claims(hand):
        return Refused("last-claim-mucked", book.showdown_first.clause, seat=seat)
    if not may_table(hand):
        return Refused("muck-before-showdown")
    if not floor and (problem := _all_must_show(hand, book)):
        return problem
    if not floor and hand.tabled[index]:
        return Refused("tabled-hand-plays", book.corrections.clause, seat=seat)
    return None


def _muck(hand: Hand, action: Muck, book: RuleBook) -> list[Event]:
    problem = _muck_problem(hand, index_of(hand, action.seat), book, action.floor)
    if problem:
        raise problem
    return [HandMucked(action.seat, action.floor)]


def _push(hand: Hand, _: Push, book: RuleBook) -> list[Event]:
    if not is_decided(hand):
        raise Refused("pots-undecided")
    events: list[Event] = [
        PotAwarded(award.pot, award.chips, award.seats, award.shares) for award in awards(hand, book)
    ]
    for event in events:
        hand = apply(hand, event)
    return [*events, HandEnded(hand.deal.seats, hand.stacks)]


_LEAVES_OPEN = (BetMade, Raised, CardTabled)
"""These events do not have consequences under the book, because a player who bets has an opponent with chips to
answer."""
_RULES: dict[type[Action], HandRule] = {
    Fold: _fold,
    Check: _check,
    Call: _call,
    Bet: _bet,
    RaiseTo: _raise,
    KillHand: _kill,
    ForfeitChips: forfeit,
    CorrectBets: correct_bets,
    SeeCard: _see,
    Muck: _muck,
    Push: _push,
    Declare: _declare,
    Overrule: in_hand,
}
