"""A random player: whole tables, hand after hand, that asks only for what `legal` offers. The caller passes the
generator.

`next_action` looks only at the game, so it can drive a screen, a journal or a room just as well.
"""

from collections.abc import Iterator
from functools import reduce
from random import Random
from typing import Literal, NamedTuple

from msgspec.structs import replace

from engine.actions import (
    Action,
    Answer,
    Bet,
    Call,
    Check,
    Fold,
    KillHand,
    Muck,
    Push,
    RaiseTo,
    SeeCard,
    Straddle,
    Undo,
)
from engine.books.rulebook import RuleBook, in_limit, load_book, most_seats, shipped_ids
from engine.cards import DECK, Card
from engine.events import AwardPots, Blinds, Event, Shares
from engine.game.amending import may_straddle
from engine.game.game import Game, apply, step
from engine.game.questions import question
from engine.hand.rules import LegalActions, legal
from engine.hand.showdown import pots_of
from engine.hand.state import Hand
from engine.table.actions.chips import CloseRace, CountStacks
from engine.table.actions.hands import Overrule, StartHand
from engine.table.actions.people import LeaveSeat, PlanLeave, TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel, SetMode
from engine.table.chip_race import next_seat
from engine.table.next_deal import staying, straddle_problem
from engine.table.state import Table, book_of, is_playing, players
from engine.terms import REPORTED

TDA = load_book("tda")
BOOKS = {
    **{book_id: load_book(book_id) for book_id in shipped_ids()},
    **{f"{book_id} in limit": in_limit(load_book(book_id)) for book_id in ("tda", "tournament", "house")},
    "tda in pot-limit": replace(TDA, betting=replace(TDA.betting, value="pot-limit")),
    "tda with straddles": replace(TDA, straddle=replace(TDA.straddle, value="under-the-gun")),
}
FORMS: tuple[Literal["none", "each", "big-blind"], ...] = ("none", "each", "big-blind")


class PlayStep(NamedTuple):
    """One request and its result."""

    before: Game
    action: Action
    record: list[Event]
    after: Game

    @property
    def events(self) -> list[Event]:
        """The resulting events, without the request itself."""
        return self.record[1:]


class Habits(NamedTuple):
    """How often (as a fraction of 1) the random table does something rare: the floor kills a hand, the dealer undoes,
    players move.
    """

    kill: float = 0.01
    undo: float = 0.0
    move: float = 0.1


USUAL = Habits()


def tables(dice: Random, seats: int = 0, habits: Habits = USUAL, book: RuleBook = TDA) -> Iterator[PlayStep]:
    """A new table of `seats` seats (any number if 0), and an endless sequence of requests at it."""
    game = Game()
    for action in opening(dice, seats or dice.randint(2, 10), book):
        yield (step := ask(game, action))
        game = step.after
    while True:
        yield (step := ask(game, next_action(game, dice, habits)))
        game = step.after


def hands(steps: Iterator[PlayStep], count: int) -> Iterator[PlayStep]:
    """The steps until `count` hands are over."""
    ended = 0
    for each in steps:
        yield each
        ended += isinstance(each.action, Push)
        if ended == count:
            return


def ask(game: Game, action: Action) -> PlayStep:
    """Decide and apply. Raises `Refused`."""
    record = step(game, action)
    return PlayStep(game, action, record, reduce(apply, record, game))


def opening(dice: Random, seats: int, book: RuleBook = TDA) -> list[Action]:
    """A table with at least two players, no more than the book seats, a level and a button."""
    seats = most_seats(book, seats)
    taken = sorted(dice.sample(range(1, seats + 1), dice.randint(2, seats)))
    level = random_level(dice, 1, book=book)
    return [
        OpenTable(1, "Random Open", book, seats),
        *(TakeSeat(seat, f"p{seat}", f"Player {seat}", random_stack(dice, level)) for seat in taken),
        SetLevel(level),
        PlaceButton(dice.choice(taken)),
    ]


