"""A tournament's target for a table, the requests of its dealer, and the floor's answers."""

import pytest

from engine.actions import Call, Declare, Fold, ForfeitChips, Undo
from engine.hand.rules import legal
from engine.table.actions.chips import CloseRace, OpenRace
from engine.table.actions.hands import Overrule, StartHand
from engine.table.actions.penalties import Disqualify, Penalize, PlayerPenalized
from engine.table.actions.people import LeaveSeat, MarkAway, PlanLeave, SeatTaken, TakeSeat
from engine.table.actions.staff import CallFloor, FloorCame, MeetFloor
from engine.table.state import is_playing
from engine.terms import LiftPenalty, Mishap
from engine.tournament.tables.room_info import FreeSeats, Gone, IncomingPlayer
from engine.tournament.targets import EntryName, OutHere, Purchase, RosterSeat
from kiosk.faults import Fault
from kiosk.protocol.messages import BackAsked, EntryAsked, FloorAnswer, MoveAsked, RebuyAsked, RequestResult, RoomInfo
from kiosk.table.link.events import StateReceived
from tests.kit.table_bench import FRIDAY, SATURDAY, SILENT, TableBench, begins, leaves, state, target
from ui.dealer.model.surroundings import AskedMove
from ui.dealer.model.taps import BuyInRequest, MoveRequest, RebuyRequest, ReturnRequest


@pytest.fixture
def bench(tmp_path):
    bench = TableBench(tmp_path)
    bench.at_friday(1, 4, 7)
    yield bench
    bench.stop()


def seated(bench):
    return {number: seat.name for number, seat in enumerate(bench.table.seats, 1) if seat}


NEAR = StateReceived(state(), (), None, RoomInfo((FreeSeats(2, 9, (6, 9)), FreeSeats(1, 9, (2,)))))


def turn(bench):
    return legal(bench.table.hand, bench.table.book).seat


# Targets


def test_a_repeated_or_late_target_changes_nothing(bench):
    mark = bench.game.mark
    for rev in (1, 1, 0):
        bench.hears_target(target(rev, *begins(1, 4, 7, 9)))
    assert bench.game.mark == mark

    bench.hears_target(target(2, *begins(1, 4, 7, 9)))
    assert seated(bench)[9] == "Player 9"

    mark = bench.game.mark
    bench.hears_target(target(1, *begins(1, 4, 7)))
    bench.hears_target(target(2, *begins(1, 4)))
    assert bench.game.mark == mark


def test_a_table_restarted_without_its_clock_keeps_its_target_and_gives_no_second_stack(bench):
    bench.host.orders.ask(StartHand())
    bench.hears_target(target(2, *begins(1, 4, 7, 9), leaving=leaves(1)))
    bench.stop()
    bench.boot()
    assert 9 not in seated(bench)

    bench.play_out()
    assert bench.table.hands == 1
    assert 1 not in seated(bench)
    assert seated(bench)[9] == "Player 9"

    bench.stop()
    bench.boot()  # a week later, and the clock sends it all again
    mark = bench.game.mark
    bench.welcomed(target(3, *begins(1, 4, 7, 9), leaving=leaves(1)))
    assert bench.game.mark == mark
    taken = [event.player for event in bench.events(bench.line.opened[-1].path) if isinstance(event, SeatTaken)]
    assert sorted(taken) == ["1", "4", "7", "9"]


def test_a_departure_is_shown_in_mid_hand_and_the_dealer_can_still_undo_earlier_actions(bench):
    bench.host.orders.ask(StartHand())
    before = bench.table.hand.stacks
    bench.host.orders.ask(Call(turn(bench)))
    bench.hears_target(target(2, *begins(1, 4, 7), leaving=leaves(1)))
    assert bench.table.seats[0].leaves_for == 2

    bench.host.orders.ask(Undo())
    bench.host.tick()
    assert bench.table.seats[0].leaves_for is None  # undone, and not repeated in this hand
    bench.host.orders.ask(Undo())
    assert bench.table.hand.stacks == before

    bench.play_out()
    assert 1 not in seated(bench)


