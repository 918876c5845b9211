"""The entry point: check that a motion is possible, and rule on a player's words and chips by the book. Also lists the
most common cases for which the floor is called."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.hand.actions import Fold, ForfeitChips, SeeCard
from engine.hand.betting import actor
from engine.hand.state import Hand, index_of
from engine.message import Message, message
from engine.refused import Refused
from engine.rulings.chips import laid_out, pulled_back, silent
from engine.rulings.motion import HeldMotion, Motion, Option, Ruling, act_told
from engine.rulings.speech.announcement import Announcement, parse_announcement
from engine.rulings.speech.vocabulary import Doubt
from engine.rulings.spoken import spoken
from engine.rulings.spot import Spot, spot_of
from engine.rulings.turn import bound, early, is_changed, released

DOUBTS: dict[Doubt, Message] = {
    "question": message("said-as-question"),
    "remark": message("said-as-remark"),
    "price": message("said-as-price"),
    "unclear": message("said-in-two-ways"),
}
UsualKind = Literal["one-chip", "raise", "two-motions", "call", "check", "fold", "all-in"]


def splashed(spot: Spot, motion: Motion, as_counted: Ruling) -> Ruling:
    """Chips splashed into the pot are forfeited to it, or the floor determines the amount as well as possible."""
    rule = spot.book.splash
    if rule.value == "counted":
        return replace(as_counted, clause=rule.clause, floor=True, why=message("splash-counted", why=as_counted.why))
    chips = sum(motion.chips)
    why = message("splash-surrendered", chips=chips)
    fold = Option(message("option-fold"), (Fold(spot.seat, "reason-splashed"),))
    options = (Option(message("option-bet-again")), fold)
    everything = chips == spot.all_in - spot.bet
    return Ruling("", spot.bet, 0, rule.clause, why, everything, (ForfeitChips(spot.seat, chips),), options=options)


def exposed(hand: Hand, motion: Motion, book: RuleBook) -> Ruling:
    """Cards that one player saw are shown to everyone if the book requires it. The hand stays live, and the floor is
    called."""
    bet = hand.bets[index_of(hand, motion.seat)]
    rule = book.show_one
    if motion.shown_to and rule.value == "not-required":
        return Ruling("", bet, 0, rule.clause, message("cards-not-shown-to-others"), floor=True)
    why = message("cards-shown-to-all") if motion.shown_to else message("cards-exposed-to-all")
    clause = rule.clause if motion.shown_to else rule.clause_of("exposed")
    cards = tuple(SeeCard(card, motion.seat, "reason-cards-seen") for card in motion.exposed)
    return Ruling("", bet, 0, clause, why, floor=True, actions=cards)


def found_behind(hand: Hand, index: int, motion: Motion, book: RuleBook) -> Ruling:
    """Chips found after an all-in can be lost but cannot win anything. Raises `Refused` if the seat is not all-in."""
    clause = book.chips_behind.clause
    check_alone(motion, clause)
    if motion.behind < 0 or not hand.live[index] or hand.stacks[index]:
        raise Refused("seat-not-live-all-in", clause, seat=motion.seat)
    why = message("chips-found-behind", chips=motion.behind)
    options = (Option(message("option-behind-counts")), Option(message("option-behind-stays")))
    return Ruling("", hand.bets[index], 0, clause, why, floor=True, options=options)


def index_in(hand: Hand, seat: int, book: RuleBook) -> int:
    """The index of a seat that was dealt in. Raises `Refused` if it was not, or if the hand is over."""
    index = index_of(hand, seat)
    if index < 0:
        raise Refused("seat-not-in-hand", book.in_turn.clause, seat=seat)
    if hand.over:
        raise Refused("hand-is-over", book.corrections.clause)
    return index


def check_can_act(hand: Hand, index: int, book: RuleBook) -> None:
    """Raises `Refused` for a player who has folded or is all-in, or while nobody can bet."""
    seat = hand.deal.seats[index]
    if not hand.live[index]:
        raise Refused("seat-folded", book.in_turn.clause, seat=seat)
    if hand.stacks[index] == 0:
        raise Refused("seat-all-in", book.in_turn.clause, seat=seat)
    if actor(hand) < 0:
        raise Refused("betting-closed", book.in_turn.clause)


def check_chips(hand: Hand, index: int, motion: Motion, book: RuleBook) -> None:
    """Raises `Refused` for chips that are not in play or that the seat may not move."""
    seat, unit = hand.deal.seats[index], hand.deal.terms.chip
    for chip in (*motion.moved, *motion.chips, *motion.prior, *motion.pulled):
        if chip <= 0 or chip % unit:
            raise Refused("no-such-chip", book.odd_chips.clause, chip=chip, smallest=unit)
    if motion.motions and motion.chips not in ((), motion.motions[0], motion.moved):
        raise Refused("chips-not-of-motions", book.string_bet.clause)
    _prior_there(hand, index, motion, book)
    out = (sum(motion.prior) or hand.bets[index]) - sum(motion.pulled) + sum(motion.moved)
    all_in = hand.bets[index] + hand.stacks[index]
    if out > all_in:
        raise Refused("more-than-seat-has", book.chips_behind.clause, seat=seat, chips=all_in, told=out)


def _prior_there(hand: Hand, index: int, motion: Motion, book: RuleBook) -> None:
    seat, bet = hand.deal.seats[index], hand.bets[index]
    clause = book.prior_chips.clause
    if motion.prior and (not bet or sum(motion.prior) < bet):
        raise Refused("other-bet-in-front", clause, seat=seat, bet=bet, told=sum(motion.prior))
    if Counter(motion.pulled) - Counter(motion.prior):
        raise Refused("pulled-chips-unknown", clause)


def check_alone(motion: Motion, clause: str) -> None:
    """Raises `Refused` for words or chips given together with an irregularity, because each is ruled on separately."""
    if motion.said or motion.moved or motion.prior or motion.pulled:
        raise Refused("rule-one-by-one", clause)


def check_cards(hand: Hand, motion: Motion, book: RuleBook) -> None:
    """Raises `Refused` for cards that the seat cannot hold and for viewers who are not in the hand."""
    check_alone(motion, book.show_one.clause)
    known = hand.tabled[index_of(hand, motion.seat)]
    if len({*known, *motion.exposed}) > 2 or len(set(motion.exposed)) < len(motion.exposed):
        raise Refused("seat-holds-two-cards", book.show_one.clause, seat=motion.seat)
    for card in motion.exposed:
        SeeCard(card, motion.seat, "exposed").decide(hand, book)
    for seat in motion.shown_to:
        index_in(hand, seat, book)


def counted(spot: Spot, motion: Motion, announced: Announcement) -> Motion:
    """The motion with only the chips that count: all of them for an announced action, otherwise those of the first
    motion. After "raise" and exactly the amount of a call, one more motion counts."""
    if not motion.motions:
        return motion
    first, *rest = [chips for chips in motion.motions if chips] or [()]
    is_sized = announced.amount is not None or announced.pot or announced.least
    if announced.verb in ("fold", "check", "call", "all-in") or is_sized:
        return replace(motion, chips=motion.moved)
    if rest and announced.verb and _protects(spot, replace(motion, chips=first)):
        return replace(motion, chips=(*first, *rest[0]))
    return replace(motion, chips=first)


def _protects(spot: Spot, motion: Motion) -> bool:
    """Whether the word "raise" allows one more motion after exactly the amount of a call."""
    is_call = spot.owed > 0 and laid_out(spot, motion) == spot.price
    return is_call and spot.book.string_bet.value == "first-motion-binds"


def dismissed(motion: Motion, counts: Motion) -> int:
    return sum(motion.moved) - sum(counts.chips)


def rule(hand: Hand, motion: Motion, book: RuleBook) -> Ruling:
    """The ruling on a motion by the book. Raises `Refused` for an impossible motion."""
    index = index_in(hand, motion.seat, book)
    if motion.exposed or motion.shown_to:
        check_cards(hand, motion, book)
        return exposed(hand, motion, book)
    if motion.behind:
        return found_behind(hand, index, motion, book)
    check_can_act(hand, index, book)
    check_chips(hand, index, motion, book)
    is_turn = actor(hand) == index
    if is_turn and motion.out_of_turn:
        raise Refused("nothing-out-of-turn", book.in_turn.clause, seat=motion.seat)
    ruling = _in_turn(spot_of(hand, index, book), motion)
    return ruling if is_turn else early(hand, motion, ruling, book)


def settle(held: HeldMotion, hand: Hand, book: RuleBook) -> Ruling:
    """The ruling on a held action, now that it is the player's turn. Raises `Refused` before that."""
    index = index_in(hand, held.motion.seat, book)
    if is_changed(held, hand):
        return released(held, hand, book)
    if actor(hand) != index:
        raise Refused("turn-not-yet", book.in_turn.clause, seat=held.motion.seat)
    now = rule(hand, replace(held.motion, out_of_turn=False), book)
    # A raise that nobody is left to answer has become a call. Anything else is ruled on under the conditions at the
    # time when it was made.
    is_shut = now.act in ("call", "check") and held.binds.act not in ("call", "check")
    return now if is_shut else bound(held, book)


