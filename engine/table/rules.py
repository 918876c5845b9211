"""The rules of a table, which turn an action into its events."""

from collections.abc import Callable
from functools import reduce
from typing import Any

from msgspec.structs import replace

from engine.actions import (
    Action,
    ApplyRuling,
    BuyChips,
    CallClock,
    ChangeDeck,
    CloseRace,
    CountStacks,
    Disqualify,
    DrawButton,
    LeaveSeat,
    MarkAway,
    OpenRace,
    OpenTable,
    Overrule,
    Penalize,
    PlaceButton,
    PlanLeave,
    ReportCount,
    ReportHand,
    SeeCard,
    SetLevel,
    SetMode,
    StartHand,
    StopPlay,
    TakeSeat,
)
from engine.books.rulebook import most_seats
from engine.button import high_card
from engine.events import (
    ButtonDrawn,
    ButtonPlaced,
    ChipsBought,
    Event,
    HandEnded,
    HandKilled,
    HandStarted,
    HandVoided,
    LeavePlanned,
    LevelSet,
    SeatLeft,
    SeatTaken,
    StackRemoved,
    StopSet,
    TableOpened,
    Touched,
)
from engine.hand import rules as hand_rules
from engine.names import one_line
from engine.refused import Refused
from engine.rulings.apply_ruling import applied
from engine.table import chip_race, modes, overrides, penalties, staffing
from engine.table import state as table_state
from engine.table.counting import report_count
from engine.table.deck_change import change_deck
from engine.table.next_deal import deal_problem, next_deal, start_problem, straddle_problem
from engine.table.player_clock import call_clock
from engine.table.seats import sitting
from engine.table.state import MOST_SEATS, Table, book_of, chips_at, is_playing, players


def decide(table: Table, action: Action) -> list[Event]:
    """The events that follow from an action. If it raises `Refused`, nothing has changed."""
    rule = _RULES.get(type(action))
    if rule is not None:
        return rule(table, action)
    if table.race is not None and isinstance(action, SeeCard):
        return [chip_race.deal(table.race, action, book_of(table))]
    book = book_of(table)
    if table.hand is None:
        raise Refused("no-hand-in-play")
    events = hand_rules.decide(table.hand, action, book)
    return events + after_hand(table, events[-1])


def after_hand(table: Table, last: Event) -> list[Event]:
    """The events after a hand: players without chips leave, and a disqualified player's chips are taken out of play."""
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
        raise Refused("table-open-already", table=table.number)
    if not 2 <= action.seat_count <= MOST_SEATS:
        raise Refused("seat-count", most=MOST_SEATS, seats=action.seat_count)
    return [TableOpened(action.table, action.event, action.book, action.seat_count)]


def _take_seat(table: Table, action: TakeSeat) -> list[Event]:
    book = book_of(table)
    if not 1 <= action.seat <= len(table.seats):
        raise Refused("no-such-seat", seat=action.seat)
    if action.seat > (most := most_seats(book, len(table.seats))):
        raise Refused("seat-beyond-book", book.table_size.clause, seat=action.seat, most=most)
    if table.seats[action.seat - 1]:
        raise Refused("seat-taken", seat=action.seat)
    if action.chips <= 0:
        raise Refused("sits-without-chips")
    if any(seat and seat.player == action.player for seat in table.seats):
        raise Refused("sits-already", name=action.name)
    if action.came_from < 0 or (action.came_from == table.number and not action.redrawn):
        raise Refused("comes-from-here")
    if action.purchase:
        _check_purchase(table, action.purchase, action.chips)
    name = one_line(action.name)
    return [SeatTaken(action.seat, action.player, name, action.chips, action.came_from, action.purchase)]


def _buy_chips(table: Table, action: BuyChips) -> list[Event]:
    """Buy chips. A deal that is dealt again is played with the chips with which it was first dealt."""
    book_of(table)
    seat = sitting(table.seats, action.seat)
    if seat.player != action.player:
        raise Refused("another-sits-there", seat=action.seat, name=seat.name)
    _check_purchase(table, action.purchase, action.chips)
    return [ChipsBought(action.seat, action.player, action.chips, action.purchase)]


def _check_purchase(table: Table, purchase: int, chips: int) -> None:
    """Raises `Refused` if the purchased chips cannot be handed out now or were already handed out."""
    if is_playing(table) or table.redeal:
        raise Refused("hand-in-play")
    if table.race is not None:
        raise Refused("race-open")
    if purchase < 1 or purchase in table.purchases:
        raise Refused("purchase-handed-out", purchase=purchase)
    chip = max(1, table.chip)
    if chips <= 0 or chips % chip:
        raise Refused("purchase-unpayable", chips=chips, chip=chip)


