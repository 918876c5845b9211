"""The dealer's next step in three short lines, and the announcement at the start of a street."""

from engine.actions import BOARD
from engine.events import BetMade, Called, Checked, Folded, HandStarted, Raised
from engine.message import Message
from engine.public import PublicTable
from engine.terms import REPORTED
from ui.dealer.model.readers import covers
from ui.dealer.model.surroundings import Link, ReaderHealth, Surroundings, is_booked
from ui.dealer.model.values import NewSeatsView, PromptView
from ui.dealer.view.pots import pot_name, shown, went_back
from ui.words import Words

NOTHING = Surroundings()
ACTIONS = (Folded, Checked, Called, BetMade, Raised)
"""The actions of a player in turn."""


def table_prompt(table: PublicTable, surroundings: Surroundings, words: Words) -> PromptView:
    """The seat to act and the cost to call; what to burn, deal or push; and who shows. Between hands, the first
    task."""
    if not table.playing:
        return _between(table, surroundings, words)
    if table.legal.seat:
        return _turn(table, surroundings, words)
    if table.legal.push:
        return PromptView(words.decided, _goes_back(table, words))
    return _card_due(table, surroundings, words)


def step_line(table: PublicTable, surroundings: Surroundings, words: Words) -> str:
    """The next step in one line, for a place that a notice takes up: the seat to act with the chips to call, the card
    due or, between hands, the next button and big blind."""
    if not table.playing:
        return positions(table, words)
    if table.legal.push:
        return ""
    step = table_prompt(table, surroundings, words)
    return f"{step.head}: {step.body}" if step.head and step.body else step.head or step.body


def street_count(table: PublicTable, words: Words, surroundings: Surroundings = NOTHING) -> str:
    """`3 players, 12,300`: the players still in and the chips, to check against the felt; empty between hands."""
    if not table.playing:
        return ""
    live = sum(seat.live and not seat.mucked for seat in table.seats)
    return words.counted(words.chips.count_down, live, chips=shown(table.pot, table, surroundings, words))


def _between(table: PublicTable, surroundings: Surroundings, words: Words) -> PromptView:
    say, level = words.chips, surroundings.level
    if table.race:
        return PromptView(say.race_open, say.race_go_on)
    if level and level.is_break:
        left = say.on_break_left.format(left=words.left(level.left_ms))
        return PromptView(words.on_break, left, _waits(table, words) or words.on_break_help)
    if table.mode in REPORTED and table.blinds:
        text = say.tell_it if table.mode == "winners" else say.count_it
        stale = say.as_of.format(hand=table.hand - table.uncounted) if table.uncounted else ""
        return PromptView(text.format(hand=table.next_hand), words.played_for(table.blinds), stale)
    if table.start_problem:
        return _not_ready(table, table.start_problem, surroundings, words)
    ready = words.ready.format(hand=table.next_hand)
    return PromptView(ready, _level(table, words), _waits(table, words) or positions(table, words))


def _not_ready(table: PublicTable, problem: Message, surroundings: Surroundings, words: Words) -> PromptView:
    """Why no hand can be dealt. At a table without players, the text says what the table is waiting for, or that the
    game is over."""
    if surroundings.link and not table.book:
        if is_booked(surroundings):
            return PromptView(surroundings.booking.event, words.wait_draw)
        return _awaits_room(surroundings.link, surroundings.clock, words)
    is_empty = not any(seat.player for seat in table.seats)
    if is_empty and table.stop is not None and table.stop.why == "over":
        return PromptView(words.event_is_over, surroundings.booking.event)
    if surroundings.booking.over and is_empty:
        if surroundings.booking.over == "closed":
            return PromptView(words.table_closed, words.table_closed_help)
        return PromptView(words.table_broken, words.table_broken_help)
    waits = words.no_further if table.hand else words.not_ready
    return PromptView(words.stops if is_on_hold(problem) else waits, words.say(problem))


def new_seats(table: PublicTable, surroundings: Surroundings, words: Words) -> NewSeatsView | None:
    """Where the players of a closed or broken table sit now; None while somebody sits here, or after the event."""
    booking, is_over = surroundings.booking, table.stop is not None and table.stop.why == "over"
    if not booking.new_seats or table.playing or is_over or any(seat.player for seat in table.seats):
        return None
    title = words.table_closed_seats if booking.over == "closed" else words.table_broken_seats
    place = words.people.move_whither
    rows = tuple((one.name, place.format(table=one.table, seat=one.seat)) for one in booking.new_seats)
    return NewSeatsView(title, rows)


def is_on_hold(problem: Message | None) -> bool:
    """Whether the room has stopped this table for a while."""
    return problem is not None and problem.code.startswith("stops-") and problem.code != "stops-over"


def _awaits_room(link: Link, clock: str, words: Words) -> PromptView:
    """The reason why a table that was never opened is waiting."""
    if link.connected:
        return PromptView(words.wait_room, words.wait_room_help)
    if link.trouble is None:
        return PromptView(words.wait_clock, clock)
    said = words.fault(link.trouble)
    # If the clock is unreachable, the remedy is to keep playing, but nobody is playing here.
    return PromptView(words.wait_clock, clock, str(said) if link.refused else said.what)


