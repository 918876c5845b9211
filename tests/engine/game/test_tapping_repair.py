"""Any line of a hand can be fixed, and the acts after it are applied again. UNDO and REDO work across hands."""

import pytest
from msgspec.structs import replace

from engine.actions import (
    BOARD,
    Amend,
    Answer,
    Call,
    DropAct,
    Fold,
    HandOver,
    InsertBefore,
    PutIn,
    RaiseTo,
    Redo,
    ReplaceAct,
    SeeCard,
    Undo,
)
from engine.cards import parse_cards
from engine.events import (
    Amended,
    Asked,
    Blinds,
    BoardDealt,
    Called,
    CardHeld,
    Event,
    Folded,
    PotAwarded,
    Raised,
    TakenBack,
)
from engine.game.game import Game, decide, replay, step
from engine.game.questions import Question
from engine.history.record import surviving
from engine.public import public
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from tests.engine.game.tapping import after, at, board, chips, did, seated, tabled
from tests.kit.randomplay import TDA

SIX = seated(5_000, 5_000, 5_000, 5_000, 5_000, 5_000)
"""Blinds 50 and 100 at seats 1 and 2; seat 3 is first to act."""
TURN = after(SIX, PutIn(4, 300), PutIn(6), *board("AhKd2c3c"), PutIn(4, 500))
FLOP = parse_cards("AhKd2c")
LEVEL_2 = Blinds(2, 100, 200)
FOR_ITSELF = "repair-with-floor"


def mark(game: Game, event: Event) -> int:
    return at(public(game), event)


def test_a_missed_call_replaces_the_inferred_fold():
    """Seat 2 was in all along. Its call goes preflop, and its later checks are inferred."""
    amended = after(TURN, Amend(mark(TURN, Folded(2)), ReplaceAct(Call(2))))

    assert did(amended)[:6] == [Folded(3), Raised(4, 300), Folded(5), Called(6, 300), Folded(1), Called(2, 200)]
    assert public(amended).board == parse_cards("AhKd2c3c")
    assert public(amended).seats[1].live
    assert public(amended).price == 500


def test_a_repair_is_one_step_and_undo_restores_the_exact_value():
    amended = after(TURN, Amend(mark(TURN, Folded(2)), ReplaceAct(Call(2))))
    undone = after(amended, Undo())

    assert (undone.state, undone.undo_stack) == (TURN.state, TURN.undo_stack)
    assert after(undone, Redo()).table == amended.table
    assert isinstance(public(amended).last, Amended)


def test_a_repair_undoes_back_to_the_tap_and_replays_the_rest():
    events = decide(TURN, Amend(mark(TURN, Folded(2)), ReplaceAct(Call(2))))

    assert isinstance(events[0], Amended)
    assert (events[0].how, events[0].act, events[0].seat) == ("replace", "call", 2)
    assert isinstance(events[1], TakenBack)


def test_a_repair_that_leaves_two_possibilities_asks_the_dealer():
    """
    With seat 2 still in, a card on the turn no longer says that seat 6 called.
    """
    river = after(TURN, *board("4c"))

    amended = after(river, Amend(mark(river, Folded(2)), ReplaceAct(Call(2))))

    assert public(amended).question == Question("who-called", (6, 2), 500, parse_cards("4c"))


def test_later_taps_of_the_hand_still_hold_after_a_repair():
    """Seat 6 was found to have called the turn, and bet the river.

    It still did, and seat 2 is marked doubtful, not guessed.
    """
    river = after(TURN, *board("4c"), PutIn(6, 900))

    amended = after(river, Amend(mark(river, Folded(2)), ReplaceAct(Call(2))))

    assert Called(6, 500) in did(amended)
    assert public(amended).price == 900
    assert not public(amended).seats[1].live