def test_a_player_whom_the_clock_has_forgotten_keeps_the_name_over_a_restart(bench):
    """As in seed 1677: the clock's disk lost the entry, and the next target did not have the name."""
    names = tuple(EntryName(entry, f"Player {entry}") for entry in (1, 4, 7, 9))
    bench.hears_target(target(2, *begins(1, 4, 7, 9), names=names))
    bench.hears_target(target(3, *begins(1, 4, 7), names=names[:3]))
    assert seated(bench)[9] == "Player 9"

    bench.stop()
    bench.boot()

    assert seated(bench)[9] == "Player 9"


def test_a_player_assigned_to_an_occupied_seat_sits_down_once_it_is_free(bench):
    bench.hears(SILENT)
    bench.host.orders.ask(TakeSeat(9, "Walk-in", "Walk-in", 5000))
    bench.welcomed(target(2, *begins(1, 4, 7), RosterSeat(9, 12, "Zoe", 5000)))
    mark = bench.game.mark
    for _ in range(3):
        bench.host.tick()
    bench.hears_target(target(3, *begins(1, 4, 7), RosterSeat(9, 12, "Zoe", 5000)))
    assert (bench.said, bench.game.mark) == ([], mark)  # the seat is taken, so there is nothing to try

    bench.host.orders.ask(LeaveSeat(9))
    assert seated(bench)[9] == "Zoe"


def test_a_seat_that_the_table_does_not_have_is_reported_once(bench):
    bench.hears_target(target(2, *begins(1, 4, 7), RosterSeat(10, 12, "Zoe", 5000)))
    for _ in range(3):
        bench.host.tick()
    bench.hears_target(target(3, *begins(1, 4, 7), RosterSeat(10, 12, "Zoe", 5000)))

    assert bench.said == ["no-such-seat"]


def test_chips_that_the_rules_refuse_are_never_announced_as_handed_out(bench):
    bought = (Purchase(1, 4, -500),)  # no clock sends this
    for rev in (2, 3):
        bench.hears_target(target(rev, *begins(1, 4, 7), bought=bought))
        bench.host.orders.ask(StartHand())
        bench.play_out()

    assert "chips-to-hand-out" not in bench.said
    assert len(set(bench.said)) == len(bench.said) == 1


def test_a_purchase_is_announced_once(bench):
    for rev in (2, 2, 3):
        bench.hears_target(target(rev, *begins(1, 4, 7), bought=(Purchase(1, 4, 500),)))
    assert bench.said == ["chips-to-hand-out"]
    assert bench.table.seats[3].chips == 5500


def test_a_player_who_is_leaving_still_takes_part_in_the_redeal_after_a_misdeal(bench):
    bench.host.orders.ask(StartHand())
    bench.hears_target(target(2, *begins(1, 4, 7), leaving=leaves(1)))
    bench.host.orders.ask(Declare(Mishap("first-card-exposed", 1)))
    bench.host.tick()
    assert bench.table.redeal
    assert 1 in seated(bench)

    bench.host.orders.ask(StartHand())
    bench.play_out()
    assert 1 not in seated(bench)


def test_nobody_comes_or_goes_while_chips_are_raced(bench):
    """The chips to be won were calculated from the stacks at the beginning of the race."""
    bench.host.orders.ask(OpenRace(25, 200))
    seats = seated(bench)
    bench.hears_target(
        target(2, *begins(1, 4, 7), RosterSeat(9, 12, "Zoe", 5025), leaving=leaves(1), bought=(Purchase(1, 4, 400),))
    )

    assert (seated(bench), bench.said) == (seats, [])

    bench.host.orders.ask(CloseRace())
    assert {number: seat.chips for number, seat in enumerate(bench.table.seats, 1) if seat} == {
        4: 5400,
        7: 5000,
        9: 5025,
    }


def test_an_arriving_player_is_confirmed_by_the_dealer(bench):
    comes = RosterSeat(9, 12, "Zoe", 0, 3)
    bench.hears_target(target(2, *begins(1, 4, 7), comes), IncomingPlayer("12", "Zoe", 7200, 3, 9))
    assert 9 not in seated(bench)
    (coming,) = bench.face.coming
    assert (coming.seat, coming.chips) == (9, 7200)

    bench.host.orders.ask(TakeSeat(9, "12", "Zoe", 7200, 3))
    assert seated(bench)[9] == "Zoe"
    assert bench.line.requests == []


