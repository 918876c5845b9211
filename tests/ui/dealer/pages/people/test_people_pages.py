"""The pages about people, as values: what each button does, and which can be pressed when."""

import pytest
from msgspec.structs import replace

from engine.actions import Declare, KillHand, Undo
from engine.events import LiftPenalty, Mishap
from engine.public import public
from engine.table.actions.hands import Overrule
from engine.table.actions.penalties import Disqualify, Penalize, Warn
from engine.table.actions.people import LeaveSeat, MarkAway, PlanLeave, TakeSeat
from engine.table.actions.staff import CallFloor, MeetFloor, SignIn, SignOut, WithdrawCall
from engine.tournament.tables.room_info import FreeSeats, Gone, IncomingPlayer
from tests.kit.play import dealt, do, play, sat
from ui.dealer.model.sign_in import Pin, PinAnswer, Staff, signed
from ui.dealer.model.surroundings import AskedMove, Booking, Link, Surroundings
from ui.dealer.model.taps import Ask, AskRoom, BuyInRequest, MoveRequest, OpenPage, RebuyRequest, ReturnRequest, Unlock
from ui.dealer.pages.floor import FloorPage, floor_tap
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.people.arrive import ArrivePage
from ui.dealer.pages.people.move import MovePage
from ui.dealer.pages.people.page import PeoplePage
from ui.dealer.pages.people.penalty import PenaltyPage
from ui.dealer.pages.people.seat import LeavePage, SeatPage
from ui.dealer.pages.people.signin import NAMES, SignInPage
from ui.dealer.pages.people.signin_pin import PinPage, authorised
from ui.dealer.view.seats import seats
from ui.dealer.view.strip import strip
from ui.words.languages import words_in

ENGLISH = words_in("en")

STAFF = (Staff("Flo", "floor"), Staff("Ana", "dealer"), Staff("Bo", "dealer"))


def context(game, **surroundings):
    """A game and its surroundings."""
    return PageContext(public(game), game, Surroundings(**surroundings))


def buttons(page, at):
    """The buttons of a page that can be pressed, by name."""
    return {
        button.name: button.tap for grid in page.show(at).grids for button in grid.buttons if button.name and button.tap
    }


def walk(page, at, *names):
    """The page after these touches, or the result of the last one."""
    for name in names:
        tap = buttons(page, at)[name]
        if not isinstance(tap, OpenPage):
            return tap
        page = tap.page
    return page


def said(page, at):
    """The lines of a page."""
    return [line.text for line in page.show(at).lines]


BETWEEN = sat((5_000, 6_000, 7_000))
PLAYING = dealt((5_000, 6_000, 7_000))


def test_a_dealer_picks_a_name_and_keys_a_pin():
    at = context(PLAYING, staff=STAFF)

    page = walk(SignInPage(), at, "signin-name-0")
    tap = walk(page, at, "pin-key-2", "pin-key-5", "pin-key-8", "pin-key-0", "pin-ok")

    assert tap == Unlock("dealer", "2580", Ask(SignIn("Ana")), "Ana")


def test_the_pin_page_says_what_the_pin_is_for():
    """
    A penalty, and the action that UNDO takes back. A sign-in has the name in the title.
    """
    raised = play(PLAYING, "r600")

    assert said(PinPage("floor", Ask(Penalize(2, "", "phone", hands=1))), context(PLAYING))[0] == "for: penalty, seat 2"
    assert said(PinPage("floor", Ask(Undo())), context(raised))[0] == "for: UNDO · seat 1 raised to 600"
    assert said(PinPage("dealer", Ask(SignIn("Ana")), "Ana"), context(PLAYING)) == ["enter the PIN, then OK"]


def test_if_nobody_has_a_pin_a_dealer_keys_a_name():
    at = context(PLAYING)

    tap = walk(SignInPage(), at, "signin-letter-B", "signin-letter-O", "signin-ok")

    assert tap == Ask(SignIn("Bo"))
    assert "signin-out" not in buttons(SignInPage(), at)
    assert buttons(SignInPage(), context(do(PLAYING, SignIn("Bo"))))["signin-out"] == Ask(SignOut())