def test_an_amount_is_changed_and_the_calls_follow():
    amended = after(TURN, Amend(mark(TURN, Raised(4, 300)), ReplaceAct(RaiseTo(4, 400))))

    assert Called(6, 400) in did(amended)
    assert public(amended).pot == 400 + 400 + 150 + 500


def test_a_call_of_the_wrong_seat_is_moved_to_the_right_one():
    """
    Seat 5 called, not seat 6.
    """
    flop = after(SIX, PutIn(4, 300), PutIn(6), *board("AhKd2c"))

    amended = after(flop, Amend(mark(flop, Called(6, 300)), ReplaceAct(PutIn(5))))

    assert did(amended)[1:4] == [Raised(4, 300), Called(5, 300), Folded(6)]


def test_a_card_of_the_board_is_swapped():
    amended = after(TURN, Amend(mark(TURN, BoardDealt(FLOP[1])), ReplaceAct(SeeCard(parse_cards("Qs")[0], BOARD))))

    assert public(amended).board == parse_cards("AhQs2c3c")


def test_an_extra_tap_is_dropped_and_the_seat_is_silent_again():
    """
    Seat 5 had not called.
    """
    flop = after(SIX, PutIn(4, 300), PutIn(5), PutIn(6), *board("AhKd2c"))

    amended = after(flop, Amend(mark(flop, Called(5, 300)), DropAct()))

    assert did(amended)[1:4] == [Raised(4, 300), Folded(5), Called(6, 300)]


def test_a_missed_raise_is_inserted_before_the_acts_that_followed_it():
    """
    Seat 3 opened for 250 before seat 4 made it 600.
    """
    game = after(SIX, PutIn(4, 600), PutIn(6))

    amended = after(game, Amend(mark(game, Raised(4, 600)), InsertBefore(PutIn(3, 250))))

    assert did(amended)[:2] == [Raised(3, 250), Raised(4, 600)]


def test_an_answer_is_replayed_as_the_acts_that_it_gave():
    """Seat 6 was said to have called. The raise was really to 400."""
    game = after(SIX, PutIn(4, 300), *board("AhKd2c"))
    answered = after(game, Answer((6,)))

    amended = after(answered, Amend(mark(answered, Raised(4, 300)), ReplaceAct(RaiseTo(4, 400))))

    assert Called(6, 400) in did(amended)
    assert public(amended).board == FLOP


def test_a_held_card_can_be_swapped_too():
    game = after(SIX, PutIn(4, 300), *board("AhKd"))
    held = CardHeld(FLOP[1])

    amended = after(game, Amend(mark(game, held), ReplaceAct(SeeCard(parse_cards("Qs")[0]))))

    assert public(amended).question == Question("who-called", (5, 6, 1, 2), 300, parse_cards("AhQs"))


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("line", [CardHeld, BoardDealt])
def test_a_card_that_was_held_is_swapped_and_the_answer_holds(place, line):
    """By the line where it was read, or by its place on the board."""
    answered = after(SIX, PutIn(4, 300), *board("AhKd2c"), Answer((6,)))
    swapped = [*FLOP[:place], parse_cards("Qs")[0], *FLOP[place + 1 :]]

    amended = after(answered, Amend(mark(answered, line(FLOP[place])), ReplaceAct(SeeCard(swapped[place]))))

    assert public(amended).board == tuple(swapped)
    assert Called(6, 300) in did(amended)
    assert after(amended, Undo(), Redo()).table == amended.table


@pytest.mark.parametrize(
    ("event", "change", "why"),
    [
        (Folded(2), DropAct(), "line-inferred"),
        (Raised(4, 300), DropAct(), "repair-impossible (why=seat-folded (seat=4))"),
        (Folded(5), ReplaceAct(Fold(5, floor="so it was")), FOR_ITSELF),
    ],
)
def test_an_impossible_repair_is_refused_and_changes_nothing(event, change, why):
    with pytest.raises(Refused) as refused:
        decide(TURN, Amend(mark(TURN, event), change))

    assert str(refused.value.message) == why