def test_a_closed_table_and_a_breaking_one_are_shown_as_such(bench):
    bench.hears_target(target(2, *begins(1, 4, 7), breaking=True))
    assert bench.face.surroundings.booking.over == "breaking"
    bench.hears_target(target(3, closed=True))
    assert bench.face.surroundings.booking.over == "closed"
    assert not bench.face.surroundings.booking.is_asked


# Requests


def test_moves_entries_and_rebuys_are_requested_from_the_room_while_it_is_connected(bench):
    bench.hears(NEAR)
    mark = bench.game.mark
    bench.host.orders.ask_room(MoveRequest(1, 2, 6))
    bench.host.orders.ask(TakeSeat(9, "Zoe", "Zoe", 5000))
    bench.host.orders.ask_room(BuyInRequest(8, "Ann", "ann-id"))
    bench.host.orders.ask_room(RebuyRequest(4))

    assert [request.ask for request in bench.line.requests] == [
        MoveAsked(1, 2, 6), EntryAsked("Zoe", 9), EntryAsked("Ann", 8, "ann-id"), RebuyAsked(4),
    ]  # fmt: skip
    assert [said.code for said in bench.face.notices] == ["room-asked"] * 4
    assert bench.game.mark == mark


def test_a_repeated_touch_is_one_request_until_the_room_has_answered(bench):
    bench.hears(NEAR)
    for _ in range(3):
        bench.host.orders.ask_room(MoveRequest(1, 2, 6))
    (request,) = bench.line.requests
    assert bench.face.surroundings.booking.asked == (AskedMove("1", 2, 6),)
    bench.hears(RequestResult(request.id, "table 2 is full"))
    assert bench.face.refusals[-1].fields == {"why": "table 2 is full"}
    assert bench.face.surroundings.booking.asked == ()
    assert bench.face.surroundings.booking.refused == (("1", "table 2 is full"),)

    bench.host.orders.ask_room(MoveRequest(1, 2, 6))
    assert bench.face.surroundings.booking.refused == ()
    assert len({request.id for request in bench.line.requests}) == 2
    bench.hears(RequestResult(bench.line.requests[-1].id, ""))
    assert bench.face.notices[-1].code == "room-booked"


def test_while_the_clock_is_away_the_table_makes_the_change_itself(bench):
    bench.hears(SILENT)
    bench.host.orders.ask(LeaveSeat(1))
    bench.host.orders.ask(TakeSeat(9, "Zoe", "Zoe", 5000))
    assert seated(bench) == {4: "Player 4", 7: "Player 7", 9: "Zoe"}
    assert bench.line.requests == []


def test_a_request_that_the_dealer_did_by_hand_while_the_room_was_away_is_withdrawn(bench):
    bench.hears(NEAR)
    bench.host.orders.ask_room(MoveRequest(1, 2, 6))
    bench.host.orders.ask(TakeSeat(9, "Zoe", "Zoe", 5000))
    bench.host.orders.ask_room(RebuyRequest(4))
    bench.hears(SILENT)

    bench.host.orders.ask(LeaveSeat(1))
    bench.host.orders.ask(TakeSeat(8, "zoe", "zoe", 5000))

    assert [request.ask for request in bench.line.requests] == [RebuyAsked(4)]


def test_a_request_at_one_sitting_is_not_remembered_at_the_next(bench):
    bench.hears(NEAR)
    bench.host.orders.ask_room(MoveRequest(1, 2, 6))
    bench.delivered()
    bench.sent_to(SATURDAY)
    bench.sent_to(FRIDAY)
    bench.welcomed()
    bench.hears(NEAR)
    bench.host.orders.ask_room(MoveRequest(1, 2, 6))
    assert len({request.id for request in bench.line.requests}) == 2


def test_an_unbooked_player_cannot_buy_more(bench):
    bench.hears(SILENT)
    bench.host.orders.ask(TakeSeat(9, "Zoe", "Zoe", 5000))
    bench.welcomed()
    bench.host.orders.ask_room(RebuyRequest(9))
    assert bench.said == ["seat-unbooked"]
    assert bench.line.requests == []


