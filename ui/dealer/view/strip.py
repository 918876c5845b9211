"""The strip along the far edge (table, blinds, time, notes, link, readers), and the prompt in front of the dealer."""

from msgspec.structs import replace

from engine.public import PublicTable
from ui.dealer.model.sign_in import signers
from ui.dealer.model.surroundings import LevelTime, Surroundings
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, CellView, PromptView
from ui.dealer.view import arrivals
from ui.dealer.view.cards import odd_prompt
from ui.dealer.view.prompts import step_line, table_prompt
from ui.words import Words


def strip(table: PublicTable, surroundings: Surroundings, words: Words) -> tuple[CellView, ...]:
    """The fields, from the left."""
    return (
        _table(table, surroundings, words),
        _blinds(table, surroundings, words),
        _time(surroundings, words),
        _link(table, surroundings, words),
        _reader(table, surroundings, words),
        *_stop(table, words),
        *_relief(surroundings, words),
    )


def prompt(table: PublicTable, surroundings: Surroundings, words: Words) -> PromptView:
    """The dealer's next step. A refusal shares its place until something changes."""
    refused = refusal(surroundings, words)
    if refused:
        refused = replace(refused, beside=step_line(table, surroundings, words))
    if refused and not _is_of_arrival(surroundings):
        return refused
    if surroundings.link and surroundings.link.lost and surroundings.link.trouble:
        said = words.fault(surroundings.link.trouble)
        return PromptView(words.only_shows, said.what, said.fix, refused=True)
    return arrivals.prompt(table, surroundings, words) or refused or table_prompt(table, surroundings, words)


def sign_in(table: PublicTable, surroundings: Surroundings, words: Words) -> ButtonView | None:
    """The key beside the prompt between hands while no dealer is signed in, if dealers sign in at this table."""
    if table.playing or not table.book or table.dealer or not signers(surroundings.staff, "dealer"):
        return None
    from ui.dealer.pages.people.signin import SignInPage  # noqa: PLC0415  the first frame does not wait for it

    return ButtonView("sign-in", words.people.sign_in, OpenPage(SignInPage()), emphasis="act")


def _is_of_arrival(surroundings: Surroundings) -> bool:
    """Whether the news is about chips to hand out; if so, the list for all seats is shown instead, because it is more
    complete."""
    return surroundings.refusal is not None and surroundings.refusal.why.code == "chips-to-hand-out"


def refusal(surroundings: Surroundings, words: Words) -> PromptView | None:
    """Why the last request was refused, or why a card that was read has no effect."""
    if surroundings.refusal is None:
        return odd_prompt(surroundings.odd, words) if surroundings.odd else None
    why, clause = surroundings.refusal.why, surroundings.refusal.clause
    return PromptView("", words.explain(why), words.cited(clause), refused=not surroundings.refusal.is_news)


def _blinds(table: PublicTable, surroundings: Surroundings, words: Words) -> CellView:
    """The blinds in play, and below them the level and what follows it."""
    if table.blinds is None:
        return CellView("blinds", words.no_level, note=True)
    text = words.played_for(table.blinds)
    if surroundings.doubt:
        return CellView("blinds", text, words.chips.doubt_title, True)
    if table.next_blinds:
        return CellView("blinds", text, words.from_next.format(blinds=words.played_for(table.next_blinds)), note=True)
    level = surroundings.level
    has_levels = level is not None or (surroundings.link is not None and not surroundings.plays_alone)
    name = words.level.format(level=table.blinds.level) if has_levels else ""
    if level is None or level.next_blinds is None:
        return CellView("blinds", text, name)
    following = (words.break_next if level.then_break else words.level_next).format(
        blinds=words.played_for(level.next_blinds)
    )
    return CellView("blinds", text, f"{name}  {following}")


def _time(surroundings: Surroundings, words: Words) -> CellView:
    level = surroundings.level
    if level is None:
        return CellView("time", "")
    if level.starts_in_ms:
        return CellView("time", words.left(level.starts_in_ms), words.until_start)
    state = _state(level, words)
    part = min(1.0, level.left_ms / level.full_ms) if level.full_ms and not level.play else -1.0
    return CellView("time", _left(level, words), state, note=bool(state) and not level.is_break, part=part)