def test_a_long_list_of_dealers_has_pages_in_order():
    names = [f"Dealer {number:02}" for number in range(25)]
    at = context(PLAYING, staff=tuple(Staff(name, "dealer") for name in reversed(names)))

    page, shown = SignInPage(), []
    for _ in range(3):
        grid = page.show(at).grids[0]
        shown += [button.text for button in grid.buttons if button.name]
        page = walk(page, at, "signin-more")

    assert shown == names
    assert page == SignInPage()
    assert NAMES < 25


def test_no_digit_of_a_pin_is_shown_spoken_or_printed():
    page = PinPage("floor", Ask(MeetFloor("")), typed=Pin("471183"))
    shown = page.show(context(PLAYING))

    assert "471183" not in repr(page)
    assert "471183" not in repr(buttons(page, context(PLAYING)))
    texts = [shown.title, *(line.text for line in shown.lines)]
    assert not any(digit in text for text in texts for digit in "471183")


def test_a_pin_needs_at_least_four_digits():
    at = context(PLAYING)
    page = PinPage("floor", Ask(MeetFloor("")), typed=Pin("471"))

    assert "pin-ok" not in buttons(page, at)
    assert "pin-ok" in buttons(walk(page, at, "pin-key-1"), at)


def test_after_a_wrong_pin_the_wait_is_shown_and_the_pin_is_keyed_again():
    page = PinPage("floor", Ask(MeetFloor("")), typed=Pin("5555")).refused(PinAnswer("", 40_000))

    assert page.typed == ""
    assert said(page, context(PLAYING))[1:] == ["wrong PIN", "wait 40 s before trying again"]


def test_a_pin_that_cannot_be_checked_says_what_to_do_and_not_that_it_is_wrong():
    page = PinPage("floor", Ask(MeetFloor("")), typed=Pin("5555"))

    assert said(page.waiting("a"), context(PLAYING)) == ["checking with the clock"]
    assert said(page.refused(PinAnswer(is_away=True)), context(PLAYING))[1:] == [
        "The clock is offline and this PIN was never checked here: keep playing, and sign when the clock is back."
    ]


def test_a_pin_page_stays_open_only_while_the_hand_is_unchanged():
    """A sign-in or a new level does not matter, but a fold does."""
    page = PinPage("floor", Ask(MeetFloor("")))
    before = context(PLAYING)

    assert page.stays(before, context(do(PLAYING, SignIn("Ana"))))
    assert not page.stays(before, context(play(PLAYING, "f")))


@pytest.mark.parametrize(
    ("asked", "name", "comes"),
    {
        "a name": (MeetFloor(""), "Flo", MeetFloor("Flo")),
        "nobody named": (MeetFloor(""), "", MeetFloor("floor")),
        "a name in place of the role": (Penalize(1, "floor", "phone"), "Flo", Penalize(1, "Flo", "phone")),
        "a name that was keyed": (Penalize(1, "Gus", "phone"), "", Penalize(1, "Gus", "phone")),
        "a name before the reason": (Undo(floor="wrong pot"), "Flo", Undo(floor="Flo: wrong pot")),
        "no reason": (Undo(), "Flo", Undo()),
        "a hand killed": (KillHand(1, "reason-absent"), "Flo", KillHand(1, "Flo: reason-absent")),
        "a declared mishap": (Declare(Mishap("boxed-card")), "Flo", Declare(Mishap("boxed-card"))),
        "nothing to sign": (MarkAway(1), "Flo", MarkAway(1)),
    }.values(),
)
def test_an_order_carries_the_name_of_the_person_who_gave_it(asked, name, comes):
    assert signed(asked, name) == comes


def test_a_pin_is_asked_for_only_if_someone_in_that_role_has_one():
    ask = Ask(Disqualify(1, "", "soft play"), needs="floor")

    assert authorised(ask, STAFF) == OpenPage(PinPage("floor", ask))
    assert authorised(ask, STAFF[1:]) == Ask(Disqualify(1, "floor", "soft play"))


def test_the_strip_names_the_dealer_and_warns_that_nobody_is_signed_in():
    """
    It warns only if dealers have PINs. Otherwise nobody has to sign in.
    """

    def table_cell(at):
        return strip(at.table, at.surroundings, ENGLISH)[0]

    assert table_cell(context(do(PLAYING, SignIn("Ana")), staff=STAFF)).small == "hand 1, Ana"
    unsigned = table_cell(context(PLAYING, staff=STAFF))
    assert (unsigned.small, unsigned.note) == ("no dealer signed in", True)
    assert not table_cell(context(PLAYING)).note