def test_a_player_who_went_out_here_may_enter_again(bench):
    bench.hears_target(target(2, *begins(1, 4), out=(OutHere("hal", "Hal"),)))
    assert bench.face.surroundings.booking.out == (("hal", "Hal"),)
    assert bench.face.surroundings.booking.is_asked
    bench.hears(SILENT)
    assert not bench.face.surroundings.booking.is_asked


@pytest.mark.parametrize("move", [MoveRequest(1, 2, 5), MoveRequest(1, 3, 1), MoveRequest(1, 1, 9)])
def test_a_move_to_an_occupied_seat_or_an_unknown_table_is_refused(bench, move):
    bench.hears(NEAR)
    bench.host.orders.ask_room(move)
    assert bench.said == ["seat-not-free"]
    assert bench.line.requests == []


def test_free_seats_at_other_tables_are_known_only_while_the_room_is_connected(bench):
    assert bench.face.surroundings.booking.tables is None  # an older clock
    bench.hears(NEAR)
    tables = bench.face.surroundings.booking.tables
    assert tables
    assert [(one.table, one.free) for one in tables] == [(2, (6, 9))]
    bench.hears(SILENT)
    assert not bench.face.surroundings.booking.is_asked
    assert bench.face.surroundings.booking.tables == ()


def test_a_move_canceled_during_the_hand_leaves_the_player_seated(bench):
    bench.host.orders.ask(StartHand())
    bench.hears_target(target(2, *begins(4, 7), leaving=leaves(1)))
    assert bench.table.seats[0].leaves_for == 2
    bench.host.orders.ask_room(ReturnRequest("1"))
    (request,) = bench.line.requests
    assert request.ask == BackAsked(1)

    bench.hears_target(target(3, *begins(1, 4, 7)))
    assert bench.table.seats[0].leaves_for is None
    bench.play_out()
    assert seated(bench)[1] == "Player 1"


def test_a_player_called_back_before_sitting_down_elsewhere_sits_here_again_with_the_same_chips(bench):
    bench.hears_target(target(2, *begins(4, 7), leaving=leaves(1)))
    gone = Gone("1", "Player 1", 5000, 1, 2, 6)
    bench.hears(StateReceived(state(), (), None, RoomInfo(gone=(gone,))))
    assert [(one.name, one.to, one.to_seat) for one in bench.face.surroundings.booking.gone] == [("Player 1", 2, 6)]
    bench.host.orders.ask_room(ReturnRequest("1"))
    assert 1 not in seated(bench)  # until the room has called them back

    called_back = RoomInfo(gone=(Gone("1", "Player 1", 5000, 1),))
    bench.hears(StateReceived(state(), (), target(3, *begins(1, 4, 7)), called_back))
    assert seated(bench)[1] == "Player 1"
    assert bench.table.seats[0].chips == 5000
    assert bench.face.surroundings.booking.gone == ()


def test_a_closed_table_shows_nobody_on_the_way_to_another_one(bench):
    """
    The room sends a closed table nothing more about its players, so what it said last would stay.
    """
    bench.hears_target(target(2, *begins(4, 7), leaving=leaves(1)))
    bench.hears(StateReceived(state(), (), None, RoomInfo(gone=(Gone("1", "Player 1", 5000, 1, 2, 6),))))
    assert bench.face.surroundings.booking.gone

    bench.hears_target(target(3, closed=True))

    assert bench.face.surroundings.booking.gone == ()


def test_a_refused_call_back_seats_nobody(bench):
    bench.hears_target(target(2, *begins(4, 7), leaving=leaves(1)))
    bench.hears(StateReceived(state(), (), None, RoomInfo(gone=(Gone("1", "Player 1", 5000, 1, 2, 6),))))
    bench.host.orders.ask_room(ReturnRequest("1"))
    bench.hears(RequestResult(bench.line.requests[-1].id, "seated there"))
    assert bench.face.surroundings.booking.refused == (("1", "seated there"),)

    bench.hears(StateReceived(state(), (), None, RoomInfo(gone=(Gone("1", "Player 1", 5000, 1),))))
    assert 1 not in seated(bench)


