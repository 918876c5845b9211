"""The orders that the floor may give at a table from the console: the pots that it may award, and the clauses that
apply. The page sends the order as an answer; the table asks its own engine."""

import msgspec

from engine.game.awarding import last_awarded
from engine.hand.betting import actor
from engine.hand.showdown import even_shares, pots_of
from engine.hand.state import Hand, index_of
from engine.refused import Refused
from engine.table.state import book_of, is_playing
from engine.terms import AwardLast, AwardPots
from kiosk.clock.tournaments.room import Place


class NamedSeat(msgspec.Struct, frozen=True):
    """A seat that was dealt into the hand."""

    seat: int
    name: str


class PotToAward(msgspec.Struct, frozen=True):
    """A pot. The main pot is number 0."""

    pot: int
    chips: int


class FloorOrders(msgspec.Struct, frozen=True):
    """The orders as of record `mark` of the table's journal. They include the `pots` of the hand in play once no one
    has to act anymore, or those of the `last` hand, and the seats that may receive them. They also include whether
    penalties are counted `in_hands` only, and the clauses for penalties and for the floor's decisions."""

    mark: int
    last: bool
    pots: tuple[PotToAward, ...]
    seats: tuple[NamedSeat, ...]
    in_hands: bool
    penalties: str
    decisions: str


class AwardWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The winners of each pot, main pot first, as of record `mark` of the sitting's journal."""

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
    """The order for these winners. Raises `Refused` if the table has moved on since, or if a pot has no winner or a
    winner who was not in the hand.
    """
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
