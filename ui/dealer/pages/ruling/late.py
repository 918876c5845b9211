"""Errors that are found late: a bet too small, a seat passed over, bets corrected and chips forfeited. Pure."""

from itertools import pairwise

from msgspec.structs import replace

from engine.actions import CorrectBets, ForfeitChips, TableAction
from engine.game.game import Game, decide
from engine.hand.betting import actor
from engine.hand.state import Hand
from engine.refused import Refused
from engine.rulings.late import found_late
from engine.rulings.motion import Ruling
from engine.rulings.turn import skipped
from ui.dealer.model.taps import Ask
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages import pads
from ui.dealer.pages.page import Sight
from ui.dealer.pages.ruling.answer import act_words, lines, orders_of, row
from ui.dealer.pages.ruling.pads import back
from ui.dealer.pages.ruling.told import Go, Told, in_play, whose


def late_view(told: Told, sight: Sight, go: Go) -> PageView:
    """The bets and raises of the hand that were below their minimum, with what the book makes of each."""
    words = sight.words.ruling
    found = too_small(sight)
    picked = next(((seat, ruling) for seat, ruling in found if seat == told.seat), None)
    order = next(orders_of(picked[1].actions), None) if picked else None
    bets = tuple(
        ButtonView(
            f"ruling-late-{seat}",
            act_words(sight, ruling, seat),
            go(replace(told, seat=seat)),
            sight.words.who(seat, ""),
            "warn" if picked and seat == picked[0] else "plain",
        )
        for seat, ruling in found
    )
    return PageView(
        name="ruling-late",
        title=words.late_title,
        lines=lines(sight, *picked) if picked else (LineView("" if found else words.late_none, "plain", rows=3),),
        grids=(GridView("ruling-late", 3, bets), row("ruling-orders", (back(told, sight, go), _apply(sight, order)))),
        wide=True,
        beside=True,
    )


def skipped_view(told: Told, sight: Sight, go: Go) -> PageView:
    """The seats whose turn it was on this street; for the one that speaks up, whether it spoke in time."""
    words = sight.words.ruling
    hand, book = in_play(sight)
    turns = passed(sight.game, hand)
    answer = skipped(turns[told.seat], hand, told.seat, book) if told.seat in turns else None
    in_time = answer is not None and not answer.options
    kill = next((order for option in answer.options for order in orders_of(option.actions)), None) if answer else None
    says = lines(sight, told.seat, answer) if answer else (LineView("" if turns else words.skipped_none, "plain"),)
    return PageView(
        name="ruling-skipped",
        title=words.skipped_title,
        lines=(*says, LineView(words.undo_first if in_time else "", "plain", rows=2)),
        grids=(
            pads.seats("ruling", sight, lambda one: go(replace(told, seat=one)), turns, (told.seat,)),
            row("ruling-orders", (back(told, sight, go), _apply(sight, kill))),
        ),
        wide=True,
        beside=True,
    )


def add_view(told: Told, sight: Sight, go: Go) -> PageView:
    """Which seats add how much each to a bet that was too small."""
    words = sight.words.ruling
    live = {seat.seat for seat in sight.table.seats if seat.live and seat.chips}
    each = int(told.typed or 0)
    order = CorrectBets(told.seats, (each,) * len(told.seats), words.reason) if told.seats and each else None
    return PageView(
        name="ruling-add",
        title=words.add_title,
        lines=(_entered(sight, told, words.each), *_problem(sight, order)),
        grids=(
            pads.keys("ruling", told.typed, lambda longer: go(replace(told, typed=longer))),
            pads.seats("ruling", sight, lambda one: go(_adds(told, one)), live, told.seats),
            row("ruling-orders", (back(told, sight, go), _apply(sight, order))),
        ),
        wide=True,
        beside=True,
    )


def forfeit_view(told: Told, sight: Sight, go: Go) -> PageView:
    """How many chips of which seat stay in the pot without counting."""
    words, seat = sight.words.ruling, whose(told, sight)
    who = sight.words.who(seat, sight.table.seats[seat - 1].name)
    live = {each.seat for each in sight.table.seats if each.live and each.chips}
    order = ForfeitChips(seat, int(told.typed), words.left_behind) if told.typed else None
    return PageView(
        name="ruling-forfeit",
        title=words.forfeit_title.format(who=who),
        lines=(_entered(sight, told, words.in_pot), *_problem(sight, order)),
        grids=(
            pads.keys("ruling", told.typed, lambda longer: go(replace(told, typed=longer))),
            pads.seats("ruling", sight, lambda one: go(replace(told, seat=one)), live, (seat,)),
            row("ruling-orders", (back(told, sight, go), _apply(sight, order))),
        ),
        wide=True,
        beside=True,
    )


def too_small(sight: Sight) -> list[tuple[int, Ruling]]:
    """Each seat's last bet or raise below its minimum, with the ruling on it."""
    hand, book = in_play(sight)
    found: dict[int, Ruling] = {}
    for then, after in pairwise([*_moments(sight.game, hand), hand]):
        if len(after.prices) > len(then.prices) and after.street == then.street:
            seat = after.deal.seats[after.aggressor]
            try:
                found[seat] = found_late(then, after.prices[-1], hand, seat, book)
            except Refused:
                found.pop(seat, None)
    return list(found.items())


def passed(game: Game, hand: Hand) -> dict[int, Hand]:
    """The felt as it was when each seat last had the turn on this street, but for the seat that has it now."""
    turns: dict[int, Hand] = {}
    for then in _moments(game, hand):
        if then.street == hand.street and (place := actor(then)) >= 0 and place != actor(hand):
            turns[then.deal.seats[place]] = then
    return turns


def _moments(game: Game, hand: Hand) -> list[Hand]:
    """The felt before each step of this deal, in order."""
    hands = [step.table.hand for step in game.undo_stack]
    return [then for then in hands if then is not None and not then.over and then.deal.hand == hand.deal.hand]


def _adds(told: Told, seat: int) -> Told:
    if seat in told.seats:
        return replace(told, seats=tuple(one for one in told.seats if one != seat))
    return replace(told, seats=tuple(sorted((*told.seats, seat))))


def _entered(sight: Sight, told: Told, form: str) -> LineView:
    entered = form.format(chips=sight.words.amount(int(told.typed))) if told.typed else sight.words.ruling.key_amount
    return LineView(entered, "big")


def _problem(sight: Sight, order: TableAction | None) -> tuple[LineView, ...]:
    refused = _refused(sight, order)
    if refused is None:
        return ()
    return LineView(sight.words.say(refused.message), "trouble", rows=3), LineView(refused.clause, "clause")


def _refused(sight: Sight, order: TableAction | None) -> Refused | None:
    """Why the table would not do it."""
    if order is None:
        return None
    try:
        decide(sight.game, order)
    except Refused as refused:
        return refused
    return None


def _apply(sight: Sight, order: TableAction | None) -> ButtonView:
    """The order, which the floor signs; nothing that the table would refuse."""
    words = sight.words.ruling
    may = order is not None and _refused(sight, order) is None
    tap = Ask(order, needs="floor") if order is not None and may else None
    return ButtonView("ruling-apply", words.apply, tap, emphasis="go")
