"""The row of eight buttons along the dealer's edge, which are in the same places in every state."""

from msgspec.structs import replace

from engine.actions import BOARD, Check, Fold, HandOver, Redo, Straddle, Undo
from engine.events import Event, HandStarted
from engine.message import Message, message
from engine.public import PublicTable
from engine.table.actions.hands import StartHand
from engine.table.actions.people import SeatLeft
from ui.dealer.model.sign_in import signers
from ui.dealer.model.surroundings import Surroundings, is_booked
from ui.dealer.model.taps import Ask, AskAgain, AskWalk, OpenPage, ShowPot, Tap
from ui.dealer.model.values import ButtonView
from ui.dealer.pages.chips.ladder import hand_over
from ui.dealer.pages.floor import called_ago, floor_tap, waited
from ui.dealer.pages.history.hand import HandPage
from ui.dealer.pages.menu import MenuPage
from ui.dealer.pages.push import to_whom
from ui.dealer.view import arrivals
from ui.dealer.view.fixes import NO_FIXES, Fixes
from ui.dealer.view.pots import award_at, pot_name
from ui.dealer.view.prompts import is_on_hold
from ui.words import Words

OF_THE_TABLE = ("fold", "check", "straddle", "push-all", "push-pot", "walk", "deal-without", "hand-over")
"""Buttons that record what happens at the table."""


def action_buttons(
    table: PublicTable, surroundings: Surroundings, opened: str, words: Words, fixes: Fixes = NO_FIXES
) -> tuple[ButtonView, ...]:
    """The eight buttons, in the order of `ACTION_NAMES`; `opened` is the name of the page that is open."""
    return (
        _undo(table, surroundings, words, fixes),
        _redo(table, words, fixes),
        _hand(table, opened, words),
        ButtonView("more", words.menu.more, OpenPage() if opened == "menu" else OpenPage(MenuPage()), emphasis="quiet"),
        _floor(table, surroundings, words),
        _own("fold", words.fold, table, Fold if table.legal.fold else None, words),
        _push_all(table, surroundings, words)
        or _straddle(table, words)
        or arrivals.without_key(table, surroundings, words)
        or _own("check", words.check, table, Check if table.legal.check else None, words),
        _hand_over(table, surroundings, words),
    )


def at_rest(
    buttons: tuple[ButtonView, ...], words: Words, close: OpenPage, *, recorded: bool
) -> tuple[ButtonView, ...]:
    """The buttons while a page covers the table. The page must be answered or closed first: its keys are a finger's
    width above HAND OVER, and a slip must not end the hand. UNDO closes the page unless something was `recorded` since
    it opened."""
    undo = buttons[0] if recorded else ButtonView("undo", words.undo, close, words.undo_page)
    why = message("gray-page")
    rest = (replace(each, tap=None, why=why) if each.name in OF_THE_TABLE else each for each in buttons[1:])
    return (undo, *rest)


def while_entering(buttons: tuple[ButtonView, ...], words: Words, close: OpenPage) -> tuple[ButtonView, ...]:
    """The buttons while something is being entered. UNDO closes the page, because the entry is the latest thing that
    the dealer did. The page covers the buttons in the middle."""
    small = {"hand-over": words.entry_first}
    quiet = (replace(each, tap=None, small=small.get(each.name, "")) for each in buttons[1:])
    return (ButtonView("undo", words.undo, close, words.undo_entry), *quiet)


def _undo(table: PublicTable, surroundings: Surroundings, words: Words, fixes: Fixes) -> ButtonView:
    if _at_pot(table, surroundings):
        pushed = pot_name(table.awards[surroundings.pot - 1].pot, table, words)
        small = words.asking.pot_pushed.format(pot=pushed)
        return ButtonView("undo", words.undo, ShowPot(surroundings.pot - 1), small)
    if table.last is None:
        return _no_undo(table, words)
    back = fixes.undo or words.happened(_taken_back(table) or table.last)
    if table.undo_floor or fixes.is_pushed:
        return _undo_by_the_floor(surroundings, back, words)
    is_past = surroundings.past_undo
    if not table.undo_asks and not is_past:
        return ButtonView("undo", words.undo, Ask(Undo()), back)
    if not surroundings.undo_meant:
        return _undo_first(surroundings, back, words)
    text, small = (words.undo_anyway, back) if is_past else (words.fold_stands, words.take_fold_back)
    return ButtonView("undo", text, Ask(Undo(confirmed=True)), small, "warn")