def test_one_tap_calls_the_floor_and_the_second_opens_the_reasons():
    at = context(PLAYING)
    assert floor_tap(at.table) == Ask(CallFloor(), FloorPage())

    called = context(do(PLAYING, CallFloor()), floor_ms=45_900)

    assert floor_tap(called.table) == OpenPage(FloorPage())
    assert said(FloorPage(), called)[0] == "called 0:45 ago"
    assert walk(FloorPage(), called, "floor-why-chips") == Ask(CallFloor("chips"), FloorPage())
    assert walk(FloorPage(), called, "floor-here") == Ask(MeetFloor(""), needs="floor")
    assert walk(FloorPage(), called, "floor-off") == Ask(WithdrawCall())


def test_a_call_can_begin_with_its_reason():
    assert buttons(FloorPage(), context(PLAYING)).keys() == {
        f"floor-why-{why}" for why in ("ruling", "misdeal", "chips", "seat-open", "player-needed", "seat", "other")
    }


def test_a_player_whom_the_clock_sent_is_seated_with_one_tap():
    """
    Nobody has to sign, because the clock knows of the player.
    """
    at = context(sat((5_000, 6_000), seats=5), coming=(IncomingPlayer("n7", "Nia", 7_300, 12),))

    assert buttons(ArrivePage(3), at)["arrive-sent-0"] == Ask(TakeSeat(3, "n7", "Nia", 7_300, 12))


def test_a_new_player_without_a_clock_begins_with_the_stack_of_most_others():
    """
    No clock has sent a starting stack. The page proposes 6,000, and OK accepts it.
    """
    at = context(sat((6_000, 5_000, 6_000), seats=5))

    tap = walk(ArrivePage(4), at, "arrive-new", "arrive-letter-N", "arrive-letter-O", "arrive-ok", "arrive-ok")

    assert tap == Ask(TakeSeat(4, "No", "No", 6_000), needs="floor")


def test_at_a_table_without_a_clock_a_new_player_needs_no_name():
    at = context(sat((5_000, 5_000), seats=5), plays_alone=True)

    assert walk(ArrivePage(3), at, "arrive-new", "arrive-nameless", "arrive-ok") == Ask(
        TakeSeat(3, "Player 3", "Player 3", 5_000), needs="floor"
    )
    taken = context(sat((5_000, 5_000), names=("Player 3", "Ben"), seats=5))
    assert walk(ArrivePage(3), taken, "arrive-new", "arrive-nameless").name == "Player 6"
    moved = ArrivePage(3, "name", moved=True)
    in_a_room = context(sat((5_000, 5_000), seats=5), link=Link(), starting_stack=5_000)
    for page, where in ((moved, at), (ArrivePage(3, "name"), in_a_room)):
        names = {button.name for grid in page.show(where).grids for button in grid.buttons}
        assert "arrive-nameless" not in names


def test_a_new_player_begins_with_a_starting_stack():
    at = context(sat((5_000, 6_000), seats=5), starting_stack=20_000)

    tap = walk(ArrivePage(3), at, "arrive-new", "arrive-letter-N", "arrive-letter-O", "arrive-ok", "arrive-ok")

    assert tap == Ask(TakeSeat(3, "No", "No", 20_000), needs="floor")


def test_a_new_player_named_with_a_number_is_not_confused_with_that_entry():
    at = context(sat((5_000, 6_000), seats=5), starting_stack=20_000)

    tap = buttons(ArrivePage(3, "chips", name="4", chips="20000"), at)["arrive-ok"]

    assert tap == Ask(TakeSeat(3, "#4", "4", 20_000), needs="floor")


def test_a_usual_stack_seats_a_new_player_with_one_touch():
    """
    As it does before the table opens.
    """
    at = context(sat((5_000, 6_000), seats=5))

    tap = buttons(ArrivePage(3, "chips", name="Nia"), at)["arrive-stack-10000"]

    assert tap == Ask(TakeSeat(3, "Nia", "Nia", 10_000), needs="floor")


def test_a_player_moved_here_brings_chips_from_a_table():
    at = context(sat((5_000, 6_000), seats=5))

    tap = walk(
        ArrivePage(3), at, "arrive-moved", "arrive-letter-N", "arrive-ok", "arrive-key-1", "arrive-key-2", "arrive-ok",
        "arrive-key-7", "arrive-key-3", "arrive-key-00", "arrive-ok",
    )  # fmt: skip

    assert tap == Ask(TakeSeat(3, "N", "N", 7_300, 12), needs="floor")