def _in_turn(spot: Spot, motion: Motion) -> Ruling:
    announced = parse_announcement(motion.said)
    if motion.chips_first and motion.moved:
        announced = Announcement()
    if announced.conditional:
        clause, why = spot.book.conditional.clause, message("said-on-condition")
        return Ruling("", spot.bet, sum(motion.moved), clause, why, floor=True)
    if announced.doubt:
        return _doubtful(spot, motion, announced)
    return _declared(spot, motion, announced)


def _declared(spot: Spot, motion: Motion, announced: Announcement) -> Ruling:
    counts = counted(spot, motion, announced)
    if motion.splashed and (not counts.chips or counts.prior):
        raise Refused("splash-not-counted", spot.book.splash.clause)
    ruling = _judged(spot, counts, announced)
    if motion.splashed:
        ruling = splashed(spot, counts, ruling)
    extra = dismissed(motion, counts)
    if not extra:
        return ruling
    # Chips that were dismissed still count toward what the ruling requires.
    back = max(0, laid_out(spot, counts) + extra - ruling.to) if ruling.act else ruling.returned + extra
    why = message("first-motion-binds", why=ruling.why)
    return replace(ruling, returned=back, clause=spot.book.string_bet.clause, why=why)


def _judged(spot: Spot, motion: Motion, announced: Announcement) -> Ruling:
    if announced != Announcement():
        return spoken(spot, motion, announced)
    if motion.chips:
        return silent(spot, motion)
    if motion.pulled:
        return pulled_back(spot, laid_out(spot, motion))
    raise Refused("nothing-said-or-moved", spot.book.verbal.clause)