def _taken_back(table: PublicTable) -> Event | None:
    """The deal that UNDO takes back if a player left just before it; None for any other step."""
    if not isinstance(table.last, SeatLeft):
        return None
    return next((line.event for line in table.lines if isinstance(line.event, HandStarted)), None)


def _no_undo(table: PublicTable, words: Words) -> ButtonView:
    if table.undo_ends:
        return ButtonView("undo", words.undo, None, words.undo_ends, why=message("chips-came-since"))
    return ButtonView("undo", words.undo, None, words.nothing_to_undo, why=message("nothing-to-take-back"))


def _undo_first(surroundings: Surroundings, back: str, words: Words) -> ButtonView:
    """The UNDO button before the first of two taps; gray if the latest change is a seating, which it cannot undo."""
    if surroundings.past_undo:
        return ButtonView("undo", words.undo, AskAgain(_not_the_seating(surroundings)), words.undo_past, "locked")
    return ButtonView("undo", words.undo, AskAgain(), back)


def _not_the_seating(surroundings: Surroundings) -> Message:
    """Says that UNDO does not reach the last seating, and the way to change it."""
    is_alone = surroundings.link is None or surroundings.plays_alone
    return message("gray-seating-alone") if is_alone else message("gray-seating")


def _at_pot(table: PublicTable, surroundings: Surroundings) -> bool:
    """Whether at least one of several pots has been pushed, so that UNDO goes back to the last one pushed."""
    return table.ends == "push" and 0 < surroundings.pot < len(table.awards)


def _undo_by_the_floor(surroundings: Surroundings, back: str, words: Words) -> ButtonView:
    """The UNDO button if it needs a PIN. Without a PIN, it takes two taps, to guard against one UNDO too many."""
    tap = Ask(Undo(confirmed=True, floor="reason-undone"), needs="floor")  # the floor is not asked about folds
    if surroundings.undo_meant:
        return ButtonView("undo", words.asking.floor_here, tap, words.take_fold_back, "warn")
    first = tap if signers(surroundings.staff, "floor") else AskAgain()
    return ButtonView("undo", words.undo, first, words.asking.undo_floor.format(what=back), "quiet")


def _redo(table: PublicTable, words: Words, fixes: Fixes) -> ButtonView:
    if table.redo is None:
        return ButtonView("redo", words.asking.redo, None, words.asking.nothing_to_redo)
    return ButtonView("redo", words.asking.redo, Ask(Redo()), fixes.redo or words.happened(table.redo))


def _hand(table: PublicTable, opened: str, words: Words) -> ButtonView:
    tap = OpenPage() if opened == "hand" else OpenPage(HandPage()) if table.lines else None
    return ButtonView("hand", words.repair.list, tap, words.repair.list_small, "quiet")


def _floor(table: PublicTable, surroundings: Surroundings, words: Words) -> ButtonView:
    if table.floor_called:
        return ButtonView("floor", words.asking.floor_called, floor_tap(table), waited(surroundings, words), "quiet",
                          said=called_ago(surroundings, words), chosen=True)  # fmt: skip
    return ButtonView("floor", words.asking.floor, floor_tap(table), words.asking.floor_small, "quiet")


def _own(name: str, text: str, table: PublicTable, act: type[Fold | Check] | None, words: Words) -> ButtonView:
    """The button for an action by the seat whose turn it is."""
    seat = table.legal.seat if act else 0
    if act and seat:
        return ButtonView(name, text, Ask(act(seat)), words.seat.format(seat=seat))
    return ButtonView(name, text, why=_why_not(table, words))


