"""The strip along the far edge (table, blinds, time, link, reader) and the prompt at the dealer's place. Pure."""

from engine.actions import BOARD
from engine.public import PublicTable
from ui.dealer.around import Surroundings
from ui.dealer.shown import CellView, PromptView
from ui.words import Words

STRIP_NAMES = ("table", "blinds", "time", "link", "reader")


def strip(table: PublicTable, around: Surroundings, words: Words) -> tuple[CellView, ...]:
    """The five fields, in the order of `STRIP_NAMES`."""
    return (
        CellView("table", words.table.format(table=table.table), words.hand_number.format(hand=table.hand)),
        _blinds(table, words),
        _time(around, words),
        _link(around, words),
        _reader(around, words),
    )


def prompt(table: PublicTable, around: Surroundings, words: Words) -> PromptView:
    """What the dealer does next; a refusal takes its place until something changes."""
    if refused := refusal(around):
        return refused
    if not table.playing:
        return _between_hands(table, around, words)
    if table.legal.seat:
        return _turn(table, words)
    if table.legal.push:
        return PromptView(words.decided)
    return _card_due(table, around, words)


def refusal(around: Surroundings) -> PromptView | None:
    """Why the last thing asked was not done."""
    if around.refusal is None:
        return None
    return PromptView("", around.refusal.why, around.refusal.clause, refused=True)


def _blinds(table: PublicTable, words: Words) -> CellView:
    if table.blinds is None:
        return CellView("blinds", words.no_level, trouble=True)
    text = words.played_for(table.blinds)
    if table.next_blinds:
        return CellView("blinds", text, words.from_next.format(blinds=words.played_for(table.next_blinds)), True)
    return CellView("blinds", text, words.level.format(level=table.blinds.level))


def _time(around: Surroundings, words: Words) -> CellView:
    level = around.level
    if level is None:
        return CellView("time", words.no_clock_time)
    left = words.left(level.left_ms)
    return CellView("time", left, level.name if level.running else words.paused, not level.running)


def _link(around: Surroundings, words: Words) -> CellView:
    link = around.link
    if link is None or link.connected:
        return CellView("link", "", words.link_ok if link else "")
    if link.refused:
        return CellView("link", words.link_refused, words.link_refused_help, True)
    away = words.link_away.format(age=words.age(link.away_ms))
    return CellView("link", away, words.link_waiting.format(waiting=words.amount(link.waiting)), True)


def _reader(around: Surroundings, words: Words) -> CellView:
    reader = around.reader
    if reader is None or reader.works:
        return CellView("reader", "", (reader.says or words.reader_ok) if reader else "")
    return CellView("reader", words.reader_lost, reader.says or words.reader_lost_help, True)


def _between_hands(table: PublicTable, around: Surroundings, words: Words) -> PromptView:
    if not table.can_start:
        trouble = around.link.trouble if around.link and not table.book else ""
        return PromptView(words.not_ready, table.start_problem, trouble)
    if around.level and around.level.is_break:
        return PromptView("", words.on_break, words.on_break_help)
    blinds = words.played_for(table.blinds) if table.blinds else ""
    return PromptView(words.ready.format(hand=table.hand + 1), blinds)


def _turn(table: PublicTable, words: Words) -> PromptView:
    legal = table.legal
    who = words.who(legal.seat, table.seats[legal.seat - 1].name)
    amounts = {"least": words.amount(legal.least), "most": words.amount(legal.most)}
    if legal.call:
        body = words.turn_call.format(chips=words.amount(legal.call))
    else:
        body = words.turn_check if legal.opens else words.turn_check_raise
    foot = (words.turn_bet if legal.opens else words.turn_raise).format(**amounts) if legal.most else ""
    return PromptView(who, body, foot)


def _card_due(table: PublicTable, around: Surroundings, words: Words) -> PromptView:
    if not table.legal.due:
        return PromptView("")
    where = table.legal.due[0]
    foot = words.reader_lost_help if around.reader and not around.reader.works else ""
    if where == BOARD:
        return PromptView(words.deal, words.board_place(len(table.board) + 1), foot)
    seat = table.seats[where - 1]
    body = words.show_card.format(card=len(seat.cards) + 1)
    return PromptView(words.show_next.format(who=words.who(where, seat.name)), body, foot)
