"""The row along the dealer's edge. The same eight buttons in the same places in every state. Pure."""

from msgspec.structs import replace

from engine.actions import Check, Fold, HandOver, Redo, StartHand, Undo
from engine.public import PublicTable
from ui.dealer.model.sign_in import signers
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import Ask, AskAgain, OpenPage
from ui.dealer.model.values import ButtonView
from ui.dealer.pages.chips.ladder import hand_over
from ui.dealer.pages.floor import called_ago, floor_tap, waited
from ui.dealer.pages.hand import HandPage
from ui.dealer.pages.menu import MenuPage
from ui.words import Words

"""From the corner far from the dealer to the near one."""
OF_THE_TABLE = ("fold", "check", "hand-over")
"""Buttons that record what happens at the table."""


def action_buttons(table: PublicTable, surroundings: Surroundings, opened: str, words: Words) -> tuple[ButtonView, ...]:
    """The eight buttons, in the order of `ACTION_NAMES`; `opened` names the page that is open."""
    return (
        _undo(table, surroundings, words),
        _redo(table, words),
        _hand(table, opened, words),
        ButtonView("more", words.menu.more, OpenPage() if opened == "menu" else OpenPage(MenuPage()), emphasis="quiet"),
        _floor(table, surroundings, words),
        _fold(table, words),
        _check(table, words),
        _hand_over(table, surroundings, words),
    )


def at_rest(buttons: tuple[ButtonView, ...]) -> tuple[ButtonView, ...]:
    """While a page covers the table: it is answered or closed first. Its CONFIRM and its suits are a finger's
    breadth above HAND OVER, and a slip must not end the hand."""
    return tuple(replace(button, tap=None) if button.name in OF_THE_TABLE else button for button in buttons)


def _undo(table: PublicTable, surroundings: Surroundings, words: Words) -> ButtonView:
    if table.last is None:
        return ButtonView("undo", words.undo, None, words.nothing_to_undo)
    back = words.happened(table.last)
    if table.undo_floor:
        return _undo_by_the_floor(surroundings, back, words)
    if not table.undo_asks:
        return ButtonView("undo", words.undo, Ask(Undo()), back)
    if not surroundings.undo_meant:
        return ButtonView("undo", words.undo, AskAgain(), back)
    return ButtonView("undo", words.fold_stands, Ask(Undo(confirmed=True)), words.take_fold_back, "warn")


def _undo_by_the_floor(surroundings: Surroundings, back: str, words: Words) -> ButtonView:
    """With a PIN; without one it takes two taps, against one UNDO too many."""
    tap = Ask(Undo(confirmed=True, floor=words.floor_undoes), needs="floor")  # the floor is not asked about folds
    if surroundings.undo_meant:
        return ButtonView("undo", words.asking.floor_here, tap, words.take_fold_back, "warn")
    first = tap if signers(surroundings.staff, "floor") else AskAgain()
    return ButtonView("undo", words.undo, first, words.asking.undo_floor.format(what=back), "quiet")


def _redo(table: PublicTable, words: Words) -> ButtonView:
    if table.redo is None:
        return ButtonView("redo", words.asking.redo, None, words.asking.nothing_to_redo)
    return ButtonView("redo", words.asking.redo, Ask(Redo()), words.happened(table.redo))


def _hand(table: PublicTable, opened: str, words: Words) -> ButtonView:
    tap = OpenPage() if opened == "hand" else OpenPage(HandPage()) if table.lines else None
    return ButtonView("hand", words.repair.list, tap, words.repair.list_small, "quiet")


def _floor(table: PublicTable, surroundings: Surroundings, words: Words) -> ButtonView:
    if table.floor_called:
        return ButtonView("floor", words.asking.floor_called, floor_tap(table), waited(surroundings, words), "warn",
                          said=called_ago(surroundings, words))  # fmt: skip
    return ButtonView("floor", words.asking.floor, floor_tap(table), words.asking.floor_small, "quiet")


def _fold(table: PublicTable, words: Words) -> ButtonView:
    seat = table.legal.seat if table.legal.fold else 0
    small = words.seat.format(seat=seat) if seat else ""
    return ButtonView("fold", words.fold, Ask(Fold(seat)) if seat else None, small)


def _check(table: PublicTable, words: Words) -> ButtonView:
    seat = table.legal.seat if table.legal.check else 0
    small = words.seat.format(seat=seat) if seat else ""
    return ButtonView("check", words.check, Ask(Check(seat)) if seat else None, small)


def _hand_over(table: PublicTable, surroundings: Surroundings, words: Words) -> ButtonView:
    asking = words.asking
    pause = surroundings.level is not None and surroundings.level.is_break
    if not table.playing:
        return _next(table, pause, words)
    following = words.hand_number.format(hand=table.next_hand)
    tap_over = Ask(HandOver(start=not pause))
    match table.ends:
        case "push":
            return ButtonView("hand-over", asking.push if pause else asking.push_next, tap_over,
                              words.on_break if pause else following, "go")  # fmt: skip
        case "fold":
            return ButtonView("hand-over", asking.over, tap_over, _to_whom(table, words), "go")
        case "muck":
            return ButtonView("hand-over", asking.over, tap_over, asking.over_muck, "go")
        case "ask":
            return ButtonView("hand-over", asking.over, tap_over, asking.over_ask)
    return ButtonView("hand-over", asking.over, None, asking.over_not_yet, "go")


def _next(table: PublicTable, pause: bool, words: Words) -> ButtonView:
    """The next hand dealt, or reported where hands are not played."""
    asking, say = words.asking, words.chips
    following = words.hand_number.format(hand=table.next_hand)
    if told := hand_over(table):
        counts = table.mode == "counts"
        small = say.hand_more_small.format(hand=table.next_hand) if counts else following
        return ButtonView("hand-over", say.hand_more if counts else say.tell, told, small, "go")
    tap = Ask(StartHand()) if table.can_start else None
    text = asking.deal_again if table.redeal else asking.deal
    return ButtonView("hand-over", text, tap, words.deal_anyway if pause else following, "quiet" if pause else "go")


def _to_whom(table: PublicTable, words: Words) -> str:
    """Who wins if all who have not acted fold, and what: the uncalled part of the last bet is returned."""
    silent = {offer.seat for offer in table.offers}
    left = [seat.seat for seat in table.seats if seat.live and seat.seat not in silent]
    # The big blind was not raised: it acts last, and wins when all others have folded.
    winner = left[0] if len(left) == 1 else table.offers[-1].seat
    highest, second = sorted((seat.bet for seat in table.seats), reverse=True)[:2]
    return words.asking.over_fold.format(seat=winner, chips=words.amount(table.pot - (highest - second)))