def test_an_undone_line_cannot_be_repaired():
    gone = mark(TURN, Folded(2))
    start = after(TURN, *[Undo()] * 7)

    with pytest.raises(Refused) as refused:
        decide(start, Amend(gone, DropAct()))

    assert str(refused.value.message) == "line-gone"


# Across the end of a hand


def test_the_last_hand_can_be_repaired_during_the_next_one():
    """A call was missed before the end: the screen asks again who won, or the later taps are applied again."""
    over = after(TURN, *board("4c"), *tabled(6, "QhQs"), HandOver(), HandOver())
    assert public(over).hand == 2
    lines = public(after(over, Undo())).lines
    seen = next(line.mark for line in lines if line.event == Raised(4, 300))

    amended = after(over, Amend(seen, ReplaceAct(RaiseTo(4, 400))))

    assert public(amended).hand == 2
    assert chips(amended, 6) == chips(over, 6) + 100
    assert after(amended, Undo()).state == over.state


@pytest.mark.parametrize("change", [SetLevel(Blinds(2, 100, 200, chip=25)), TakeSeat(7, "p7", "Seven", 9_000)])
def test_a_repair_of_the_last_hand_does_not_change_the_deal_of_the_next(change):
    """The level and the newcomer came in the middle of the next hand: its blinds and its players stay the same."""
    before = after(SIX, PutIn(4, 300))
    order = Amend(mark(before, Raised(4, 300)), ReplaceAct(PutIn(5, 300)))
    changed = after(before, HandOver(), change)

    amended = after(changed, order)

    assert changed.table.hand
    assert amended.table.hand
    assert amended.table.hand.deal == replace(changed.table.hand.deal, stacks=amended.table.hand.deal.stacks)
    assert chips(amended, 4) == 5_000
    assert after(amended, Undo()).state == changed.state


def test_undo_crosses_the_end_of_a_hand_until_substantial_action_in_the_next():
    """The dealer corrects accounting errors until substantial action in the next hand.

    After it, the floor does. TDA 2024 rules 22 and 36.
    """
    over = after(TURN, HandOver())
    one = after(over, PutIn(public(over).offers[0].seat))
    two = after(over, PutIn(public(over).offers[1].seat))

    assert public(after(one, Undo(), Undo())).lines == public(TURN).lines
    back = after(two, Undo())
    assert public(back).undo_floor
    with pytest.raises(Refused) as refused:
        decide(back, Undo())
    assert refused.value.clause == TDA.corrections.clause
    (taken_back,) = decide(back, Undo(floor="the count was wrong"))
    assert taken_back == TakenBack(TURN.mark, "the count was wrong")
    assert public(after(back, Undo(floor="the count was wrong"))).lines == public(TURN).lines


def test_the_floors_reason_is_recorded_only_if_it_is_needed():
    assert decide(TURN, Undo(floor="the count was wrong")) == [TakenBack(TURN.undo_stack[-1].mark)]


def test_redo_is_available_until_another_action():
    game, tables = TURN, [TURN.table]
    while game.undo_stack:
        game = after(game, Undo())
        tables.append(game.table)
    for table in reversed(tables[:-1]):
        game = after(game, Redo())
        assert game.table == table
    assert public(game).redo is None

    other = after(game, Undo(), Undo(), PutIn(6, 600))
    assert public(other).redo is None
    with pytest.raises(Refused):
        decide(other, Redo())


def test_decisions_of_the_room_survive_undo_and_redo():
    """A level set and a player seated in between."""
    level = Blinds(2, 100, 200, chip=25)
    game = after(TURN, Undo(), Undo(), SetLevel(level), TakeSeat(9, "p9", "Nine", 7_000))

    again = after(game, Redo(), Redo())

    assert again.table.hand == TURN.table.hand
    assert again.table.blinds == level
    assert public(after(again, Amend(mark(again, Folded(2)), ReplaceAct(Call(2))))).seats[8].chips == 7_000
    assert public(after(again, HandOver())).blinds == level


