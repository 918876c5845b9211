"""The action to which words commit a player, with or without chips. When a player acts in turn, words take precedence
over the chips that come with them."""

from msgspec.structs import replace

from engine.hand.actions import Call, Fold
from engine.message import Message, message
from engine.refused import Refused
from engine.rulings.chips import by_half, check_or_call, fold, laid_out, pulled_back, under_call, wager
from engine.rulings.motion import Motion, Option, Ruling, act_told
from engine.rulings.speech.announcement import Announcement
from engine.rulings.spot import Spot

SHORT = 100
"""An announced number below this may stand for hundreds, thousands or millions."""
KINDS = (100, 1_000, 1_000_000)


def spoken(spot: Spot, motion: Motion, announced: Announcement) -> Ruling:
    out = laid_out(spot, motion)
    match announced.verb:
        case "fold":
            return pulled_back(spot, out) if motion.pulled else _folded(spot, out)
        case "check":
            return _checked(spot, out)
        case "call":
            return _called(spot, motion, out)
        case "all-in" | "complete":
            return _all_in(spot, out, announced.amount) if announced.verb == "all-in" else _completed(spot, out)
    if announced.amount is not None:
        return _amount(spot, out, announced, announced.amount)
    return _wager_without_amount(spot, motion, announced, out)


def _folded(spot: Spot, out: int) -> Ruling:
    book = spot.book
    if spot.owed:
        return fold(spot, out, book.verbal.clause, message("fold-binds"))
    if book.fold_unbet.value == "binding":
        return fold(spot, out, book.fold_unbet.clause, message("unbet-fold-binds"))
    return fold(spot, out, book.fold_unbet.clause, message("unbet-fold-to-floor"), floor="reason-folded-unbet")


def _checked(spot: Spot, out: int) -> Ruling:
    if not spot.owed:
        return check_or_call(spot, out, spot.book.verbal.clause, message("check-binds"))
    ruling = check_or_call(spot, out, spot.book.wrong_word.clause, message("check-facing-bet"))
    call, fold = Option(message("option-call"), (Call(spot.seat),)), Option(message("option-fold"), (Fold(spot.seat),))
    return replace(ruling, options=(call, fold))


def _called(spot: Spot, motion: Motion, out: int) -> Ruling:
    if not spot.owed:
        return check_or_call(spot, out, spot.book.wrong_word.clause, message("call-facing-no-bet"))
    if motion.chips and out < min(spot.price, spot.all_in):
        return check_or_call(spot, out, spot.book.under_call.clause, message("call-binds-in-full"))
    return check_or_call(spot, out, spot.book.verbal.clause, message("call-binds"))


def _all_in(spot: Spot, out: int, amount: int | None) -> Ruling:
    """An announced all-in commits every chip. If an `amount` other than the whole stack was announced with it, the
    floor decides."""
    ruling = wager(spot, spot.all_in, out, spot.book.verbal.clause, message("all-in-binds"))
    all_in = replace(ruling, act="all-in") if ruling.to == spot.all_in else ruling
    if amount is None or spot.closed or amount in (spot.all_in, spot.all_in - spot.bet, all_in.to):
        return all_in
    sized = _amount(spot, out, Announcement("bet" if spot.opens else "raise", amount), amount)
    ways = [Option(act_told(one.act, one.to), one.actions) for one in (all_in, sized) if one.act and one.to]
    why = message("all-in-and-amount", said=amount, all_in=all_in.to)
    return Ruling("", spot.bet, 0, spot.book.verbal.clause, why, floor=True, options=(*ways, *sized.options))


def _completed(spot: Spot, out: int) -> Ruling:
    """The ruling on the word "complete" in limit games, which brings a short bet up to a full one. Raises `Refused` in
    other betting forms, because there it may mean a call."""
    if spot.book.betting.value != "fixed-limit":
        raise Refused("complete-outside-limit", spot.book.verbal.clause)
    return wager(spot, spot.full, out, spot.book.verbal.clause, message("completes-the-bet"))


def _amount(spot: Spot, out: int, announced: Announcement, amount: int) -> Ruling:
    """An announced amount is the total. Without "bet" or "raise", it counts like chips put in silently."""
    least = min(spot.full, spot.most) if announced.verb or not spot.owed else spot.price
    if announced.pair and not announced.more and amount < least:
        return _pair_unclear(spot, out, announced, amount)
    total, settled = (spot.price + amount, True) if announced.more else _meant(spot, amount, announced.verb, out)
    if announced.verb:
        clause = spot.book.said_amount.clause if total >= spot.full else _least_clause(spot)
        ruling = wager(spot, total, out, clause, message("amount-is-total", said=total))
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