def _leave_seat(table: Table, action: LeaveSeat) -> list[Event]:
    if is_playing(table):
        raise Refused("hand-in-play")
    seat = sitting(table.seats, action.seat)
    _check_leaves_for(table, action.to)
    return [SeatLeft(action.seat, seat.player, seat.chips, action.to)]


def _plan_leave(table: Table, action: PlanLeave) -> list[Event]:
    seat = sitting(table.seats, action.seat)
    _check_leaves_for(table, action.to)
    if action.goes and seat.leaves_for == action.to:
        raise Refused("leaves-already", name=seat.name)
    if not action.goes and seat.leaves_for is None:
        raise Refused("stays-already", name=seat.name)
    return [LeavePlanned(action.seat, action.to, action.goes)]


def _check_leaves_for(table: Table, to: int) -> None:
    if to < 0 or to == table.number:
        raise Refused("leaves-for-here")


def _leavers(table: Table) -> list[Event]:
    """The players who are leaving before the next hand. They do not leave until a deal that did not count has been
    dealt again."""
    if table.redeal:
        return []
    return [
        SeatLeft(number, seat.player, seat.chips, seat.leaves_for)
        for number, seat in enumerate(table.seats, 1)
        if seat and seat.leaves_for is not None
    ]


def _place_button(table: Table, action: PlaceButton) -> list[Event]:
    if table.hands:
        raise Refused("button-moves-itself", book_of(table).button.clause)
    if not 1 <= action.seat <= len(table.seats):
        raise Refused("no-such-seat", seat=action.seat)
    return [ButtonPlaced(action.seat)]


def _draw_button(table: Table, action: DrawButton) -> list[Event]:
    if table.hands:
        raise Refused("button-moves-itself", book_of(table).button.clause)
    if not players(table):
        raise Refused("table-empty", book_of(table).first_button.clause)
    if sorted(action.seats) != list(players(table)) or len(action.seats) != len(action.cards):
        raise Refused("button-cards", book_of(table).first_button.clause)
    if twice := next((card for card in action.cards if action.cards.count(card) > 1), None):
        raise Refused("card-twice", card=twice)
    seat = high_card(dict(zip(action.seats, action.cards, strict=True)))
    return [ButtonDrawn(seat, action.seats, action.cards)]


def _set_level(table: Table, action: SetLevel) -> list[Event]:
    blinds = action.blinds
    if blinds.ante and table.book and table.book.antes.value == "forbidden":
        raise Refused("level-has-ante", table.book.antes.clause, level=blinds.level)
    if blinds.level < 1:
        raise Refused("level-below-one", level=blinds.level)
    if not 0 <= blinds.small <= blinds.big or blinds.big <= 0 or blinds.ante < 0 or blinds.chip <= 0:
        raise Refused("level-blinds-wrong", level=blinds.level)
    return [LevelSet(blinds)]


def _stop_play(table: Table, action: StopPlay) -> list[Event]:
    book_of(table)
    if action.stop == table.stop:
        raise Refused("stops-already")
    return [StopSet(action.stop)]


def _start_hand(table: Table, action: StartHand) -> list[Event]:
    if problem := start_problem(table):
        raise problem
    gone = _leavers(table)
    table = reduce(table_state.apply, gone, table)
    if action.straddle and (problem := straddle_problem(table)):
        raise problem
    book, deal = book_of(table), next_deal(table, action.straddle)
    return gone + hand_rules.start(deal, book, penalties.absent(table.seats, deal.seats, deal.big))


def deal_again(table: Table, deal: HandStarted) -> list[Event]:
    """Deal a hand again the way it was dealt, with the chips that its players have now. Raises `Refused` if one of them
    does not have any chips."""
    stacks = tuple(chips_at(table, seat) for seat in deal.seats)
    if 0 in stacks or is_playing(table):
        raise Refused("table-changed-since", book_of(table).corrections.clause)
    absent = penalties.absent(table.seats, deal.seats, deal.big)
    return hand_rules.start(replace(deal, stacks=stacks), book_of(table), absent)


def _set_mode(table: Table, action: SetMode) -> list[Event]:
    """Change the mode. If hands are no longer played out in the new mode, a hand in play is abandoned and its chips are
    returned until it is reported."""
    book_of(table)
    mode_set = modes.set_mode(table.mode, table.uncounted, table.hands, action)
    if table.hand is None or table.hand.over or action.mode not in modes.REPORTED:
        return [mode_set]
    deal = table.hand.deal
    abandoned = HandVoided(deal.seats, deal.stacks)
    return [mode_set, abandoned, *after_hand(table, abandoned)]


