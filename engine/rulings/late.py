"""A bet or raise found too small after others acted on it: corrected for everybody, or left to stand."""

from engine.actions import CorrectBets
from engine.books.rulebook import RuleBook
from engine.hand.corrections import is_correctable
from engine.hand.state import Hand, index_of, is_street_open
from engine.message import message
from engine.refused import Refused
from engine.rulings.motion import BindingAct, Ruling
from engine.rulings.spot import spot_of


def found_late(then: Hand, made: int, now: Hand, seat: int, book: RuleBook) -> Ruling:
    """The ruling on the seat's bet or raise to `made`: `then` is its turn, `now` is when it is found too small.

    Raises `Refused` if it was not too small.
    """
    index = index_of(then, seat)
    spot = spot_of(then, index, book)
    least = min(spot.full, spot.all_in)
    if spot.closed or not spot.price < made < least:
        raise Refused("no-small-bet", book.late_error.clause, seat=seat)
    act: BindingAct = "bet" if spot.opens else "raise"
    clause = book.late_error.clause
    adds = _adds(then, made, least - made, now) if _same_street(then, now) else {}
    if not adds:
        return Ruling(act, made, 0, clause, message("small-bet-stands", made=made))
    why = message("small-bet-corrected", made=made, least=least)
    seats = tuple(now.deal.seats[index] for index in adds)
    action = CorrectBets(seats, tuple(adds.values()), message("bet-too-small").code)
    return Ruling(act, least, 0, clause, why, floor=True, actions=(action,))


def _same_street(then: Hand, now: Hand) -> bool:
    """Whether the cards of the next street have not been dealt."""
    return is_correctable(now) and now.board == then.board


def _adds(then: Hand, made: int, missing: int, now: Hand) -> dict[int, int]:
    """What each player who bet or called `made` adds, as far as its chips go; empty if it was raised since."""
    street = [now.paid[index] - then.paid[index] + then.bets[index] for index in range(len(now.paid))]
    if max(street) > made:
        return {}
    matched = [index for index, total in enumerate(street) if total == made and now.live[index] and now.stacks[index]]
    adds = {index: min(missing, now.stacks[index]) for index in matched}
    if is_street_open(now):
        return adds
    # The street is closed: nobody will answer, so nobody adds more than somebody else matches.
    matching = sorted(adds.values())[-2:-1]
    return {index: min(chips, matching[0]) for index, chips in adds.items()} if matching else {}
