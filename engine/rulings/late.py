"""A bet or raise that is found to be too small, or above the limit, after others have acted on it. It is corrected for
all players, or it is left as made."""

from engine.books.rulebook import RuleBook
from engine.hand.actions.corrections import CorrectBets, is_correctable
from engine.hand.state import Hand, index_of, is_street_open
from engine.message import Message, message
from engine.refused import Refused
from engine.rulings.motion import BindingAct, Ruling
from engine.rulings.spot import Spot, spot_of


def found_late(then: Hand, made: int, now: Hand, seat: int, book: RuleBook) -> Ruling:
    """The ruling on the seat's bet or raise to `made`. `then` is the hand at the seat's turn, and `now` is the hand
    when the bet is found to be too small or above the limit of the betting form.

    Raises `Refused` if the bet was neither.
    """
    index = index_of(then, seat)
    spot = spot_of(then, index, book)
    least = min(spot.full, spot.all_in)
    if not spot.closed and made > spot.most:
        return _too_large(spot, then, made, now, book)
    if spot.closed or not spot.price < made < least:
        raise Refused("no-wrong-bet", book.late_error.clause, seat=seat)
    act, clause = _act(spot), book.late_error.clause
    adds = _adds(then, made, least - made, now) if _same_street(then, now) else {}
    if not adds:
        return Ruling(act, made, 0, clause, message("small-bet-stands", made=made))
    why = message("small-bet-corrected", made=made, least=least)
    return Ruling(act, least, 0, clause, why, floor=True, actions=(_correction(now, adds, message("bet-too-small")),))


def _too_large(spot: Spot, then: Hand, made: int, now: Hand, book: RuleBook) -> Ruling:
    """The ruling on a bet that was too large. It is reduced for everyone who put in more (TDA 2024 rule 52-B), unless
    it was raised or the next street has been dealt."""
    act, most, clause = _act(spot), spot.most, book.late_error.clause_of("above")
    street = _street(then, now)
    if not _same_street(then, now) or max(street) > made:
        return Ruling(act, made, 0, clause, message("large-bet-stands", made=made, most=most))
    backs = {index: most - total for index, total in enumerate(street) if total > most and now.live[index]}
    why = message("large-bet-corrected", made=made, most=most)
    return Ruling(act, most, made - most, clause, why, floor=True,
                  actions=(_correction(now, backs, message("bet-above-the-limit")),))  # fmt: skip


def _act(spot: Spot) -> BindingAct:
    return "bet" if spot.opens else "raise"


def _correction(now: Hand, chips: dict[int, int], reason: Message) -> CorrectBets:
    return CorrectBets(tuple(now.deal.seats[index] for index in chips), tuple(chips.values()), reason.code)


def _same_street(then: Hand, now: Hand) -> bool:
    """Whether both hands are on the same street, so that the cards of the next one have not been dealt."""
    return is_correctable(now) and now.board == then.board


def _street(then: Hand, now: Hand) -> list[int]:
    """The chips that each player has put in on the street, by player index."""
    return [now.paid[index] - then.paid[index] + then.bets[index] for index in range(len(now.paid))]


def _adds(then: Hand, made: int, missing: int, now: Hand) -> dict[int, int]:
    """The chips that each player who bet or called `made` must add, as far as their stack allows. Empty if the bet has
    been raised since."""
    street = _street(then, now)
    if max(street) > made:
        return {}
    matched = [index for index, total in enumerate(street) if total == made and now.live[index] and now.stacks[index]]
    adds = {index: min(missing, now.stacks[index]) for index in matched}
    if is_street_open(now):
        return adds
    # The street is closed and nobody else will act on it, so nobody adds more than another player can match.
    matching = sorted(adds.values())[-2:-1]
    return {index: min(chips, matching[0]) for index, chips in adds.items()} if matching else {}
