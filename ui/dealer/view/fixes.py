"""The text of UNDO and REDO for a correction, and the chips to move after it. All functions are pure."""

import msgspec

from engine.events import Amended, Event, Touched
from engine.game.questions import ending
from engine.game.timeline import GameState, facts_of
from engine.public import PublicTable
from engine.table.state import book_of
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import SeeNotice
from ui.dealer.model.values import ButtonView, PromptView
from ui.dealer.pages.moved import changes_push, is_correction, moves
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.repair import said
from ui.words import Words
from ui.words.card_signs import card_row


class Fixes(msgspec.Struct, frozen=True):
    """The corrections and answers that UNDO would undo and REDO would redo, in words; `is_pushed` is set if UNDO would
    change pushed pots."""

    undo: str = ""
    redo: str = ""
    is_pushed: bool = False


NO_FIXES = Fixes()


def fixes(context: PageContext) -> Fixes:
    game = context.game
    last = game.undo_stack[-1] if game.undo_stack else None
    undone = game.redo_stack[-1] if game.redo_stack else None
    undo = _fix(last.event, last.state, context) if last else ""
    redo = _fix(undone.event, game.state, context) if undone else ""
    is_pushed = last is not None and is_correction(last.event) and changes_push(game.state, last.state)
    return Fixes(undo, redo, is_pushed) if undo or redo or is_pushed else NO_FIXES


def _fix(event: Event, before: GameState, context: PageContext) -> str:
    """`board 10 of diamonds → queen of diamonds`, `4 bet 500 → 600`."""
    if isinstance(event, Touched) and event.what in ("answer", "hand-over"):
        is_answer = event.what == "answer"
        return _answer(event.seats, before, context.words) if is_answer else _hand_over(before, context.words)
    if not isinstance(event, Amended) or event.how in ("award", "straddle"):
        return ""
    facts, words = facts_of(before), context.words.repair
    if event.behind >= len(facts):
        return ""
    line = facts[len(facts) - 1 - event.behind].event
    was = said(line, context, short=True)
    if event.how == "drop":
        return words.dropped.format(line=was) if was else ""
    act = _act(event, context.words)
    if getattr(line, "seat", event.seat) != event.seat and event.seat > 0:
        act = f"{context.words.seat.format(seat=event.seat)} {act}".strip()
    if event.how == "insert":
        return words.inserted.format(line=was, act=act)
    return f"{was} \u2192 {act}" if was else act


def _answer(seats: tuple[int, ...], before: GameState, words: Words) -> str:
    """A short answer as text: `seats 2, 8 split`, `seat 4 called`."""
    asking = words.asking
    if not seats:
        return asking.called_nobody
    said = asking.won if before.waiting.kind == "who-won" else asking.called
    return words.counted(said, len(seats), seats=", ".join(map(str, seats)))


def _hand_over(before: GameState, words: Words) -> str:
    """The effect of HAND OVER: `push of hand 5`."""
    hand = before.table.hand
    if hand is None:
        return ""
    if ending(hand, book_of(before.table)).does == "muck":
        return words.done["touched-muck"]
    return words.done["touched-push"].format(hand=hand.deal.hand)


def _act(event: Amended, words: Words) -> str:
    if event.card:
        return card_row((event.card,))
    if event.to:
        return words.amount(event.to)
    say = words.repair
    return {"fold": say.folded, "check": say.checked, "muck": words.mucked}.get(event.act, say.called)


def notice_button(table: PublicTable, surroundings: Surroundings, words: Words) -> ButtonView | None:
    """The notice in front of the dealer that says which chips go where. It stays until it is touched. A question takes
    precedence, and the next push takes precedence over the notice about the last pots."""
    notice, say = surroundings.notice, words.repair
    if notice is None or not notice.waits or surroundings.refusal or table.question:
        return None
    if table.legal.push and not notice.owed:
        return None
    text = " \u00b7 ".join((*moves(notice.owed, words), *notice.pots))
    return ButtonView("notice", text[:1].upper() + text[1:], SeeNotice(),
                      say.moved_ok if notice.owed else say.pushed_ok, "warn")  # fmt: skip


def no_chips_move(surroundings: Surroundings, words: Words) -> PromptView | None:
    """A message, shown until the next touch, that the correction moved no chips."""
    notice = surroundings.notice
    return PromptView("", words.repair.moved_none) if notice and not notice.waits else None