def _why_not(table: PublicTable, words: Words) -> Message:
    """Why FOLD or CHECK is gray."""
    if not table.legal.seat:
        return message("gray-nobody")
    if table.legal.call:
        return message("gray-check", seat=table.legal.seat, chips=words.amount(table.legal.call))
    return message("gray-fold", seat=table.legal.seat)


def _straddle(table: PublicTable, words: Words) -> ButtonView | None:
    """The straddle button, shown in place of CHECK while the player left of the big blind may straddle; nobody can
    check before that player acts."""
    if not table.straddle:
        return None
    asking = words.asking
    return ButtonView("straddle", asking.straddle, Ask(Straddle()), words.seat.format(seat=table.straddle))


def _hand_over(table: PublicTable, surroundings: Surroundings, words: Words) -> ButtonView:
    asking = words.asking
    if not table.playing:
        return _next(table, surroundings, _pauses(surroundings), words)
    tap_over = Ask(HandOver(start=_follows(surroundings)))
    match table.ends:
        case "push":
            return _push(table, surroundings, words)
        case "fold":
            return _fold_out(table, surroundings, tap_over, words)
        case "muck":
            return ButtonView("hand-over", asking.over, tap_over, asking.over_muck, "go")
        case "ask":
            return ButtonView("hand-over", asking.over, tap_over, asking.over_ask)
    small, why = _why_not_over(table, words)
    return ButtonView("hand-over", asking.over, None, small, "go", why=why)


def _why_not_over(table: PublicTable, words: Words) -> tuple[str, Message | None]:
    """The card that must be entered before the hand can end, in two words and as the answer to a touch."""
    asking = words.asking
    if not table.legal.due:
        return asking.over_not_yet, None
    where = table.legal.due[0]
    if where == BOARD:
        return asking.over_board, message("gray-over-board")
    return asking.over_cards, message("gray-over-cards", seat=where)


def _fold_out(table: PublicTable, surroundings: Surroundings, over: Ask, words: Words) -> ButtonView:
    """The button that folds everyone who has not acted. If nothing has happened in the hand, it asks for confirmation:
    otherwise, a second tap on PUSH & NEXT would record a walk."""
    asking = words.asking
    if not table.is_untouched:
        return ButtonView("hand-over", asking.over, over, to_whom(table, words))
    if not surroundings.walk_meant:
        return ButtonView("hand-over", asking.over, AskWalk(), to_whom(table, words), "quiet")
    return ButtonView("walk", asking.all_folded, over, asking.tap_again, "warn")


def _pots_left(table: PublicTable, surroundings: Surroundings) -> int:
    """How many pots are still to be pushed after the one that is shown."""
    if table.ends != "push":
        return 0
    return max(0, len(table.awards) - 1 - award_at(table.awards, surroundings.pot))


def _push_all(table: PublicTable, surroundings: Surroundings, words: Words) -> ButtonView | None:
    """The button that pushes all pots in one touch, if there are several. It takes the place of CHECK."""
    left = _pots_left(table, surroundings)
    if not left:
        return None
    if _why_none_follows(table, surroundings, words):
        small = words.counted(words.asking.pots_left, left + 1)
    else:
        small = words.counted(words.asking.pots_then, left + 1, hand=table.next_hand)
    return ButtonView("push-all", words.asking.push_all, Ask(HandOver(start=_follows(surroundings))), small)


