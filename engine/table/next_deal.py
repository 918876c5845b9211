"""The next hand: whether it can be dealt, its positions, the players dealt in, and the chips that each owes."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.button import Positions, clockwise, dealt_in, first_positions, next_positions
from engine.hand.events import HandKilled
from engine.hand.state import HandStarted
from engine.refused import Refused
from engine.table.seats import Seats, sitting
from engine.table.state import Redeal, Table, book_of, chips_at, is_playing, orbits_once_at, players
from engine.terms import REPORTED, Blinds


def absent(seats: Seats, dealt: Sequence[int], big: int) -> dict[int, HandKilled]:
    """The hands to kill right after the deal, by seat (TDA 2024 rules 30 and 67 to 71). If everyone is absent, one hand
    is left alive to win the posted chips: the big blind's or, without a big blind, the last one dealt."""
    dead: dict[int, HandKilled] = {}
    for number in dealt:
        seat = sitting(seats, number)
        if seat.misses:
            dead[number] = HandKilled(number, follows=True, cause="penalty", misses=seat.misses)
        elif seat.away:
            dead[number] = HandKilled(number, follows=True, cause="away")
    if len(dead) == len(dealt):
        del dead[big if big in dead else dealt[-1]]
    return dead


def start_problem(table: Table) -> Refused | None:
    """The reason why the next hand cannot be dealt here; None if it can."""
    if problem := deal_problem(table):
        return problem
    if table.mode in REPORTED:
        return Refused("hands-only-told")
    return None


def deal_problem(table: Table) -> Refused | None:
    """The reason why the next hand can be neither dealt nor reported; None if it can."""
    return next(_problems(table), None) or _stopped(table)


def _stopped(table: Table) -> Refused | None:
    stop = table.stop
    if stop is None or table.redeal:
        return None
    hands, orbits = play_so_far(table)
    match stop.why:
        case "last-round":
            is_reached = orbits >= stop.at
        case "players-left":
            is_reached = len(players(table)) <= stop.at
        case _:
            is_reached = hands >= stop.at
    return stop.refusal if is_reached else None


def _problems(table: Table) -> Iterator[Refused]:
    if table.book is None:
        yield Refused("table-not-open")
    if is_playing(table):
        yield Refused("hand-in-play")
    if table.race is not None:
        yield Refused("race-open")
    if len(staying(table)) < 2:
        yield Refused("too-few-players")
    if table.blinds is None:
        yield Refused("no-level")
    if not table.button and not table.at.big:
        yield Refused("no-button")


def staying(table: Table) -> tuple[int, ...]:
    """The seats with chips whose players stay for the next hand. If a deal did not count, all of its players stay."""
    if table.redeal:
        return players(table)
    return tuple(number for number in players(table) if sitting(table.seats, number).leaves_for is None)


def straddle_problem(table: Table) -> Refused | None:
    """Why nobody can straddle the next hand; None if someone can. Call this only if a hand can start."""
    if table.redeal or book_of(table).straddle.value == "none" or len(players(table)) < 3:
        return _no_straddle(table, len(players(table)))
    return straddle_deal_problem(table, next_deal(table))


def straddle_deal_problem(table: Table, deal: HandStarted) -> Refused | None:
    """Why the player to the left of the big blind cannot straddle in this deal; None if they can."""
    if problem := _no_straddle(table, len(deal.seats)):
        return problem
    seat = straddler(deal)
    if deal.stacks[deal.seats.index(seat)] < 2 * deal.terms.big + deal.terms.ante:
        return Refused("straddle-too-short", book_of(table).straddle.clause, seat=seat)
    return None


def _no_straddle(table: Table, count: int) -> Refused | None:
    straddle = book_of(table).straddle
    if straddle.value == "none":
        return Refused("no-straddle", straddle.clause)
    if table.redeal:
        return Refused("straddle-redeal", book_of(table).redeal.clause)
    return Refused("straddle-heads-up", straddle.clause) if count < 3 else None


def straddler(deal: HandStarted) -> int:
    """The seat to the left of the big blind."""
    return clockwise(deal.seats, deal.big)[0]


def is_straddled(deal: HandStarted) -> bool:
    """Whether a player posted more than the big blind."""
    return max(deal.blinds) > deal.terms.big


def straddled(deal: HandStarted) -> HandStarted:
    owed = zip(deal.seats, deal.blinds, strict=True)
    return replace(deal, blinds=tuple(2 * deal.terms.big if seat == straddler(deal) else chips for seat, chips in owed))


def play_so_far(table: Table) -> tuple[int, int]:
    """The number of hands and button orbits completed when the next hand is dealt. They determine the level if levels
    are not timed."""
    if next(_problems(table), None) or table.redeal:
        return table.hands, table.orbits
    return table.hands, orbits_once_at(table, _next_at(table, players(table)).button)


def _next_at(table: Table, seats: tuple[int, ...]) -> Positions:
    if not table.at.big:
        return first_positions(seats, table.button)
    return next_positions(book_of(table).button.value, seats, table.at)


def next_at(table: Table) -> Positions:
    """The positions in the next hand; all 0 while they are unknown."""
    if table.redeal and table.redeal.exact:
        deal = table.redeal.deal
        return Positions(deal.button, deal.small, deal.big)
    if table.redeal:
        table = replace(table, at=table.before)
    seats = staying(table)
    if table.book is None or len(seats) < 2 or not (table.button or table.at.big):
        return Positions()
    return _next_at(table, seats)


def next_deal(table: Table, straddle: bool = False) -> HandStarted:
    """The next deal. A deal that did not count is dealt again. Raises `Refused` if there is no level."""
    if table.redeal:
        return _dealt_again(table, table.redeal)
    if table.blinds is None:
        raise Refused("no-level")
    deal = _deal(table, players(table), table.hands + 1, table.blinds)
    return straddled(deal) if straddle else deal


def _dealt_again(table: Table, redeal: Redeal) -> HandStarted:
    deal = redeal.deal
    if redeal.exact:
        return replace(deal, stacks=tuple(chips_at(table, seat) for seat in deal.seats))
    seats = redeal.seats if len(redeal.seats) > 1 else players(table)
    return _deal(replace(table, at=table.before), seats, deal.hand, deal.terms)


def _deal(table: Table, seats: tuple[int, ...], number: int, terms: Blinds) -> HandStarted:
    book = book_of(table)
    at = _next_at(table, seats)
    order = dealt_in(seats, at)
    big_opens = book.preflop_opener.value == "left-of-small-blind" and len(order) > 2
    owes = {at.small: terms.small, at.big: terms.big}
    payers = {"none": (), "each": order, "big-blind": (at.big,)}[terms.ante_form]
    return HandStarted(
        hand=number,
        button=at.button,
        seats=order,
        stacks=tuple(chips_at(table, seat) for seat in order),
        antes=tuple(terms.ante if seat in payers else 0 for seat in order),
        blinds=tuple(owes.get(seat, 0) for seat in order),
        antes_matched=terms.ante_form == "each",
        terms=terms,
        small=at.small,
        big=at.big,
        opener=at.big if big_opens else 0,
    )
