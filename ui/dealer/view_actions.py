"""The row of actions along the dealer's edge. The same eight buttons in the same places in every state. Pure."""

from engine.actions import BOARD, Call, Check, Fold, Push, StartHand, Undo
from engine.public import PublicTable
from ui.dealer.around import Surroundings
from ui.dealer.pages.menu import MenuPage
from ui.dealer.shown import ButtonView
from ui.dealer.taps import Ask, AskAgain, Close, Open, PushAndStart, Turn
from ui.words import Words

ACTION_NAMES = ("undo", "cards", "more", "fold", "check-call", "bet-raise", "push", "next-hand")
"""From the corner far from the dealer to the near one."""


def action_buttons(table: PublicTable, around: Surroundings, opened: str, words: Words) -> tuple[ButtonView, ...]:
    """The eight buttons, in the order of `ACTION_NAMES`; `opened` names the page that is open."""
    return (
        _undo(table, around, words),
        _cards(table, around, words),
        _more(opened, words),
        _fold(table, words),
        _check_or_call(table, words),
        _bet_or_raise(table, around, words),
        _push(table, words),
        _next_hand(table, around, words),
    )


def _undo(table: PublicTable, around: Surroundings, words: Words) -> ButtonView:
    if table.last is None:
        return ButtonView("undo", words.undo, None, words.nothing_to_undo)
    if not table.undo_asks:
        return ButtonView("undo", words.undo, Ask(Undo()), words.happened(table.last))
    if not around.undo_meant:
        return ButtonView("undo", words.undo, AskAgain(), words.happened(table.last))
    return ButtonView("undo", words.fold_stands, Ask(Undo(confirmed=True)), words.take_fold_back, "warn")


def _cards(table: PublicTable, around: Surroundings, words: Words) -> ButtonView:
    lost = around.reader is not None and not around.reader.works
    tap = Close() if around.pad == "card" else Open("card") if table.legal.due else None
    where = words.board_place(len(table.board) + 1) if table.legal.due[:1] == (BOARD,) else ""
    small = where or (words.reader_lost_short if lost else "")
    return ButtonView("cards", words.cards, tap, small, "warn" if lost else "plain")


def _more(opened: str, words: Words) -> ButtonView:
    return ButtonView("more", words.menu.more, Turn() if opened == "menu" else Turn(MenuPage()), emphasis="quiet")


def _fold(table: PublicTable, words: Words) -> ButtonView:
    legal = table.legal
    return ButtonView("fold", words.fold, Ask(Fold(legal.seat)) if legal.fold else None, emphasis="stop")


def _check_or_call(table: PublicTable, words: Words) -> ButtonView:
    legal = table.legal
    if not legal.call:
        return ButtonView("check-call", words.check, Ask(Check(legal.seat)) if legal.check else None, emphasis="go")
    all_in = legal.call == table.seats[legal.seat - 1].chips
    text = f"{words.call} {words.all_in}" if all_in else words.call
    return ButtonView("check-call", text, Ask(Call(legal.seat)), words.amount(legal.call), "go")


def _bet_or_raise(table: PublicTable, around: Surroundings, words: Words) -> ButtonView:
    legal = table.legal
    text = words.bet if legal.opens else words.raises
    if not legal.most:
        return ButtonView("bet-raise", text, emphasis="act")
    span = words.span.format(least=words.amount(legal.least), most=words.amount(legal.most))
    return ButtonView("bet-raise", text, Close() if around.pad == "amount" else Open("amount"), span, "act")


def _push(table: PublicTable, words: Words) -> ButtonView:
    return ButtonView("push", words.push, Ask(Push()) if table.legal.push else None, words.push_only)


def _next_hand(table: PublicTable, around: Surroundings, words: Words) -> ButtonView:
    if around.level and around.level.is_break:
        return _in_break(table, words)
    if table.playing:
        tap = PushAndStart() if table.legal.push else None
        return ButtonView("next-hand", words.push_and_next, tap, words.hand_number.format(hand=table.hand + 1), "go")
    text = words.next_hand if table.hand else words.start
    tap_start = Ask(StartHand()) if table.can_start else None
    return ButtonView("next-hand", text, tap_start, words.hand_number.format(hand=table.hand + 1), "go")


def _in_break(table: PublicTable, words: Words) -> ButtonView:
    """One tap pushes and no more; a hand is dealt in the break only by a button that says so."""
    if table.playing:
        tap = Ask(Push()) if table.legal.push else None
        return ButtonView("next-hand", words.push, tap, words.on_break, "go")
    tap_start = Ask(StartHand()) if table.can_start else None
    return ButtonView("next-hand", words.next_hand, tap_start, words.deal_anyway, "quiet")