def _pair_unclear(spot: Spot, out: int, announced: Announcement, amount: int) -> Ruling:
    """The ruling on "twelve fifty" if 1,250 is too little. The floor decides; 12,500 is an option if the seat has
    enough chips."""
    why = message("pair-below-least", said=amount)
    literal = _amount(spot, out, replace(announced, pair=False), amount)
    tenfold = _amount(spot, out, replace(announced, pair=False, amount=10 * amount), 10 * amount)
    both = [literal, tenfold] if literal.to != tenfold.to else [literal]
    ways = [Option(act_told(one.act, one.to), one.actions) for one in both if one.act and one.actions]
    return Ruling("", spot.bet, 0, spot.book.ambiguous.clause, why, floor=True, options=tuple(ways))


def _least_clause(spot: Spot) -> str:
    return spot.book.min_bet.clause if spot.opens else spot.book.min_raise.clause


def _wager_without_amount(spot: Spot, motion: Motion, announced: Announcement, out: int) -> Ruling:
    """The ruling on "bet" or "raise" without an amount: the total of the chips put in, but at least the minimum."""
    book = spot.book
    if announced.least:
        return wager(spot, spot.full, out, _least_clause(spot), _unsized(announced))
    if announced.pot and book.betting.value == "pot-limit":
        return wager(spot, spot.most, out, book.betting.clause, message("pot-is-most"))
    if len(motion.chips) > 1:
        return wager(spot, out, out, book.verbal.clause, _declared(announced.verb, out))
    if motion.chips and book.raise_word.value == "amount":
        why = _ONE_CHIP.get(announced.verb, message("pot-and-one-chip"))
        return wager(spot, out, out, book.raise_word.clause_of(book.betting.value), why)
    clause = book.raise_word.clause if motion.chips else _word_clause(spot, announced)
    return wager(spot, spot.full, out, clause, _unsized(announced))


def _word_clause(spot: Spot, announced: Announcement) -> str:
    book = spot.book
    if announced.pot:
        return book.wrong_word.clause_of("pot")
    if announced.verb == ("raise" if spot.opens else "bet"):
        return book.wrong_word.clause
    return book.raise_word.clause if book.raise_word.value == "minimum" else _least_clause(spot)


def _declared(verb: str, chips: int) -> Message:
    declared = {"bet": message("bet-declared", chips=chips), "raise": message("raise-declared", chips=chips)}
    return declared.get(verb, message("pot-declared", chips=chips))


_ONE_CHIP = {"bet": message("bet-and-one-chip"), "raise": message("raise-and-one-chip")}
_UNSIZED = {"bet": message("bet-without-amount"), "raise": message("raise-without-amount")}


def _unsized(announced: Announcement) -> Message:
    size = message("minimum-said") if announced.least else message("pot-without-amount")
    return _UNSIZED.get(announced.verb, size)


def _meanings(spot: Spot, amount: int, verb: str) -> tuple[int, ...]:
    """The totals that a short amount can stand for, including the call if no bet or raise was announced. Empty if the
    amount is taken literally."""
    least = min(spot.full, spot.most) if verb or not spot.owed else spot.price
    if not 0 < amount < min(SHORT, least):
        return ()
    return tuple(amount * kind for kind in KINDS if least <= amount * kind <= max(spot.most, least))


def _meant(spot: Spot, amount: int, verb: str, out: int) -> tuple[int, bool]:
    """The amount that is meant, and whether the book settles it: the highest total not above the pot, or else the chips
    laid out with it (`out`), or else the smallest total. If no larger meaning is within the pot, an amount that chips
    can make is taken literally, as a bet or raise that is too small. A player facing a bet would not name less than the
    call."""
    could_be = _meanings(spot, amount, verb)
    within = [total for total in could_be if total <= spot.pot]
    if within:
        return max(within), True
    is_literal = amount % spot.unit == 0 and (verb or not spot.owed)
    if not could_be or is_literal:
        return amount, True
    return (out, True) if out in could_be else (min(could_be), False)