def test_a_stack_that_the_smallest_chip_cannot_make_is_refused():
    at = context(BETWEEN)
    page = ArrivePage(3, "chips", name="Nia", chips="7310")

    assert "arrive-ok" not in buttons(page, at)
    entry = page.show(at).entry
    assert entry
    assert "smallest chip" in entry.small


def test_nobody_is_seated_at_a_seat_out_of_use():
    at = context(sat((5_000, 6_000, 7_000), seats=5), booking=Booking(unused=(3, 5)))

    tiles = seats(at.table, at.surroundings, frozenset(), ENGLISH)

    assert [(one.name, one.tile.tap) for one in tiles[4:5]] == [("out of use", None)]
    assert tiles[2].tile.tap == OpenPage(SeatPage(3))  # this seat is taken
    assert tiles[3].tile.tap == OpenPage(ArrivePage(4))
    assert {"people-seat-4", "people-seat-3"} <= set(buttons(PeoplePage(), at))
    assert "people-seat-5" not in buttons(PeoplePage(), at)


def test_one_tap_marks_a_player_away_and_another_back():
    assert buttons(SeatPage(2), context(PLAYING))["seat-away"] == Ask(MarkAway(2, True))
    away = context(do(PLAYING, MarkAway(2)))
    assert buttons(SeatPage(2), away)["seat-away"] == Ask(MarkAway(2, False))
    assert any("away" in line for line in said(SeatPage(2), away))


TABLES = (FreeSeats(4, 9, (2, 6)), FreeSeats(12, 9, ()))
OPEN = Booking(is_asked=True, tables=TABLES)


def test_a_player_is_moved_to_a_free_seat_with_one_key_that_names_player_chips_and_seat():
    at = context(BETWEEN, booking=OPEN)
    page = MovePage(2)
    assert set(buttons(page, at)) == {"move-here", "move-table-0"}  # table 12 is full

    chosen = walk(page, at, "move-table-0", "move-seat-6", "move-ok")

    assert chosen == AskRoom(MoveRequest(2, 4, 6))
    (_, _, sure) = MovePage(2, 4, 6).show(at).grids
    name, chips = at.table.seats[1].name, ENGLISH.amount(at.table.seats[1].chips)
    assert sure.buttons[0].small == f"{name}, {chips}, to table 4 seat 6"


def test_no_move_can_be_requested_before_a_table_and_a_seat_are_chosen():
    at = context(PLAYING, booking=OPEN)
    assert "move-ok" not in buttons(MovePage(2), at)
    assert set(buttons(MovePage(2, 4), at)) == {"move-table-0", "move-seat-2", "move-seat-6"}


@pytest.mark.parametrize("page", [MovePage(2, 4, 5), MovePage(2, 12, 1), MovePage(2, 9, 1)])
def test_a_seat_that_is_no_longer_free_cannot_be_chosen(page):
    assert "move-ok" not in buttons(page, context(BETWEEN, booking=OPEN))


def test_a_larger_room_shows_its_tables_page_by_page():
    tables = tuple(FreeSeats(number, 9, (1,)) for number in range(2, 22))
    at = context(BETWEEN, booking=Booking(is_asked=True, tables=tables))
    shown = [buttons(page, at) for page in (MovePage(2), MovePage(2, first=8), MovePage(2, first=16))]
    assert [len(one) for one in shown] == [10, 10, 6]
    assert [one["move-more"] for one in shown] == [
        OpenPage(MovePage(2, first=first)) for first in (8, 16, 0)
    ]  # fmt: skip


def test_without_a_room_one_key_lets_the_player_leave_with_the_chips():
    assert walk(MovePage(2), context(BETWEEN), "move-ok") == Ask(LeaveSeat(2, 0))
    assert walk(MovePage(2), context(PLAYING), "move-ok") == Ask(PlanLeave(2, 0))
    name = context(BETWEEN).table.seats[1].name
    assert any(name in line for line in said(MovePage(2), context(BETWEEN)))


def test_a_clock_that_does_not_send_its_free_seats_offers_no_moves():
    at = context(BETWEEN, booking=Booking(is_asked=True))
    assert set(buttons(MovePage(2), at)) == {"move-here"}
    assert "director" in said(MovePage(2), at)[0]


