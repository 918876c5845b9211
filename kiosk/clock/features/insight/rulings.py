"""The rulings that a console offers the floor at a table: on what a player said or put in, and on pots that the floor
may award. Decides nothing: the table asks its own engine when the answer arrives."""

import msgspec

from engine.actions import TableAction
from engine.books.rulebook import RuleBook
from engine.game.awarding import last_awarded
from engine.hand.betting import actor
from engine.hand.showdown import even_shares, pots_of
from engine.hand.state import Hand, index_of
from engine.refused import Refused
from engine.rulings.apply_ruling import come_to
from engine.rulings.motion import BindingAct, Ruling, act_told, aloud
from engine.rulings.rule import rule, usual
from engine.table.actions.hands import ApplyRuling
from engine.table.state import book_of, is_playing
from engine.terms import AwardLast, AwardPots, Motion
from engine.tournament.levels.structure import chips_in_play
from kiosk.clock.tournaments.room import Place
from kiosk.clock.tournaments.shown.rules_said import rules_said
from kiosk.protocol.tournaments import RuleSaid
from ui.words import Words


class NamedSeat(msgspec.Struct, frozen=True):
    """A seat that was dealt into the hand."""

    seat: int
    name: str


class PotToAward(msgspec.Struct, frozen=True):
    """A pot. The main pot is number 0."""

    pot: int
    chips: int


class FloorOrders(msgspec.Struct, frozen=True):
    """The orders that the floor can give at record `mark` of the table's journal. `pots` are those of the hand in play
    once nobody has to act, or those of the last hand if `last` is true. `seats` are the seats that may receive them.
    `in_hands` is whether penalties are counted only in hands. `penalties` and `decisions` are the clauses for penalties
    and for the floor's decisions."""

    mark: int
    last: bool
    pots: tuple[PotToAward, ...]
    seats: tuple[NamedSeat, ...]
    in_hands: bool
    penalties: str
    decisions: str


class AwardWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The winners of each pot, main pot first, at record `mark` of the sitting's journal."""

    winners: tuple[tuple[int, ...], ...]
    mark: int


class AwardOrder(msgspec.Struct, frozen=True):
    """The order that awards the pots this way. Each pot is split evenly, with odd chips awarded according to the
    book."""

    order: AwardPots | AwardLast


def floor_orders(place: Place) -> FloorOrders:
    """The orders at a table. Raises `Refused` until the table's record says which book it uses."""
    game, names = place.desk.audited.tables[place.key].game, place.desk.accounts.names(place.key)
    book = book_of(game.table)
    hand, last = _awardable(place)
    pots = pots_of(hand) if hand else ()
    awarded = last_awarded(game.state) if last else None
    seats = []
    for seat in hand.deal.seats if hand else ():
        there = game.table.seats[seat - 1]
        player = awarded.players.get(seat, "") if awarded else there.player if there else ""
        name = awarded.names.get(seat, "") if awarded else there.name if there else ""
        seats.append(NamedSeat(seat, names.get(player) or name))
    return FloorOrders(
        mark=game.mark,
        last=last,
        pots=tuple(PotToAward(number, pot.chips) for number, pot in enumerate(pots)),
        seats=tuple(seats),
        in_hands=book.penalties.value == "hands",
        penalties=book.penalties.clause,
        decisions=book.decisions.clause,
    )


def award(place: Place, wanted: AwardWanted) -> AwardOrder:
    """The order to award the pots to these winners. Raises `Refused` if the table has moved on, or if a pot's winners
    are invalid."""
    game = place.desk.audited.tables[place.key].game
    if game.mark != wanted.mark:
        raise Refused("answer-stale")
    book, (hand, last) = book_of(game.table), _awardable(place)
    pots = pots_of(hand) if hand else ()
    if hand is None or not pots or len(wanted.winners) != len(pots) or not all(wanted.winners):
        raise Refused("award-each-pot", book.decisions.clause, pots=len(pots))
    if stranger := next((seat for given in wanted.winners for seat in given if index_of(hand, seat) < 0), 0):
        raise Refused("seat-not-in-hand", seat=stranger)
    shares = tuple(even_shares(hand, book, number, given) for number, given in enumerate(wanted.winners))
    return AwardOrder(AwardLast(shares) if last else AwardPots(shares))


def _awardable(place: Place) -> tuple[Hand | None, bool]:
    """The hand whose pots may be awarded, and whether it is the last hand rather than the one in play."""
    game = place.desk.audited.tables[place.key].game
    hand = game.table.hand
    if hand is not None and is_playing(game.table) and actor(hand) < 0:
        return hand, False
    awarded = last_awarded(game.state)
    return (awarded.hand, True) if awarded else (None, False)


class RulingAnswer(msgspec.Struct, frozen=True):
    """An answer that the floor may give, in words and as the action to send."""

    says: str
    action: TableAction


class RulingView(msgspec.Struct, frozen=True):
    """A ruling: what is binding, the seat's total for the street, the chips that go back, the sentence to read out, and
    its clause. It is `held` until it is the seat's turn. The `floor` decides if the book leaves it open. `kind` is what
    happened, or empty if the `motion` was typed in."""

    kind: str
    motion: Motion
    act: BindingAct
    to: int
    returned: int
    says: str
    clause: str
    held: bool
    floor: bool
    answers: tuple[RulingAnswer, ...]
    rules: tuple[RuleSaid, ...] = ()
    """The book's choices for that clause."""


def ruling_on(place: Place, motion: Motion, mark: int, words: Words) -> RulingView:
    """The ruling on a motion at the table at record `mark`. Raises `Refused` if the hand has moved on since, no hand is
    in play, or the motion is impossible."""
    game = place.desk.audited.tables[place.key].game
    if game.mark != mark:
        raise Refused("answer-stale")
    if game.table.hand is None or not is_playing(game.table):
        raise Refused("no-hand-in-play")
    book = book_of(game.table)
    _, hand = come_to(game.table.hand, motion)
    return _view("", motion, rule(hand, motion, book), book, words)


def usual_rulings(place: Place, seat: int, words: Words) -> list[RulingView]:
    """The rulings on the most common motions at a seat; none if no hand is in play or the seat cannot act."""
    table, state = place.desk.audited.tables[place.key].game.table, place.desk.state
    if table.hand is None or not is_playing(table):
        return []
    chips = [chip for chip in chips_in_play(place.desk.structure, state.clock.index) if chip >= table.chip]
    book = book_of(table)
    return [_view(one.kind, one.motion, one.ruling, book, words) for one in usual(table.hand, seat, chips, book)]


def _view(kind: str, motion: Motion, ruling: Ruling, book: RuleBook, words: Words) -> RulingView:
    return RulingView(
        kind=kind,
        motion=motion,
        act=ruling.act,
        to=ruling.to,
        returned=ruling.returned,
        says=words.sentence(aloud(ruling)),
        clause=ruling.clause,
        held=ruling.held is not None,
        floor=ruling.floor,
        answers=tuple(_answers(motion, ruling, words)),
        rules=rules_said(book, (ruling.clause,), words),
    )


def _answers(motion: Motion, ruling: Ruling, words: Words) -> list[RulingAnswer]:
    if ruling.held or (ruling.actions and not ruling.choices):
        return [RulingAnswer(words.say(act_told(ruling.act, ruling.to)), ApplyRuling(motion))]
    choices = enumerate(ruling.choices)
    return [RulingAnswer(words.say(one.says), ApplyRuling(motion, at)) for at, one in choices if one.actions]
