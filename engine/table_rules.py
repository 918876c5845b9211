"""What may be asked of a table, and what follows from it."""

from collections.abc import Callable
from typing import Any

from engine import hand as one_deal
from engine import overrides, penalties
from engine.actions import (
    Action,
    ChangeDeck,
    Disqualify,
    DrawButton,
    LeaveSeat,
    MarkAway,
    OpenTable,
    Overrule,
    Penalise,
    PlaceButton,
    SetLevel,
    StartHand,
    TakeSeat,
)
from engine.button import high_card
from engine.cards import card_name
from engine.deck_change import change_deck
from engine.events import (
    ButtonDrawn,
    ButtonPlaced,
    Event,
    HandEnded,
    HandVoided,
    LevelSet,
    SeatLeft,
    SeatTaken,
    StackRemoved,
    TableOpened,
)
from engine.next_deal import next_deal, start_problem, straddle_problem
from engine.refused import Refused
from engine.seats import sitting
from engine.table import MOST_SEATS, Table, book_of, chips_at, is_playing, players


def decide(table: Table, action: Action) -> list[Event]:
    """The facts that follow from an action. Raises `Refused`; then nothing has changed."""
    rule = _RULES.get(type(action))
    if rule is not None:
        return rule(table, action)
    book = book_of(table)
    if table.hand is None:
        raise Refused("no hand is in play")
    events = one_deal.decide(table.hand, action, book)
    return events + _after_hand(table, events[-1])


def _after_hand(table: Table, last: Event) -> list[Event]:
    """Once a hand is over, who has no chips left goes, and what a disqualified player has leaves play."""
    gone: list[Event] = []
    if isinstance(last, HandEnded | HandVoided):
        for number, chips in zip(last.seats, last.stacks, strict=True):
            seat = sitting(table.seats, number)
            if seat.disqualified:
                gone.append(StackRemoved(number, seat.player, chips))
            elif chips == 0:
                gone.append(SeatLeft(number, seat.player, 0))
    return gone


def _open(table: Table, action: OpenTable) -> list[Event]:
    if table.book is not None:
        raise Refused(f"table {table.number} is open already")
    if not 2 <= action.seat_count <= MOST_SEATS:
        raise Refused(f"a table has 2 to {MOST_SEATS} seats, not {action.seat_count}")
    return [TableOpened(action.table, action.event, action.book, action.seat_count)]


def _take_seat(table: Table, action: TakeSeat) -> list[Event]:
    book_of(table)
    if not 1 <= action.seat <= len(table.seats):
        raise Refused(f"there is no seat {action.seat} at this table")
    if table.seats[action.seat - 1]:
        raise Refused(f"seat {action.seat} is taken")
    if action.chips <= 0:
        raise Refused("a player sits down with chips")
    if any(seat and seat.player == action.player for seat in table.seats):
        raise Refused(f"{action.name} sits at this table already")
    return [SeatTaken(action.seat, action.player, action.name, action.chips)]


def _leave_seat(table: Table, action: LeaveSeat) -> list[Event]:
    if is_playing(table):
        raise Refused("finish this hand first")
    seat = sitting(table.seats, action.seat)
    return [SeatLeft(action.seat, seat.player, seat.chips)]


def _place_button(table: Table, action: PlaceButton) -> list[Event]:
    if table.hands:
        raise Refused("the button moves by itself after the first hand", book_of(table).button.clause)
    if not 1 <= action.seat <= len(table.seats):
        raise Refused(f"there is no seat {action.seat} at this table")
    return [ButtonPlaced(action.seat)]


def _draw_button(table: Table, action: DrawButton) -> list[Event]:
    if table.hands:
        raise Refused("the button moves by itself after the first hand", book_of(table).button.clause)
    if not players(table):
        raise Refused("nobody sits at this table yet", book_of(table).first_button.clause)
    if sorted(action.seats) != list(players(table)) or len(action.seats) != len(action.cards):
        raise Refused("for the button every player gets one card", book_of(table).first_button.clause)
    if twice := next((card for card in action.cards if action.cards.count(card) > 1), None):
        raise Refused(f"the {card_name(twice)} is there twice")
    seat = high_card(dict(zip(action.seats, action.cards, strict=True)))
    return [ButtonDrawn(seat, action.seats, action.cards)]


def _set_level(table: Table, action: SetLevel) -> list[Event]:
    blinds = action.blinds
    if blinds.ante and table.book and table.book.antes.value == "forbidden":
        raise Refused(f"level {blinds.level} has an ante, and this book has none", table.book.antes.clause)
    if blinds.level < 1:
        raise Refused(f"levels count from 1, not {blinds.level}")
    if not 0 <= blinds.small <= blinds.big or blinds.big <= 0 or blinds.ante < 0 or blinds.chip <= 0:
        raise Refused(f"level {blinds.level}: a level needs 0 <= small <= big, an ante of 0 or more and a chip above 0")
    return [LevelSet(blinds)]


def _start_hand(table: Table, action: StartHand) -> list[Event]:
    if problem := start_problem(table):
        raise problem
    if action.straddle and (problem := straddle_problem(table)):
        raise problem
    book, deal = book_of(table), next_deal(table, action.straddle)
    return one_deal.start(deal, book, penalties.absent(table.seats, deal.seats, deal.big, book))


def _change_deck(table: Table, action: ChangeDeck) -> list[Event]:
    return [change_deck(table, action)]


def _overrule(table: Table, action: Overrule) -> list[Event]:
    book = book_of(table)
    if is_playing(table) and isinstance(action.order, overrides.BETWEEN_HANDS):
        raise Refused("finish this hand first")
    if table.hand is None or isinstance(action.order, overrides.AT_TABLE):
        return overrides.at_table(table.seats, table.hands, action, book)
    events = one_deal.decide(table.hand, action, book)
    return events + _after_hand(table, events[-1])


def _mark_away(table: Table, action: MarkAway) -> list[Event]:
    return [penalties.mark_away(table.seats, action)]


def _penalise(table: Table, action: Penalise) -> list[Event]:
    return [penalties.penalise(table.seats, action, book_of(table))]


def _disqualify(table: Table, action: Disqualify) -> list[Event]:
    out = penalties.disqualify(table.seats, action, book_of(table))
    hand = table.hand
    if hand is None or hand.over or action.seat not in hand.deal.seats:
        return [out, StackRemoved(action.seat, out.player, chips_at(table, action.seat))]
    return [out, *one_deal.killed(hand, {action.seat: f"disqualified: {action.why}"})]


_RULES: dict[type[Action], Callable[[Table, Any], list[Event]]] = {
    OpenTable: _open,
    TakeSeat: _take_seat,
    LeaveSeat: _leave_seat,
    PlaceButton: _place_button,
    DrawButton: _draw_button,
    SetLevel: _set_level,
    ChangeDeck: _change_deck,
    StartHand: _start_hand,
    Overrule: _overrule,
    MarkAway: _mark_away,
    Penalise: _penalise,
    Disqualify: _disqualify,
}