def test_a_player_who_waits_for_the_room_is_marked_and_can_be_called_back():
    player = context(PLAYING).table.seats[1].player
    at = context(PLAYING, booking=replace(OPEN, asked=(AskedMove(player, 4, 6),)))
    assert said(SeatPage(2), at)[0] == "asked to move to table 4 seat 6: waiting for the room"
    assert buttons(SeatPage(2), at)["seat-move"] == AskRoom(ReturnRequest(player))
    assert seats(at.table, at.surroundings, frozenset(), ENGLISH)[1].word == "MOVE?"


def test_a_move_that_the_room_refused_says_why():
    player = context(PLAYING).table.seats[1].player
    at = context(PLAYING, booking=replace(OPEN, refused=((player, "table 4 is full"),)))
    assert "refused by the room: table 4 is full" in said(SeatPage(2), at)
    assert buttons(SeatPage(2), at)["seat-move"] == OpenPage(MovePage(2))


def test_a_booked_move_is_called_back_through_the_room():
    at = context(do(PLAYING, PlanLeave(2, 12)), booking=OPEN)
    assert buttons(SeatPage(2), at)["seat-move"] == AskRoom(ReturnRequest(at.table.seats[1].player))


def test_a_player_who_left_for_another_table_is_shown_at_the_seat_and_can_be_brought_back():
    gone = Gone("7", "Marcus", 17_625, FREE, 4, 6)
    at = context(HALF, booking=replace(OPEN, gone=(gone,)))
    tile = seats(at.table, at.surroundings, frozenset(), ENGLISH)[FREE - 1]
    assert (tile.name, tile.word) == ("Marcus", "to table 4 seat 6")
    assert buttons(ArrivePage(FREE), at)["arrive-back"] == AskRoom(ReturnRequest("7"))

    asked = context(HALF, booking=replace(OPEN, gone=(gone,), asked=(AskedMove("7"),)))
    assert "arrive-back" not in buttons(ArrivePage(FREE), asked)
    away = context(HALF, booking=Booking(gone=(gone,)))
    assert "arrive-back" not in buttons(ArrivePage(FREE), away)
    alone = context(HALF, booking=Booking(gone=(replace(gone, to=0),)))
    assert buttons(ArrivePage(FREE), alone)["arrive-back"] == AskRoom(ReturnRequest("7"))


def test_a_planned_departure_is_shown_and_can_be_canceled():
    at = context(do(PLAYING, PlanLeave(2, 12)))

    assert said(SeatPage(2), at) == ["moves to table 12 before the next hand"]
    assert buttons(SeatPage(2), at)["seat-move"] == Ask(PlanLeave(2, goes=False))
    seat = next(
        button for grid in PeoplePage().show(at).grids for button in grid.buttons if button.name == "people-seat-2"
    )
    assert seat.small == "to table 12"


def test_a_player_who_leaves_the_event_takes_chips_out_of_play_and_the_floor_signs():
    assert buttons(LeavePage(2), context(BETWEEN))["leave-ok"] == Ask(LeaveSeat(2, 0), needs="floor")


def test_a_penalty_is_two_taps_and_the_floors_name_and_a_warning_only_two_taps():
    at = context(PLAYING)
    assert not any(name.startswith("penalty-why") for name in buttons(PenaltyPage(2), at))

    rounds = walk(PenaltyPage(2), at, "penalty-round-2", "penalty-why-phone")
    warning = walk(PenaltyPage(2), at, "penalty-warning", "penalty-why-slow")
    out = walk(PenaltyPage(2), at, "penalty-out", "penalty-why-soft")

    assert rounds == Ask(Penalize(2, "", "reason-phone", rounds=2), needs="floor")
    assert warning == Ask(Warn(2, "reason-slow"))
    assert out == Ask(Disqualify(2, "", "reason-soft"), needs="floor")


def test_the_number_of_warnings_is_shown_with_the_penalty():
    once = do(PLAYING, Warn(2, "stalling"), Penalize(2, "Flo", "phone", hands=3))
    twice = do(once, Warn(2, "conduct"))

    assert said(SeatPage(2), context(once)) == ["penalty: 3 more hands", "1 warning"]
    assert said(PenaltyPage(2), context(twice))[-2:] == ["penalty: 3 more hands", "2 warnings"]
    assert said(SeatPage(1), context(twice)) == []