def _push(table: PublicTable, surroundings: Surroundings, words: Words) -> ButtonView:
    """The button that pushes the pot that is shown. Pushing the last pot ends the hand and deals the next one, if one
    follows."""
    asking = words.asking
    if _pots_left(table, surroundings):
        coming = table.awards[award_at(table.awards, surroundings.pot) + 1]
        small = asking.push_then.format(pot=pot_name(coming.pot, table, words), chips=words.amount(coming.chips))
        return ButtonView("push-pot", asking.push, ShowPot(surroundings.pot + 1), small, "go")
    tap = Ask(HandOver(start=_follows(surroundings)))
    if none := _why_none_follows(table, surroundings, words):
        return ButtonView("hand-over", asking.push, tap, none, "go")
    return ButtonView("hand-over", asking.push_next, tap, words.hand_number.format(hand=table.next_hand), "go")


def _pauses(surroundings: Surroundings) -> bool:
    return surroundings.level is not None and surroundings.level.is_break


def _follows(surroundings: Surroundings) -> bool:
    """Whether the next hand is dealt immediately; not if there is a break, a new seating, or a player to be seated
    first."""
    comes = surroundings.coming or surroundings.due
    return not comes and not surroundings.leaves and not _pauses(surroundings)


def _why_none_follows(table: PublicTable, surroundings: Surroundings, words: Words) -> str:
    """Why no hand follows; empty if one does. When only one stack is left, the rules do not allow another hand."""
    if _pauses(surroundings):
        return words.on_break
    if surroundings.leaves:
        return words.asking.push_leaves
    if first := arrivals.follows_first(surroundings, words):
        return first
    if table.stop and table.stop.why == "over":
        return words.tournament_over
    if table.stop and table.stop.why in ("paused", "held", "hand-for-hand") and table.stop.at <= table.hand:
        return words.stops
    winners = {seat for award in table.awards for seat in award.seats}
    stacks = winners | {seat.seat for seat in table.seats if seat.chips and not seat.disqualified}
    return words.asking.push_last if len(stacks) < 2 else ""


def _next(table: PublicTable, surroundings: Surroundings, pause: bool, words: Words) -> ButtonView:
    """The button that deals the next hand, or reports a hand if hands are not recorded action by action."""
    asking, say = words.asking, words.chips
    following = words.hand_number.format(hand=table.next_hand)
    if hint := hand_over(table):
        counts = table.mode == "counts"
        small = say.hand_more_small.format(hand=table.next_hand) if counts else following
        return ButtonView("hand-over", say.hand_more if counts else say.tell, hint, small, "go")
    if one := arrivals.waits(table, surroundings):
        return arrivals.seat_key(one, table, surroundings, words)
    text = asking.deal_again if table.redeal else asking.deal
    if not table.can_start:
        tap, small = _missing(table, surroundings, words)
        return ButtonView("hand-over", text, tap, small, "quiet", why=None if tap else table.start_problem)
    small = words.deal_anyway if pause else following
    return ButtonView("hand-over", text, Ask(StartHand()), small, "quiet" if pause else "go")


def _missing(table: PublicTable, surroundings: Surroundings, words: Words) -> tuple[Tap | None, str]:
    """The page that supplies whatever is missing for the next hand, and the reason."""
    # Imported late: a table that is being dealt needs none of them.
    from ui.dealer.pages.people.page import PeoplePage  # noqa: PLC0415
    from ui.dealer.pages.start.blinds import BlindsPage  # noqa: PLC0415
    from ui.dealer.pages.start.draw import ButtonPage  # noqa: PLC0415
    from ui.dealer.pages.start.page import StartPage  # noqa: PLC0415

    say, problem = words.start, table.start_problem.code if table.start_problem else ""
    if not table.book:
        return (None, words.wait_draw) if is_booked(surroundings) else (OpenPage(StartPage()), say.open_first)
    if problem == "too-few-players":
        return OpenPage(PeoplePage()), say.two_first
    if problem == "no-level":
        alone = surroundings.link is None or surroundings.plays_alone
        return OpenPage(BlindsPage() if alone else StartPage()), say.blinds_first
    if problem == "no-button":
        return OpenPage(ButtonPage()), say.button_first
    on_hold = is_on_hold(table.start_problem)
    return None, words.stops if on_hold else words.hand_number.format(hand=table.next_hand)