def _level(table: PublicTable, words: Words) -> str:
    """The blinds of the next hand, and whether they are new."""
    if table.blinds is None:
        return ""
    said = words.played_for(table.blinds)
    before = next((line.event.terms for line in table.lines if isinstance(line.event, HandStarted)), None)
    return words.chips.level_new.format(blinds=said) if before and before.level != table.blinds.level else said


def _waits(table: PublicTable, words: Words) -> str:
    """A line saying that chips on the table are out of play."""
    return words.chips.color_due.format(odd=words.amount(table.race_due[0])) if table.race_due else ""


def positions(table: PublicTable, words: Words) -> str:
    """The button and the big blind of the next hand, and whether its small blind is dead because nobody posts it."""
    at = table.next_at
    if not at.big:
        return ""
    small = table.seats[at.small - 1] if at.small else None
    is_dead = small is not None and (not small.player or small.leaves_for is not None)
    return (words.next_at_dead if is_dead else words.next_at).format(button=at.button, big=at.big)


def _turn(table: PublicTable, surroundings: Surroundings, words: Words) -> PromptView:
    legal = table.legal
    who = words.who(legal.seat, table.seats[legal.seat - 1].name)
    if table.on_clock == legal.seat and surroundings.player_clock_ms is not None:
        return _on_clock(table, who, surroundings.player_clock_ms, words)
    amounts = {"least": words.amount(legal.least), "most": words.amount(legal.most)}
    if legal.call:
        body = words.turn_call.format(chips=words.amount(legal.call))
    else:
        body = words.turn_check if legal.opens else words.turn_check_raise
    offer = words.turn_bet if legal.opens else words.turn_raise
    may = (words.turn_all_in if legal.least == legal.most else offer).format(**amounts) if legal.most else ""
    foot = _all_in_button(table, words) or may
    return PromptView(who, body, foot, seat=legal.seat, name=table.seats[legal.seat - 1].name)


def _on_clock(table: PublicTable, who: str, left_ms: int, words: Words) -> PromptView:
    """The time left and the consequence; once time is up, the touch that records the consequence."""
    say, owes = words.player_clock, table.legal.call > 0
    head = say.head.format(who=who)
    if left_ms <= 0:
        return PromptView(head, say.over, say.over_fold if owes else say.over_check)
    return PromptView(head, words.left(left_ms), say.dead_at_end if owes else say.check_at_end)


def _card_due(table: PublicTable, surroundings: Surroundings, words: Words) -> PromptView:
    """The street due, with its burn card, or the next hand to show; below it, the chips to return or the players still
    in."""
    if not table.legal.due:
        return _awaits_floor(table, words)
    where = table.legal.due[0]
    urgent = _unread(where, surroundings.reader, words) or _goes_back(table, words)
    count = street_count(table, words, surroundings)
    if where == BOARD:
        return PromptView(
            _dealt(table, words),
            words.board_place(len(table.board) + 1),
            urgent or _all_in_button(table, words) or count,
        )
    seat = table.seats[where - 1]
    body = words.show_card.format(card=len(seat.cards) + 1)
    first = words.shows_first[table.shows_first] if table.shows_first else count
    return PromptView(words.show_next.format(who=words.who(where, seat.name)), body, urgent or first)


def _awaits_floor(table: PublicTable, words: Words) -> PromptView:
    """Says that the floor must decide who gets a pot; empty if every pot has someone who can win it."""
    if not table.legal.award:
        return PromptView("")
    pot = pot_name(table.legal.award[0], table, words)
    path = f"{words.menu.more}, {words.menu.entries['override'].text}"
    return PromptView(pot, words.unclaimed, path)


def _unread(where: int, reader: ReaderHealth | None, words: Words) -> str:
    """Says that the card due there will not be read, and what to do; empty if it will be read."""
    if reader is None or reader.works:
        return ""
    if any(covers(place, where) for place in reader.reads):
        return ""
    if reader.lost is not None and not any(covers(place, where) for place in reader.lost):
        return ""
    return reader.help or words.reader_lost_help


def _dealt(table: PublicTable, words: Words) -> str:
    """How the next card is dealt: with a burn card before each street, but without one after a card dealt too early."""
    if len(table.board) in (1, 2):
        return words.deal
    if table.reshuffle:
        return words.chips.reshuffle if table.burn else words.chips.reshuffle_no_burn
    return words.chips.burn if table.burn else words.chips.no_burn


def _all_in_button(table: PublicTable, words: Words) -> str:
    """Reminds the dealer of the all-in button if the last action put a player all-in; otherwise empty."""
    last = next((line.event for line in reversed(table.lines) if isinstance(line.event, ACTIONS)), None)
    seat = table.seats[last.seat - 1] if isinstance(last, ACTIONS) else None
    if seat is None or not (seat.all_in and seat.live) or seat.cards:
        return ""
    return words.all_in_button.format(seat=seat.seat, chips=words.amount(seat.put_in))


def _goes_back(table: PublicTable, words: Words) -> str:
    back = went_back(table)
    if back is None:
        return ""
    who = words.who(back[0], table.seats[back[0] - 1].name)
    return words.chips.goes_back.format(chips=words.amount(back[1]), who=who)
