"""
Our hands per second compared with PokerKit's on the same random hands, and events replayed from a record, by CPU time.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from pokerkit import Automation, NoLimitTexasHoldem

from engine.actions import BOARD, Action, Bet, Call, Check, Fold, Push, RaiseTo, SeeCard
from engine.cards import DECK, Card
from engine.events import Blinds, Event, HandStarted
from engine.game.game import replay
from engine.hand.rules import decide, legal, play, start
from engine.hand.state import Hand, apply, new_hand
from tests.kit.randomplay import TDA, Habits, chips_in, hands, tables

HANDS = 200
REPETITIONS = 7
RECORDED_HANDS = 1_500

# Everything that PokerKit can do by itself, except dealing: the cards are given, as a reader would give them.
AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class RandomHand(NamedTuple):
    """One random hand: the deal, everybody's hole cards, the requests in order, and the final stacks."""

    deal: HandStarted
    holes: tuple[tuple[Card, Card], ...]
    asks: tuple[Action, ...]
    stacks: tuple[int, ...]


def measure() -> dict[str, Any]:
    """Medians of interleaved repetitions; a ratio is ours over PokerKit's, repetition by repetition.

    `ratio` compares like with like: judge an action, take it, keep the record. At a table the buttons ask `legal`
    before every action as well: `ratio_with_buttons`.
    """
    scripts = list(islice(agreed(Random(1)), HANDS))
    record = [event for step in hands(tables(Random(1), 9, Habits(undo=0.02)), RECORDED_HANDS) for event in step.record]
    ours, buttons, theirs, replayed = [], [], [], []
    for _ in range(REPETITIONS):
        ours.append(HANDS / seconds(lambda: [play_ours(script) for script in scripts]))
        buttons.append(HANDS / seconds(lambda: [play_ours(script, buttons=True) for script in scripts]))
        theirs.append(HANDS / seconds(lambda: [play_theirs(script) for script in scripts]))
        replayed.append(len(record) / seconds(lambda: replay(record)))
    return {
        "hands": HANDS,
        "asks_per_hand": round(sum(len(script.asks) for script in scripts) / HANDS, 1),
        "our_hands_per_s": round(median(ours)),
        "our_hands_per_s_with_buttons": round(median(buttons)),
        "pokerkit_hands_per_s": round(median(theirs)),
        "ratio": round(median(our / their for our, their in zip(ours, theirs, strict=True)), 1),
        "ratio_with_buttons": round(median(our / their for our, their in zip(buttons, theirs, strict=True)), 1),
        "events_replayed": len(record),
        "replay_events_per_s": round(median(replayed)),
    }


def seconds(work: Callable[[], object]) -> float:
    """CPU time, which leaves out other load on the machine."""
    began = process_time()
    work()
    return process_time() - began


def agreed(dice: Random) -> Iterator[RandomHand]:
    """Random hands that both engines settle alike. PokerKit differs in odd chips and closed betting."""
    while True:
        script = write(dice)
        try:
            same = tuple(play_theirs(script)) == script.stacks
        except ValueError:
            same = False
        if same:
            yield script


def write(dice: Random) -> RandomHand:
    """A random hand of 2 to 9 players with 10 to 200 big blinds."""
    count = dice.randint(2, 9)
    deck = dice.sample(DECK, 2 * count + 5)
    holes = tuple((deck[2 * place], deck[2 * place + 1]) for place in range(count))
    ante = dice.choice((0, 0, 10))
    small_big = (100, 50) if count == 2 else (50, 100)
    deal = HandStarted(
        hand=1,
        button=count,
        seats=tuple(range(1, count + 1)),
        stacks=tuple(dice.randint(1_000, 20_000) for _ in range(count)),
        antes=(ante,) * count,
        blinds=(*small_big, *(0,) * (count - 2)),
        antes_matched=True,
        terms=Blinds(level=1, small=50, big=100, ante=ante, ante_form="each" if ante else "none"),
    )
    asks, hand = [], fresh(deal)
    while not hand.over:
        asks.append(choose(hand, holes, deck[2 * count :], dice))
        hand = folded(hand, decide(hand, asks[-1], TDA))
    return RandomHand(deal, holes, tuple(asks), hand.stacks)


def choose(hand: Hand, holes: tuple[tuple[Card, Card], ...], board: list[Card], dice: Random) -> Action:
    """The next request: a random bet, the next card, or the push."""
    may = legal(hand, TDA)
    if may.seat:  # PokerKit refuses a fold with nothing to call
        return dice.choice([ask for ask in chips_in(may, dice) if not (may.check and isinstance(ask, Fold))])
    if may.push:
        return Push()
    if may.due[0] == BOARD:
        return SeeCard(board[len(hand.board)], BOARD)
    place = may.due[0] - 1
    return SeeCard(holes[place][len(hand.tabled[place])], may.due[0])


def fresh(deal: HandStarted) -> Hand:
    return folded(new_hand(deal), start(deal, TDA)[1:])


def folded(hand: Hand, events: list[Event]) -> Hand:
    for event in events:
        hand = apply(hand, event)
    return hand


def play_ours(script: RandomHand, buttons: bool = False) -> list[Event]:
    """For each request, its results, the next value, and the record; with `buttons` also the legal actions."""
    record = start(script.deal, TDA)
    hand = folded(new_hand(script.deal), record[1:])
    for action in script.asks:
        if buttons:
            legal(hand, TDA)
        events, hand = play(hand, action, TDA)
        record += events
    return record


def play_theirs(script: RandomHand) -> list[int]:
    """The same hand in PokerKit; the stacks it ends with."""
    deal = script.deal
    count = len(deal.seats)
    # Heads-up, PokerKit lists the blinds in reverse.
    blinds = deal.blinds[::-1] if count == 2 else deal.blinds
    state = NoLimitTexasHoldem.create_state(AUTOMATIC, True, deal.antes, blinds, deal.terms.big, deal.stacks, count)
    for hole in script.holes:
        state.deal_hole("".join(map(str, hole)))
    board: list[str] = []
    for action in script.asks:
        match action:
            case Fold():
                state.fold()
            case Check() | Call():
                state.check_or_call()
            case Bet() | RaiseTo():
                state.complete_bet_or_raise_to(action.to)
            case SeeCard(seat=0):
                board.append(str(action.card))
                if len(board) >= 3:
                    state.burn_card("??")
                    state.deal_board("".join(board if len(board) == 3 else board[-1:]))
    return list(state.stacks)
