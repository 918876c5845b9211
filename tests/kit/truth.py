"""The true course of a hand, one explicit act after the other, and a freshly dealt table to play it on."""

from collections.abc import Iterator
from functools import reduce
from typing import NamedTuple

from msgspec.structs import replace

from engine.actions import BOARD, Action, Bet, Call, Check, Fold, Muck, Push, RaiseTo, SeeCard
from engine.books.rulebook import RuleBook, load_book
from engine.cards import Card, parse_cards
from engine.chips import USUAL
from engine.events import Blinds
from engine.game.game import Game, apply, decide, step
from engine.hand.betting import actor, betting, claims
from engine.hand.showdown import has_tabled, is_decided
from engine.hand.state import Hand
from engine.history.phh.form import Phh, phh_of
from engine.history.phh.play import deal_of
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from engine.table.state import book_of
from tests.kit.corpus import FIELDS, Record

TDA = load_book("tda")


class Deal(NamedTuple):
    """The seats and stacks, the position of the button, and the level."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    button: int
    level: Blinds


class Truth(NamedTuple):
    """A deal, and every act and card of the hand in order; the push is the last."""

    name: str
    deal: Deal
    acts: tuple[Action, ...]

    @property
    def decisions(self) -> int:
        """How often a player acted."""
        return sum(isinstance(act, Fold | Check | Call | Bet | RaiseTo) for act in self.acts)

    @property
    def cards(self) -> int:
        """How many cards were face up."""
        return sum(isinstance(act, SeeCard) for act in self.acts)


class NotTold(Exception):
    """The history leaves out something that would have been visible at a table."""


def do(game: Game, *actions: Action) -> Game:
    """The game after these actions. Raises `Refused`."""
    for action in actions:
        game = reduce(apply, step(game, action), game)
    return game


def table_of(deal: Deal, book: RuleBook = TDA) -> Game:
    """A table with these players, before the hand."""
    seated = sorted(zip(deal.seats, deal.stacks, strict=True))
    game = do(Game(), OpenTable(1, "Event", book, max(10, *deal.seats)))
    taken = [TakeSeat(seat, f"p{seat}", f"Player {seat}", chips) for seat, chips in seated]
    return do(game, *taken, PlaceButton(deal.button), SetLevel(deal.level))


def dealt(deal: Deal, like: Game | None = None) -> Game:
    """The hand dealt, with players betting as in the event that `like` is from."""
    game = table_of(deal)
    if like is not None:
        game = replace(game, state=replace(game.state, bet_sizes=like.state.bet_sizes))
    return do(game, StartHand())


def played(truth: Truth) -> Game:
    """The table after the hand. Raises `Refused` if it cannot have been played."""
    return do(dealt(truth.deal), *truth.acts)


# From the shared hand records


def chip_of(record: Record) -> int:
    """The smallest chip that a card room would use at this level."""
    owed = [chips for chips in (*record["blinds_or_straddles"], *record["antes"]) if chips]
    return max(chip for chip in USUAL if chip == 1 or all(chips % chip == 0 for chips in owed))


def of_record(record: Record, in_chips: bool) -> Truth:
    """The hand as recorded; with `in_chips`, every amount is the nearest that a card room's chips can make.

    Raises `NotTold` for anything that no table could see (winners that never show), and `Refused` for what the book
    forbids.
    """
    phh = phh_of({name: record[name] for name in FIELDS if name in record} | {"ante_trimming_status": True})
    assert isinstance(phh, Phh), phh
    deal = _deal(record, phh, chip_of(record) if in_chips else 1)
    game = dealt(deal)
    hand = _hand(game)
    if hand.deal.seats != tuple(deal.seats) or hand.deal.blinds != deal_of(phh, TDA).blinds:
        raise NotTold("the blinds are not those of a first hand")
    acts: list[Action] = []
    for action in _acts(record, deal):
        game, acts = _follow(game, acts, action)
    hand = _hand(game)
    for seat, cards in _hole_cards(record, deal):
        index = hand.deal.seats.index(seat)
        if index in claims(hand) and not has_tabled(hand, index) and not is_decided(hand):
            for card in cards:
                game, acts = _follow(game, acts, SeeCard(card, seat))
                hand = _hand(game)
    if not is_decided(hand):
        raise NotTold("the hand does not end")
    return Truth(record["id"], deal, (*acts, Push()))


def _hand(game: Game) -> Hand:
    assert game.table.hand is not None
    return game.table.hand


def _deal(record: Record, phh: Phh, chip: int) -> Deal:
    count = len(phh.starting_stacks)
    seats = tuple(record["seats"] or range(1, count + 1))
    if max(seats) > 10:
        raise NotTold("a seat that no table has")
    terms = deal_of(phh, TDA).terms
    stacks = tuple(max(chip, round(chips / chip) * chip) for chips in phh.starting_stacks)
    return Deal(seats, stacks, seats[-1], replace(terms, chip=chip))


def _acts(record: Record, deal: Deal) -> Iterator[Action]:
    """The record's acts, with their amounts as written."""
    known = dict(_hole_cards(record, deal))
    for text in record["actions"]:
        match text.split():
            case ["d", "dh", *_]:
                pass
            case ["d", "db", cards]:
                yield from (SeeCard(card, BOARD) for card in parse_cards(cards))
            case [who, "f"]:
                yield Fold(_seat(deal, who))
            case [who, "cc"]:
                yield Call(_seat(deal, who))
            case [who, "cbr", amount]:
                yield RaiseTo(_seat(deal, who), int(amount))
            case [who, "sm"]:
                yield Muck(_seat(deal, who))
            case [who, "sm", cards]:
                seat = _seat(deal, who)
                shown = known.get(seat, ()) if cards == "-" else tuple(parse_cards(cards.replace("??", "")))
                yield from (SeeCard(card, seat) for card in shown)
            case _:
                raise NotTold(text)


def _seat(deal: Deal, who: str) -> int:
    return deal.seats[int(who[1:]) - 1]


def _hole_cards(record: Record, deal: Deal) -> list[tuple[int, tuple[Card, ...]]]:
    known = record.get("hole_cards") or {}
    return [(_seat(deal, who), tuple(parse_cards(cards))) for who, cards in known.items() if "?" not in cards]


def _follow(game: Game, acts: list[Action], action: Action) -> tuple[Game, list[Action]]:
    """One act as it can be at this table: a call of nothing is a check, and an amount is one that the chips make."""
    hand = _hand(game)
    match action:
        case Call(seat) if hand.bets[hand.deal.seats.index(seat)] >= hand.price:
            action = Check(seat)
        case RaiseTo(seat, to):
            action = _amount(game, seat, to)
        case SeeCard(_, seat) if seat and len(claims(hand)) == 1:
            return game, acts
        case Muck() if len(claims(hand)) == 1 or not _may(game, action):
            return game, acts
    if isinstance(action, Check | Call) and actor(hand) < 0:
        return game, acts  # a rounded amount made a player all-in
    return do(game, action), [*acts, action]


def _may(game: Game, action: Action) -> bool:
    try:
        return bool(decide(game, action))
    except Refused:
        return False


def _amount(game: Game, seat: int, to: int) -> Action:
    hand = _hand(game)
    turn = betting(hand, book_of(game.table))
    index = hand.deal.seats.index(seat)
    if turn is None or turn.index != index:
        raise NotTold("the rounded hand went on otherwise")
    if not turn.most:
        return Call(seat)
    chip = hand.deal.terms.chip
    near = turn.most if to >= turn.most else max(turn.least, min(turn.most, round(to / chip) * chip))
    return Bet(seat, near) if turn.opens else RaiseTo(seat, near)