def test_the_surviving_record_of_a_repair_is_the_repaired_hand():
    """A repair that is undone restores the acts that it had removed."""
    record: list[Event] = []
    game = Game()

    def ask(*orders: object) -> None:
        nonlocal game
        for order in orders:
            record.extend(step(game, order))  # type: ignore[arg-type]
            game = replay(record)

    ask(OpenTable(1, "Open", TDA, 6), *[TakeSeat(seat, f"p{seat}", "", 5_000) for seat in range(1, 7)])
    ask(SetLevel(Blinds(1, 50, 100)), PlaceButton(6), StartHand(), PutIn(4, 300), PutIn(6), *board("AhKd2c"))
    ask(Amend(mark(game, Folded(2)), ReplaceAct(Call(2))), Undo(), HandOver(), Undo(), PutIn(4, 600), HandOver())

    still = [event for _, event in surviving(record)]

    assert replay(still).table == game.table
    assert [event.seats for event in still if isinstance(event, PotAwarded)] == [(4,)]


def test_a_level_set_while_the_end_of_a_hand_is_undone_applies_to_the_next_hand():
    """TDA 2024 rule 23: a new level is the next hand's.

    The next hand was undone with the end of this one, so in the record it begins again, after the level.
    """
    began = after(SIX, PutIn(4, 300), HandOver())
    ended = after(began, Undo(), SetLevel(LEVEL_2), HandOver())

    assert began.table.hand
    assert began.table.hand.deal.terms.level == 1
    assert ended.table.hand
    assert ended.table.hand.deal.terms == LEVEL_2
    assert ended.table.hands == began.table.hands


@pytest.mark.parametrize("acts", [(), (PutIn(4, 300), HandOver())])
def test_redoing_a_deal_deals_to_its_players_and_not_to_later_newcomers(acts):
    """The cards are in front of them.

    Dealt without REDO, it is a new hand. The push that the deal came with counts the facts that followed from it.
    """
    now = after(SIX, *acts)
    undone = after(now, TakeSeat(9, "p9", "Nine", 7_000), Undo())

    asked, *facts = step(undone, Redo())
    redone = after(undone, Redo())

    assert redone.table.hand == now.table.hand
    assert (redone.table.button, redone.table.at) == (now.table.button, now.table.at)
    assert public(redone).seats[8].chips == 7_000
    assert isinstance(asked, Asked)
    assert asked.dealt
    assert (asked.events, redone.pending) == (len(facts), 0)
    last = HandOver() if acts else StartHand()
    dealt = after(undone, last).table.hand
    assert dealt
    assert 9 in dealt.deal.seats


def test_redoing_the_start_of_a_hand_keeps_its_level():
    """TDA 2024 rule 23: the level that was set in the middle of it is the next hand's.

    Dealt without REDO, it is a new hand.
    """
    undone = after(SIX, PutIn(4, 300), SetLevel(LEVEL_2), Undo(), Undo())
    across = after(SIX, PutIn(4, 300), HandOver(), SetLevel(LEVEL_2), Undo())

    redone, redealt = after(undone, Redo(), Redo()), after(across, Redo())

    assert redone.table.hand == after(SIX, PutIn(4, 300)).table.hand
    assert redealt.table.hand == after(SIX, PutIn(4, 300), HandOver()).table.hand
    assert redone.table.blinds == redealt.table.blinds == LEVEL_2
    assert isinstance(step(undone, Redo())[0], Asked)
    assert [one.level for one in step(undone, Redo()) if isinstance(one, Asked)] == [SIX.table.blinds]
    dealt = after(undone, StartHand()).table.hand
    assert dealt
    assert dealt.deal.terms == LEVEL_2
    following = after(redealt, HandOver()).table.hand
    assert following
    assert following.deal.terms == LEVEL_2
