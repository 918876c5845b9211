"""The act that words bind to, with or without chips. In turn, words beat the chips that come with them."""

from msgspec.structs import replace

from engine.actions import Call, Fold
from engine.message import Message, message
from engine.refused import Refused
from engine.rulings.acts import check_or_call, fold, wager
from engine.rulings.amounts import meant
from engine.rulings.announcement import Announcement
from engine.rulings.chips import by_half, laid_out, pulled_back, under_call
from engine.rulings.motion import Motion, Option, Ruling
from engine.rulings.spot import Spot


def spoken(spot: Spot, motion: Motion, announced: Announcement) -> Ruling:
    """The announced act."""
    out = laid_out(spot, motion)
    match announced.verb:
        case "fold":
            return pulled_back(spot, out) if motion.pulled else _folded(spot, out)
        case "check":
            return _checked(spot, out)
        case "call":
            return _called(spot, motion, out)
        case "all-in" | "complete":
            return (_all_in if announced.verb == "all-in" else _completed)(spot, out)
    if announced.amount is not None:
        return _amount(spot, out, announced, announced.amount)
    return _wager_without_amount(spot, motion, announced, out)


def _folded(spot: Spot, out: int) -> Ruling:
    book = spot.book
    if spot.owed:
        return fold(spot, out, book.verbal.clause, message("fold-binds"))
    if book.fold_unbet.value == "binding":
        return fold(spot, out, book.fold_unbet.clause, message("unbet-fold-binds"))
    return fold(spot, out, book.fold_unbet.clause, message("unbet-fold-to-floor"), floor=message("folded-unbet").code)


def _checked(spot: Spot, out: int) -> Ruling:
    if not spot.owed:
        return check_or_call(spot, out, spot.book.verbal.clause, message("check-binds"))
    ruling = check_or_call(spot, out, spot.book.wrong_word.clause, message("check-facing-bet"))
    return replace(
        ruling,
        options=(
            Option(message("option-call"), (Call(spot.seat),)),
            Option(message("option-fold"), (Fold(spot.seat),)),
        ),
    )


def _called(spot: Spot, motion: Motion, out: int) -> Ruling:
    if not spot.owed:
        return check_or_call(spot, out, spot.book.wrong_word.clause, message("call-facing-no-bet"))
    if motion.chips and out < min(spot.price, spot.all_in):
        return check_or_call(spot, out, spot.book.under_call.clause, message("call-binds-in-full"))
    return check_or_call(spot, out, spot.book.verbal.clause, message("call-binds"))


def _all_in(spot: Spot, out: int) -> Ruling:
    ruling = wager(spot, spot.all_in, out, spot.book.verbal.clause, message("all-in-binds"))
    return replace(ruling, act="all-in") if ruling.to == spot.all_in else ruling


def _completed(spot: Spot, out: int) -> Ruling:
    """The word of limit for making a short bet whole. Raises `Refused` elsewhere: there it may mean a call."""
    if spot.book.betting.value != "fixed-limit":
        raise Refused("complete-outside-limit", spot.book.verbal.clause)
    return wager(spot, spot.full, out, spot.book.verbal.clause, message("completes-the-bet"))


def _amount(spot: Spot, out: int, announced: Announcement, amount: int) -> Ruling:
    """An announced amount is the total. Without "bet" or "raise" it counts like silent chips of that amount."""
    total, settled = (spot.price + amount, True) if announced.more else meant(spot, amount, announced.verb, out)
    if announced.verb:
        ruling = wager(spot, total, out, _size_clause(spot, total), message("amount-is-total", said=total))
    elif spot.bet < total < min(spot.price, spot.all_in):
        ruling = under_call(spot, total - spot.bet, out)
    elif total <= spot.price:
        ruling = check_or_call(spot, out, spot.book.said_amount.clause, message("amount-is-no-raise", said=total))
    else:
        ruling = by_half(spot, total, out, spot.book.said_amount.clause)
    if announced.more or total == amount or not ruling.act:
        return ruling
    why = message("amount-highest-not-above-pot", said=amount, meant=total)
    if settled and total > spot.pot:
        why = message("amount-as-laid-out", said=amount, meant=total)
    if not settled:
        why = message("amounts-all-above-pot", said=amount, meant=total)
    return replace(ruling, clause=spot.book.ambiguous.clause, why=why, floor=not settled)


def _size_clause(spot: Spot, total: int) -> str:
    """The clause for an announced total: that of the minimum where the total is less."""
    return spot.book.said_amount.clause if total >= spot.full else _least_clause(spot)


def _least_clause(spot: Spot) -> str:
    return spot.book.min_bet.clause if spot.opens else spot.book.min_raise.clause


def _wager_without_amount(spot: Spot, motion: Motion, announced: Announcement, out: int) -> Ruling:
    """Bet or raise without an amount: the total of the chips, and at least the minimum."""
    book = spot.book
    if announced.least:
        return wager(spot, spot.full, out, _least_clause(spot), _unsized(announced))
    if announced.pot and book.betting.value == "pot-limit":
        return wager(spot, spot.most, out, book.betting.clause, message("pot-is-most"))
    if len(motion.chips) > 1:
        return wager(spot, out, out, book.verbal.clause, _declared(announced, out))
    if motion.chips and book.raise_word.value == "amount":
        return wager(spot, out, out, book.raise_word.clause_of(book.betting.value), _one_chip(announced))
    why = _unsized(announced)
    if motion.chips:
        return wager(spot, spot.full, out, book.raise_word.clause, why)
    return wager(spot, spot.full, out, _word_clause(spot, announced), why)


def _word_clause(spot: Spot, announced: Announcement) -> str:
    """The clause for bet or raise without an amount."""
    book = spot.book
    if announced.pot:
        return book.wrong_word.clause_of("pot")
    if announced.verb == ("raise" if spot.opens else "bet"):
        return book.wrong_word.clause
    return book.raise_word.clause if book.raise_word.value == "minimum" else _least_clause(spot)


def _declared(announced: Announcement, chips: int) -> Message:
    match announced.verb:
        case "bet":
            return message("bet-declared", chips=chips)
        case "raise":
            return message("raise-declared", chips=chips)
    return message("pot-declared", chips=chips)


def _one_chip(announced: Announcement) -> Message:
    match announced.verb:
        case "bet":
            return message("bet-and-one-chip")
        case "raise":
            return message("raise-and-one-chip")
    return message("pot-and-one-chip")


def _unsized(announced: Announcement) -> Message:
    match announced.verb:
        case "bet":
            return message("bet-without-amount")
        case "raise":
            return message("raise-without-amount")
    if announced.least:
        return message("minimum-said")
    return message("pot-without-amount")