def _doubtful(spot: Spot, motion: Motion, announced: Announcement) -> Ruling:
    """The ruling on words that declare nothing. Chips that came with them count as if put in silently, and the floor is
    asked to decide."""
    why = DOUBTS[announced.doubt]
    if motion.moved and not announced.readings:
        silent_one = _declared(spot, motion, Announcement())
        return replace(silent_one, floor=True, why=message("words-aside", words=why, why=silent_one.why))
    meant = [_declared(spot, motion, reading) for reading in announced.readings]
    acts = {(ruling.act, ruling.to) for ruling in meant}
    if announced.doubt == "unclear" and len(acts) == 1:
        return meant[0]
    options: list[Option] = []
    for way in (way for ruling in meant for way in _ways(ruling)):
        options += [way] * (way not in options)
    return Ruling("", spot.bet, 0, spot.book.verbal.clause, why, floor=True, options=tuple(options))


def _ways(ruling: Ruling) -> tuple[Option, ...]:
    """The choices that the floor would have if the words had this meaning."""
    if ruling.options:
        return ruling.options
    return (Option(act_told(ruling.act, ruling.to), ruling.actions),) if ruling.act and ruling.actions else ()


class Usual(msgspec.Struct, frozen=True, gc=False):
    """One usual case: its kind, the motion, and the ruling on it."""

    kind: UsualKind
    motion: Motion
    ruling: Ruling


def usual(hand: Hand, seat: int, chips: Sequence[int], book: RuleBook) -> list[Usual]:
    """The usual cases for one seat, in or out of turn, without the impossible ones. `chips` are the denominations on
    the table, smallest first."""
    found = []
    for kind, motion in _motions(hand, seat, chips):
        try:
            found.append(Usual(kind, motion, rule(hand, motion, book)))
        except Refused:
            continue
    return found


def _motions(hand: Hand, seat: int, chips: Sequence[int]) -> Iterator[tuple[UsualKind, Motion]]:
    index = index_of(hand, seat)
    if index < 0:
        return
    owed, stack = hand.price - hand.bets[index], hand.stacks[index]
    large = next((chip for chip in chips if owed < chip <= stack), 0)
    if large:
        yield "one-chip", Motion(seat, chips=(large,))
    yield "raise", Motion(seat, said="raise")
    call = _made_of(owed, chips)
    if call and sum(call) + chips[-1] <= stack:
        yield "two-motions", Motion(seat, motions=(call, (chips[-1],)))
    yield "call", Motion(seat, said="call")
    yield "check", Motion(seat, said="check")
    yield "fold", Motion(seat, said="fold")
    yield "all-in", Motion(seat, said="all in")


def _made_of(amount: int, chips: Sequence[int]) -> tuple[int, ...]:
    """The fewest chips that make an amount; empty if chips cannot make it."""
    made: list[int] = []
    for chip in reversed(chips):
        count, amount = divmod(amount, chip) if amount > 0 else (0, amount)
        made += [chip] * count
    return tuple(made) if amount == 0 else ()
