"""Errors found late: a bet that was too small, a seat passed over, corrected bets and forfeited chips."""

from itertools import pairwise

from msgspec.structs import replace

from engine.actions import CorrectBets, ForfeitChips, TableAction
from engine.game.game import Game
from engine.hand.betting import actor
from engine.hand.state import Hand
from engine.refused import Refused
from engine.rulings.motion import Ruling
from engine.rulings.turn import found_late, skipped
from ui.dealer.model.taps import Ask
from ui.dealer.model.values import ButtonView, GridView, InputView, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import PageContext, refusal
from ui.dealer.pages.ruling.answer import act_words, lines, orders_of, row
from ui.dealer.pages.ruling.draft import Go, RulingDraft, in_play, whose
from ui.dealer.pages.ruling.pads import back, keypad, sure_key


def late_view(draft: RulingDraft, context: PageContext, go: Go) -> PageView:
    """The bets and raises in the hand that were below the minimum, with the rule book's answer to each."""
    words = context.words.ruling
    found = too_small(context)
    picked = next(((seat, ruling) for seat, ruling in found if seat == draft.seat), None)
    order = next(orders_of(picked[1].actions), None) if picked else None
    bets = []
    for seat, ruling in found:
        tap, act, who = go(replace(draft, seat=seat)), act_words(context, ruling, seat), context.words.who(seat, "")
        bets.append(ButtonView(f"ruling-late-{seat}", act, tap, who, chosen=seat == draft.seat))
    says = lines(context, *picked) if picked else (LineView("" if found else words.late_none, rows=3),)
    orders = replace(_orders(draft, context, go, order), inside=False, below=True)
    grids = (GridView("ruling-late", 3, tuple(bets)), orders)
    return PageView("ruling-late", words.late_title, says, grids, full_width=True, beside=True)


def skipped_view(draft: RulingDraft, context: PageContext, go: Go) -> PageView:
    """The seats that have had their turn on this street and, for a seat that objects, whether it objected in time."""
    words = context.words.ruling
    hand, book = in_play(context)
    turns = passed(context.game, hand)
    answer = skipped(turns[draft.seat], hand, draft.seat, book) if draft.seat in turns else None
    in_time = answer is not None and not answer.options
    kill = next((order for option in answer.options for order in orders_of(option.actions)), None) if answer else None
    says = lines(context, draft.seat, answer) if answer else (LineView("" if turns else words.skipped_none, "plain"),)
    says = (*says, LineView(words.undo_first if in_time else "", rows=2))
    seats = pads.seats("ruling", context, lambda one: go(replace(draft, seat=one)), turns, (draft.seat,))
    grids = (seats, _orders(draft, context, go, kill))
    return PageView("ruling-skipped", words.skipped_title, says, grids, full_width=True, beside=True)


def add_view(draft: RulingDraft, context: PageContext, go: Go) -> PageView:
    """The seats that add chips to a bet that was too small, with the amounts."""
    words = context.words.ruling
    live = {seat.seat for seat in context.table.seats if seat.live and seat.chips}
    adds = (int(draft.typed or 0),) * len(draft.seats)
    order = CorrectBets(draft.seats, adds, "reason-bet-too-small") if any(adds) else None
    seats = pads.seats("ruling", context, lambda one: go(draft.toggled(one)), live, draft.seats)
    entry = _entered(context, draft, words.each)
    grids = (seats, *_pad(draft, context, go, order))
    return PageView("ruling-add", words.add_title, _problem(context, order), grids, entry=entry)


def forfeit_view(draft: RulingDraft, context: PageContext, go: Go) -> PageView:
    """The seat that forfeits chips, and how many of them stay in the pot without counting toward its bet."""
    words, seat = context.words.ruling, whose(draft, context)
    live = {each.seat for each in context.table.seats if each.live and each.chips}
    order = ForfeitChips(seat, int(draft.typed), "reason-left-behind") if draft.typed else None
    seats = pads.seats("ruling", context, lambda one: go(replace(draft, seat=one)), live, (seat,))
    grids = (seats, *_pad(draft, context, go, order))
    title = words.forfeit_title.format(who=context.who(seat))
    entry = _entered(context, draft, words.in_pot)
    return PageView("ruling-forfeit", title, _problem(context, order), grids, entry=entry)


def too_small(context: PageContext) -> list[tuple[int, Ruling]]:
    """Each seat's last bet or raise below its minimum, with the ruling on it."""
    hand, book = in_play(context)
    found: dict[int, Ruling] = {}
    for then, after in pairwise([*_moments(context.game, hand), hand]):
        if len(after.prices) > len(then.prices) and after.street == then.street:
            seat = after.deal.seats[after.aggressor]
            try:
                found[seat] = found_late(then, after.prices[-1], hand, seat, book)
            except Refused:
                found.pop(seat, None)
    return list(found.items())


def passed(game: Game, hand: Hand) -> dict[int, Hand]:
    """The hand as it was when each seat last had its turn on this street, except for the seat whose turn it is now."""
    turns: dict[int, Hand] = {}
    for then in _moments(game, hand):
        if then.street == hand.street and (place := actor(then)) >= 0 and place != actor(hand):
            turns[then.deal.seats[place]] = then
    return turns


def _moments(game: Game, hand: Hand) -> list[Hand]:
    """The hand as it was before each step of this deal, in order."""
    hands = [step.table.hand for step in game.undo_stack]
    return [then for then in hands if then is not None and not then.over and then.deal.hand == hand.deal.hand]


def _entered(context: PageContext, draft: RulingDraft, form: str) -> InputView:
    if not draft.typed:
        return InputView(small=context.words.ruling.key_amount)
    chips = context.words.amount(int(draft.typed))
    return InputView(chips, form.format(chips=chips))


def _problem(context: PageContext, order: TableAction | None) -> tuple[LineView, ...]:
    refused = refusal(context, order) if order else None
    if refused is None:
        return ()
    words = context.words
    return LineView(words.say(refused.message), "trouble", rows=3), LineView(words.cited(refused.clause), "clause")


def _orders(draft: RulingDraft, context: PageContext, go: Go, order: TableAction | None) -> GridView:
    """The buttons to go back and to send the order."""
    return row("ruling-orders", (back(draft, context, go), _apply(context, order)), inside=True)


def _pad(draft: RulingDraft, context: PageContext, go: Go, order: TableAction | None) -> tuple[GridView, ...]:
    """The keypad, with the order on its green key, and the button to go back."""
    beside = GridView("ruling-orders", 1, (back(draft, context, go),))
    return beside, *keypad(draft, context, go, sure_key(_apply(context, order), context))


def _apply(context: PageContext, order: TableAction | None) -> ButtonView:
    """The button that sends the order, which the floor signs; it is disabled if the table would refuse it."""
    tap = Ask(order, needs="floor") if order and not refusal(context, order) else None
    return ButtonView("ruling-apply", context.words.ruling.apply, tap, emphasis="go")