def _left(level: LevelTime, words: Words) -> str:
    if level.play and not level.play.left:
        return words.last_level
    if level.play:
        counted = words.left_hands if level.play.lasts == "hands" else words.left_orbits
        return words.counted(counted, level.play.left)
    if level.over_ms:
        return words.over.format(time=words.left(level.over_ms - level.over_ms % 1000))
    return words.left(level.left_ms)


def _state(level: LevelTime, words: Words) -> str:
    """Why the time is not an ordinary level's; empty for an ordinary level."""
    if not level.running:
        return words.paused if level.started else words.not_started
    if level.held:
        return words.clock_stopped
    if level.hand_for_hand:
        return words.hand_for_hand
    if level.over_ms:
        return words.overtime
    return words.level_name(level.name) if level.is_break else ""


def _link(table: PublicTable, surroundings: Surroundings, words: Words) -> CellView:
    link = surroundings.link
    if link is None or link.connected:
        return CellView("link", "", words.link_ok if link else "", good=link is not None)
    if link.lost:
        return CellView("link", words.link_lost, words.link_lost_help, True)
    if link.refused:
        return CellView("link", words.link_refused, words.link_refused_help, True)
    away = words.link_away.format(age=words.age(link.away_ms))
    waiting = words.counted(words.link_waiting, link.waiting) if table.book else words.start.not_begun
    if surroundings.plays_alone:  # no clock receives its records
        waiting = words.start.own
    return CellView("link", away, waiting, True)


def _stop(table: PublicTable, words: Words) -> tuple[CellView, ...]:
    """How long the room still lets the table play, and why. Hand for hand is shown beside the time."""
    if not table.playing or table.stop is None or table.stop.why in ("hand-for-hand", "players-left"):
        return ()
    if table.stop.why == "over":
        return (CellView("stop", words.tournament_over, words.finish_hand, note=True),)
    if table.stop.why == "last-round":
        return (CellView("stop", words.last_orbit, words.then_hold, note=True),)
    left = table.stop.at - table.hand
    text = words.counted(words.left_hands, left) if left > 0 else words.last_hand
    return (CellView("stop", text, table.stop.reason or words.then_hold, note=True),)


def _relief(surroundings: Surroundings, words: Words) -> tuple[CellView, ...]:
    one = surroundings.booking.next_dealer
    if one is None:
        return ()
    return (CellView("relief", one.name, words.relief_at.format(time=one.time) if one.time else words.relief),)


def _table(table: PublicTable, surroundings: Surroundings, words: Words) -> CellView:
    """The table, the hand and the dealer. If the latest hands were only reported, it names the last hand for which the
    stacks are known."""
    name = words.table.format(table=table.table)
    if surroundings.disk and surroundings.disk.state != "low":
        is_full = surroundings.disk.state == "full"
        return CellView("table", name, words.disk.full_short if is_full else words.disk.failed_short, True)
    if table.uncounted:
        return CellView("table", name, words.chips.as_of_short.format(hand=table.hand - table.uncounted), True)
    if table.dealer:
        return CellView("table", name, words.people.hand_by.format(hand=table.hand, name=table.dealer))
    if signers(surroundings.staff, "dealer"):
        return CellView("table", name, words.people.no_dealer, note=True)
    return CellView("table", name, words.hand_number.format(hand=table.hand) if table.hand else "")


def _reader(table: PublicTable, surroundings: Surroundings, words: Words) -> CellView:
    """The reader's status or, if the table has fallen back to another mode, the name of that mode."""
    if table.mode != "readers":
        return CellView("reader", words.chips.mode_short[table.mode], trouble=True)
    reader = surroundings.reader
    if reader is None or reader.works:
        return CellView("reader", "", (reader.says or words.reader_here) if reader else "", good=reader is not None)
    return CellView("reader", reader.head or words.reader_lost, reader.says or words.reader_lost_help, True)
