"""The strip along the far edge (table, blinds, time, link, reader) and the prompt at the dealer's place. Pure."""

from engine.message import Message
from engine.public import PublicTable
from ui.dealer.model.sign_in import signers
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.values import CellView, PromptView
from ui.dealer.view.cards import odd_prompt
from ui.dealer.view.prompts import table_prompt
from ui.words import Words


def strip(table: PublicTable, around: Surroundings, words: Words) -> tuple[CellView, ...]:
    """The five fields, in the order of `STRIP_NAMES`."""
    return (
        _table(table, around, words),
        _blinds(table, around, words),
        _time(around, words),
        _link(around, words),
        _reader(table, around, words),
    )


def prompt(table: PublicTable, around: Surroundings, words: Words) -> PromptView:
    """What the dealer does next; a refusal takes its place until something changes."""
    if refused := refusal(around, words):
        return refused
    return table_prompt(table, around, words)


def refusal(around: Surroundings, words: Words) -> PromptView | None:
    """Why the last thing asked was not done, or a card that was read changes nothing."""
    if around.refusal is None:
        return odd_prompt(around.odd, words) if around.odd else None
    why = around.refusal.why
    return PromptView("", words.say(why) if isinstance(why, Message) else why, around.refusal.clause, refused=True)


def _blinds(table: PublicTable, around: Surroundings, words: Words) -> CellView:
    if table.blinds is None:
        return CellView("blinds", words.no_level, trouble=True)
    text = words.played_for(table.blinds)
    if around.doubt:
        return CellView("blinds", text, words.chips.doubt_title, True)
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
    return CellView("link", away, words.counted(words.link_waiting, link.waiting), True)


def _table(table: PublicTable, around: Surroundings, words: Words) -> CellView:
    """Which table and hand, and who deals; of which hand the stacks are where hands were only told since."""
    name = words.table.format(table=table.table)
    if table.uncounted:
        return CellView("table", name, words.chips.as_of_short.format(hand=table.hand - table.uncounted), True)
    if table.dealer:
        return CellView("table", name, words.people.hand_by.format(hand=table.hand, name=table.dealer))
    if signers(around.staff, "dealer"):
        return CellView("table", name, words.people.no_dealer, True)
    return CellView("table", name, words.hand_number.format(hand=table.hand))


def _reader(table: PublicTable, around: Surroundings, words: Words) -> CellView:
    """The reader; lower on the ladder the step that the table is on."""
    if table.mode != "readers":
        return CellView("reader", words.chips.mode_short[table.mode], trouble=True)
    reader = around.reader
    if reader is None or reader.works:
        return CellView("reader", "", (reader.says or words.reader_ok) if reader else "")
    return CellView("reader", reader.head or words.reader_lost, reader.says or words.reader_lost_help, True)