def random_level(dice: Random, number: int, chip: int = 0, book: RuleBook = TDA) -> Blinds:
    """Blinds of `number`, with any form of ante that the book has; `chip` is random if 0."""
    chip = chip or dice.choice((1, 5, 25, 100))
    big = 2 * chip * dice.randint(1, 4) * number
    form = dice.choice(FORMS if book.antes.value == "allowed" else FORMS[:1])
    ante = {"none": 0, "each": chip * dice.randint(1, 2), "big-blind": big}[form]
    return Blinds(level=number, small=big // 2, big=big, ante=ante, ante_form=form, chip=chip)


def random_stack(dice: Random, level: Blinds) -> int:
    """From less than an ante to some hundred small blinds."""
    return level.chip * dice.choice((dice.randint(1, 8), dice.randint(1, 60), dice.randint(20, 200)))


def next_action(game: Game, dice: Random, habits: Habits = USUAL) -> Action:
    """Something that `legal` offers now; between hands, a player moves, the level rises or the next hand starts."""
    hand = game.table.hand
    if game.undo_stack and dice.random() < habits.undo:
        return Undo(confirmed=True, floor="the count was wrong")
    if hand is None or not is_playing(game.table):
        return _between_hands(game, dice, habits)
    if asked := question(hand, game.state.waiting):
        most = len(asked.seats) if asked.kind == "who-called" else 1
        return Answer(tuple(dice.sample(asked.seats, dice.randint(min(1, most), most))))
    if book_of(game.table).straddle.value != "none" and may_straddle(game.state) and dice.random() < 0.5:
        return Straddle()
    return _in_hand(hand, legal(hand, book_of(game.table)), dice, habits)


def _in_hand(hand: Hand, may: LegalActions, dice: Random, habits: Habits) -> Action:
    if may.kill and dice.random() < habits.kill:
        return KillHand(dice.choice(may.kill), "away from the table")
    if may.seat:
        return dice.choice(chips_in(may, dice, hand.deal.terms.chip))
    if may.muck and dice.random() < 0.3:
        return Muck(dice.choice(may.muck))
    if may.push:
        return Push()
    if may.award:
        return Overrule("Floor", "nobody left is in it", random_award(hand, dice))
    return SeeCard(dice.choice(unseen(hand)), dice.choice((None, *may.due)))


def _first_of_all(table: Table, dice: Random) -> Action | None:
    """Anything that must come first between hands: a race is finished, hands are played again, and players stay if too
    few would be left.
    """
    if race := table.race:
        dealt = [card for _, card in race.dealt]
        seat = next_seat(race)
        return SeeCard(dice.choice([card for card in DECK if card not in dealt]), seat) if seat else CloseRace()
    there = {number: seat for number, seat in enumerate(table.seats, 1) if seat}
    if table.mode in REPORTED:
        stacks = tuple(seat.chips for seat in there.values())
        return CountStacks(tuple(there), stacks) if table.uncounted else SetMode("pad")
    leaving = [number for number, seat in there.items() if seat.leaves_for is not None]
    return PlanLeave(leaving[0], goes=False) if leaving and len(staying(table)) < 2 else None


def _between_hands(game: Game, dice: Random, habits: Habits) -> Action:
    table = game.table
    if (first := _first_of_all(table, dice)) is not None:
        return first
    book = book_of(table)
    level = table.blinds or random_level(dice, 1, book=book)
    free = [number for number, seat in enumerate(table.seats, 1) if seat is None]
    if len(players(table)) < 2 or (free and dice.random() < habits.move):
        seat = dice.choice(free)
        return TakeSeat(seat, f"n{game.mark}", f"Newcomer {game.mark}", random_stack(dice, level))
    if len(players(table)) > 2 and dice.random() < habits.move:
        return LeaveSeat(dice.choice(players(table)))
    if dice.random() < habits.move:
        return SetLevel(random_level(dice, level.level + 1, level.chip, book))
    straddles = book.straddle.value != "none" and straddle_problem(table) is None and dice.random() < 0.5
    return StartHand(straddles)


def chips_in(may: LegalActions, dice: Random, chip: int = 1) -> list[Action]:
    """The chip actions of the seat to act, in chips of `chip` and up; it calls and checks more often than anything
    else.
    """
    asks: list[Action] = []
    if may.fold:
        asks.append(Fold(may.seat))
    if may.check:
        asks += [Check(may.seat)] * 4
    if may.call:
        asks += [Call(may.seat)] * 4
    if may.most:
        near = dice.randint(may.least, min(may.most, 3 * may.least))
        some = in_chips(may, dice.randint(may.least, may.most), chip)
        to = dice.choice((may.least, *(in_chips(may, near, chip),) * 2, some, may.most))
        asks += [Bet(may.seat, to) if may.opens else RaiseTo(may.seat, to)] * 2
    return asks


def in_chips(may: LegalActions, to: int, chip: int) -> int:
    """The largest amount up to this one that chips can make and the seat may put in."""
    return max(may.least, to - to % chip) if to < may.most else to


def random_award(hand: Hand, dice: Random) -> AwardPots:
    """Each pot goes whole to one player, or in two halves to two."""
    awards = []
    for number, pot in enumerate(pots_of(hand)):
        winners = tuple(dice.sample(hand.deal.seats, dice.choice((1, 2))))
        half = pot.chips // 2 // hand.deal.terms.chip * hand.deal.terms.chip
        awards.append(Shares(number, winners, (pot.chips,) if len(winners) == 1 else (half, pot.chips - half)))
    return AwardPots(tuple(awards))


def unseen(hand: Hand) -> list[Card]:
    """The cards that nobody has seen in this deal and that are not out of play."""
    seen = {*hand.board, *(card for cards in hand.tabled for card in cards), *(event.card for event in hand.out)}
    return [card for card in DECK if card not in seen]