def test_a_player_who_arrived_and_left_is_not_offered_again_by_a_room_that_missed_it(bench):
    on_the_way = (IncomingPlayer("12", "Player 12", 800, 2, 5),)
    bench.hears(StateReceived(state(), on_the_way))
    bench.hears(SILENT)
    bench.host.orders.ask(TakeSeat(5, "12", "Player 12", 800, 2))
    bench.host.orders.ask(LeaveSeat(5))
    assert bench.face.surroundings.coming == ()
    bench.hears(StateReceived(state(), on_the_way))
    assert bench.face.surroundings.coming == ()

    bench.hears(StateReceived(state()))
    bench.hears(StateReceived(state(), on_the_way))
    assert [one.player for one in bench.face.surroundings.coming] == ["12"]


def test_a_player_who_left_while_the_room_was_away_is_brought_back_with_one_touch(bench):
    bench.hears(SILENT)
    bench.host.orders.ask(LeaveSeat(1))
    (gone,) = bench.face.surroundings.booking.gone
    assert (gone.name, gone.chips, gone.seat, gone.to) == ("Player 1", 5000, 1, 0)

    bench.host.orders.ask_room(ReturnRequest("1"))
    assert seated(bench)[1] == "Player 1"
    assert bench.face.surroundings.booking.gone == ()
    assert bench.line.requests == []


# The floor's answers


def answer(bench, action, id="a1", mark=None):
    mark = bench.game.mark if mark is None else mark
    bench.hears(FloorAnswer(id, mark, "Flo", action))
    return bench.line.answers[-1].why


def test_the_floor_can_answer_in_mid_hand_and_in_its_own_name(bench):
    bench.host.orders.ask(StartHand())
    assert answer(bench, Penalize(4, "somebody else", "phone", hands=1)) == ""

    (penalty,) = [event for event in bench.events(bench.line.opened[-1].path) if isinstance(event, PlayerPenalized)]
    assert penalty.by == "Flo"
    assert is_playing(bench.table)


def test_a_repeated_answer_is_carried_out_once_and_acknowledged_twice(bench):
    action = Penalize(4, "", "phone", hands=1)
    mark = bench.game.mark
    assert answer(bench, action, mark=mark) == ""
    after = bench.game.mark
    assert answer(bench, action, mark=mark) == ""
    assert [each.id for each in bench.line.answers] == ["a1", "a1"]
    assert bench.game.mark == after


def test_an_outdated_answer_is_not_carried_out_and_says_so(bench):
    mark = bench.game.mark
    bench.host.orders.ask(StartHand())
    now = bench.game.mark
    assert answer(bench, Disqualify(4, "", "why"), mark=mark) == "the hand has moved on: check it again"
    assert bench.game.mark == now
    assert bench.said == []  # the console shows it, not the table


@pytest.mark.parametrize("action", [Fold(1), StartHand(), LeaveSeat(1, 2), MarkAway(1), PlanLeave(1, 2), Undo()])
def test_the_dealers_own_actions_are_not_carried_out_for_the_floor(bench, action):
    mark = bench.game.mark
    assert answer(bench, action) == "only the dealer can do that, at the table"
    assert bench.game.mark == mark


def test_an_answer_that_the_rules_refuse_gets_a_reason(bench):
    assert answer(bench, Overrule("", "over", LiftPenalty(4)))
    assert answer(bench, MeetFloor(""), "a2")
    assert bench.said == []


def test_a_call_is_met_in_the_floors_name(bench):
    bench.host.orders.ask(CallFloor("ruling"))
    assert answer(bench, MeetFloor("")) == ""
    came = [event for event in bench.events(bench.line.opened[-1].path) if isinstance(event, FloorCame)]
    assert came == [FloorCame("Flo")]


def test_a_reason_from_the_floor_says_whose_it_is(bench):
    bench.host.orders.ask(StartHand())
    assert answer(bench, ForfeitChips(turn(bench), 100, "string bet")) == ""
    assert any("Flo: string bet" in str(event) for event in bench.events(bench.line.opened[-1].path))


def test_a_frozen_table_answers_that_it_is_frozen(bench, monkeypatch, caplog):
    def fail(*_):
        raise Fault("disk-full", path="table.journal")

    monkeypatch.setattr(bench.host.sittings.now._journal, "append", fail)
    why = answer(bench, Penalize(4, "", "phone", hands=1))
    assert "disk" in why
    mark = bench.game.mark
    assert "disk" in answer(bench, Penalize(4, "", "phone", hands=1), "a2")
    assert bench.game.mark == mark
    caplog.clear()