def test_a_penalty_can_be_lifted_only_where_there_is_one():
    at = context(do(PLAYING, Penalize(2, "Flo", "phone", hands=3)))

    assert buttons(SeatPage(2), at)["seat-lift"] == Ask(
        Overrule("", "reason-penalty-ended", LiftPenalty(2)), needs="floor"
    )
    assert "seat-lift" not in buttons(SeatPage(1), at)


def test_every_seat_leads_to_its_own_page():
    at = context(sat((5_000, 6_000), seats=5))
    taps = buttons(PeoplePage(), at)

    assert taps["people-seat-1"] == OpenPage(SeatPage(1))
    assert all(
        taps[f"people-seat-{seat.seat}"] == OpenPage(SeatPage(seat.seat) if seat.player else ArrivePage(seat.seat))
        for seat in at.table.seats
    )


def test_a_page_about_a_player_closes_when_the_player_has_gone():
    before, after = context(BETWEEN), context(do(BETWEEN, LeaveSeat(2)))

    assert not SeatPage(2).stays(before, after)
    assert SeatPage(1).stays(before, after)
    assert not ArrivePage(2).stays(after, before)


ROOM = Booking(is_asked=True, out=tuple((f"id-{number}", f"Player {number}") for number in range(1, 11)))
HALF = do(BETWEEN, LeaveSeat(2), LeaveSeat(3))
FREE = 3
ZOE = IncomingPlayer("12", "Zoe", 7_200, 3, FREE)


def test_the_room_enters_a_new_player_and_sets_the_chips():
    at = context(HALF, booking=ROOM, staff=STAFF, starting_stack=5_000)
    tap = walk(ArrivePage(FREE), at, "arrive-new", *[f"arrive-letter-{letter}" for letter in "ZO"], "arrive-ok")

    assert isinstance(tap, AskRoom)
    assert isinstance(tap.ask, BuyInRequest)
    assert (tap.ask.seat, tap.ask.name.upper(), tap.ask.player) == (FREE, "ZO", "")


def test_the_last_player_who_went_out_is_the_first_offered_for_reentry():
    found = buttons(ArrivePage(FREE), context(HALF, booking=ROOM))

    assert found["arrive-again-0"] == AskRoom(BuyInRequest(FREE, "Player 10", "id-10"))
    assert [name for name in found if name.startswith("arrive-again")] == [
        f"arrive-again-{place}" for place in range(8)
    ]
    away = buttons(ArrivePage(FREE), context(HALF, booking=Booking(out=ROOM.out)))
    assert not [name for name in away if name.startswith("arrive-again")]


def test_a_rebuy_is_offered_only_if_a_room_can_book_it():
    assert buttons(SeatPage(1), context(HALF, booking=ROOM))["seat-rebuy"] == AskRoom(RebuyRequest(1))
    assert "seat-rebuy" not in buttons(SeatPage(1), context(HALF))


def test_an_arriving_player_is_offered_and_shown_only_at_the_assigned_seat():
    at = context(HALF, coming=(ZOE,))
    assert buttons(ArrivePage(FREE), at)["arrive-sent-0"] == Ask(TakeSeat(FREE, "12", "Zoe", 7_200, 3))
    assert "arrive-sent-0" not in buttons(ArrivePage(2), at)
    tile = seats(public(HALF), at.surroundings, frozenset(), ENGLISH)[FREE - 1]
    assert (tile.name, tile.word, tile.mood) == ("Zoe", "7,200 from table 3", "empty")
    assert tile.tile.said == "Zoe arrives, 7,200 from table 3"
    small = next(b.small for g in PeoplePage().show(at).grids for b in g.buttons if b.name == f"people-seat-{FREE}")
    assert small == "Zoe arrives"


def test_the_floor_key_mentions_a_pin_only_if_the_floor_has_one():
    """If the floor has no PINs, it signs without one."""
    called = do(PLAYING, CallFloor())

    def small(at: PageContext) -> str:
        page = FloorPage().show(at)
        return next(button.small for grid in page.grids for button in grid.buttons if button.name == "floor-here")

    assert small(context(called, floor_ms=0)) == ""
    assert small(context(called, floor_ms=0, staff=(Staff("Flo", "floor"),))) == "signs with a PIN"
