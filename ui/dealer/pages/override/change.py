"""The effects of a floor order: the table after the order, and the changes as lines on the page."""

from functools import reduce

from engine.events import BoardDealt, FloorOrder
from engine.game.game import apply, step
from engine.public import PublicSeat, PublicTable, public
from engine.refused import Refused
from engine.table.actions.hands import Overrule
from ui.dealer.model.values import LineView
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.repair import DEEDS, said

SOMEBODY = "the floor"
"""A placeholder for the name and the reason until they are entered."""
MOST_LINES = 6
ACTS = (*DEEDS, BoardDealt)
"""The actions that UNDO takes back, one by one."""


def changed(context: PageContext, order: FloorOrder) -> PublicTable | Refused:
    """The table after the order, or the reason that the order is impossible."""
    try:
        events = step(context.game, Overrule(SOMEBODY, SOMEBODY, order))
    except Refused as refused:
        return refused
    return public(reduce(apply, events, context.game))


def lines(context: PageContext, change: PublicTable | Refused) -> tuple[LineView, ...]:
    """Every seat that has more or less than before, every hand that becomes live or dead, and the pot."""
    words = context.words.override
    if isinstance(change, Refused):
        why = LineView(context.words.say(change.message), "trouble", rows=3)
        return why, *_in_the_way(context, change), LineView(context.words.cited(change.clause), "clause", rows=2)
    before, after = context.table, change
    again = _again(context, after)
    most = MOST_LINES - 2 * len(again)
    lines = [line for one, two in zip(before.seats, after.seats, strict=True) for line in _seat(context, one, two)]
    shown = [LineView(text, "plain") for text in lines[:most]]
    more = [context.words.counted(words.more_changes, len(lines) - most)] if len(lines) > most else []
    return (*again, *shown, *(LineView(text, "small") for text in (*more, *_table(context, before, after))))


def _in_the_way(context: PageContext, refused: Refused) -> tuple[LineView, ...]:
    """The actions in the hand in play that conflict with the order and must be undone first with UNDO."""
    if refused.message.code != "repair-impossible":
        return ()
    acts = [said(line.event, context, short=True) for line in context.table.lines if isinstance(line.event, ACTS)]
    return (LineView(context.words.override.undo_first.format(acts=", ".join(acts)), "plain", rows=3),) if acts else ()


def _again(context: PageContext, after: PublicTable) -> tuple[LineView, ...]:
    """A line saying that the hand in play is dealt again because different players will be in it."""
    before = context.table
    if not (before.playing and after.playing) or (dealt := _dealt(after)) == _dealt(before):
        return ()
    seats = " ".join(str(seat) for seat in dealt)
    return (LineView(context.words.override.dealt_again.format(hand=after.hand, seats=seats), "trouble", rows=2),)


def _dealt(table: PublicTable) -> list[int]:
    return [seat.seat for seat in table.seats if seat.dealt]


def _seat(context: PageContext, before: PublicSeat, after: PublicSeat) -> list[str]:
    words = context.words.override
    who = context.words.who(before.seat, before.name or after.name)
    lines = []
    if before.chips != after.chips:
        amounts = {"before": context.words.amount(before.chips), "after": context.words.amount(after.chips)}
        lines.append(words.change.format(who=who, **amounts))
    if before.dealt and after.dealt and _lives(before) != _lives(after):
        lines.append((words.live_now if _lives(after) else words.dead_now).format(who=who))
    if before.penalty_hands and not after.penalty_hands:
        lines.append(words.penalty_gone.format(who=who))
    return lines


def _table(context: PageContext, before: PublicTable, after: PublicTable) -> list[str]:
    words, amount = context.words.override, context.words.amount
    lines = []
    if before.playing and after.playing and before.pot != after.pot:
        lines.append(words.pot_change.format(before=amount(before.pot), after=amount(after.pot)))
    if before.playing and not after.playing:
        lines.append(words.hand_over)
    if before.button != after.button:
        lines.append(words.button_now.format(who=context.words.who(after.button, after.seats[after.button - 1].name)))
    if before.issued != after.issued:
        lines.append(words.total.format(before=amount(before.issued), after=amount(after.issued)))
    return lines


def _lives(seat: PublicSeat) -> bool:
    return seat.live and not seat.mucked