def _tell_hand(table: Table, action: ReportHand) -> list[Event]:
    if problem := deal_problem(table):
        raise problem
    gone = _leavers(table)
    table = reduce(table_state.apply, gone, table)
    return gone + modes.report_hand(table.mode, table.seats, table.chip, next_deal(table), action)


def _count_stacks(table: Table, action: CountStacks) -> list[Event]:
    book = book_of(table)
    if is_playing(table):
        raise Refused("hand-in-play")
    if table.race is not None:
        raise Refused("race-open")
    return modes.count_stacks(table.seats, table.uncounted, table.chip, action, book)


def _report_count(table: Table, action: ReportCount) -> list[Event]:
    book_of(table)
    if is_playing(table):
        raise Refused("hand-in-play")
    if table.race is not None:
        raise Refused("race-open")
    return [report_count(table.seats, table.uncounted, table.hands, action)]


def _open_race(table: Table, action: OpenRace) -> list[Event]:
    if is_playing(table):
        raise Refused("hand-in-play")
    if table.race is not None:
        raise Refused("race-open-already")
    if table.uncounted:
        raise Refused("count-first", hand=table.hands - table.uncounted)
    return [chip_race.open_race(table.seats, table.chip, action, book_of(table))]


def _close_race(table: Table, _: CloseRace) -> list[Event]:
    if table.race is None:
        raise Refused("no-race")
    return [chip_race.close_race(table.seats, table.race, book_of(table))]


def _apply_ruling(table: Table, action: ApplyRuling) -> list[Event]:
    book = book_of(table)
    if table.hand is None:
        raise Refused("no-hand-in-play")
    events, several = applied(table.hand, action, book)
    events += after_hand(table, events[-1])
    if not several:
        return events
    return [Touched("ruling", action.motion.seat, events=len(events)), *events]


def _change_deck(table: Table, action: ChangeDeck) -> list[Event]:
    return [change_deck(table, action)]


def _overrule(table: Table, action: Overrule) -> list[Event]:
    book = book_of(table)
    if is_playing(table) and isinstance(action.order, overrides.BETWEEN_HANDS):
        raise Refused("hand-in-play")
    if table.hand is None or isinstance(action.order, overrides.AT_TABLE):
        return overrides.at_table(table.seats, table.hands, table.chip, action, book)
    events = hand_rules.decide(table.hand, action, book)
    return events + after_hand(table, events[-1])


def _mark_away(table: Table, action: MarkAway) -> list[Event]:
    return [penalties.mark_away(table.seats, action)]


def _call_clock(table: Table, action: CallClock) -> list[Event]:
    book = book_of(table)
    if table.hand is None or not is_playing(table):
        raise Refused("no-hand-in-play", book.player_clock.clause)
    return [call_clock(table.hand, table.timed, action, book.player_clock.clause)]


def _penalize(table: Table, action: Penalize) -> list[Event]:
    return [penalties.penalize(table.seats, action, book_of(table))]


def _disqualify(table: Table, action: Disqualify) -> list[Event]:
    out = penalties.disqualify(table.seats, action, book_of(table))
    hand = table.hand
    if hand is None or hand.over or action.seat not in hand.deal.seats:
        return [out, StackRemoved(action.seat, out.player, chips_at(table, action.seat))]
    dead = HandKilled(action.seat, action.why, follows=True, cause="disqualified")
    return [out, *hand_rules.kill_hands(hand, {action.seat: dead})]


def _staffed(rule: Callable[[staffing.Staffing, Any], list[Event]]) -> Callable[[Table, Any], list[Event]]:
    return lambda table, action: rule(table.staffing, action)


_RULES: dict[type[Action], Callable[[Table, Any], list[Event]]] = {
    OpenTable: _open,
    TakeSeat: _take_seat,
    BuyChips: _buy_chips,
    LeaveSeat: _leave_seat,
    PlanLeave: _plan_leave,
    PlaceButton: _place_button,
    DrawButton: _draw_button,
    SetLevel: _set_level,
    StopPlay: _stop_play,
    ChangeDeck: _change_deck,
    StartHand: _start_hand,
    SetMode: _set_mode,
    ReportHand: _tell_hand,
    CountStacks: _count_stacks,
    ReportCount: _report_count,
    OpenRace: _open_race,
    CloseRace: _close_race,
    ApplyRuling: _apply_ruling,
    Overrule: _overrule,
    MarkAway: _mark_away,
    CallClock: _call_clock,
    Penalize: _penalize,
    Disqualify: _disqualify,
    **{order: _staffed(rule) for order, rule in staffing.RULES.items()},
}
