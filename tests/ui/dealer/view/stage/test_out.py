"""Players who went out in the last hand, in order and with places; and the winner of a hand without a showdown."""

import pytest
from msgspec.structs import replace

from engine.actions import Undo
from engine.money import Money
from engine.public import public
from engine.table.actions.hands import Overrule
from engine.table.actions.people import LeaveSeat, TakeSeat
from engine.terms import ChangeSeat
from engine.tournament.tables.room_info import OutPlace
from tests.kit.play import dealt, do, play
from ui.dealer.model.surroundings import Booking, Due, FoldedOut, Surroundings, after, updated
from ui.dealer.model.taps import OpenPage, SeeOut
from ui.dealer.pages.history.hand import HandPage
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.repair import RepairPage, line_at
from ui.dealer.view.screen import view
from ui.dealer.view.stage.out import folded_out, out_view, unexpired, went_out, wins_line
from ui.words.languages import words_in

ENGLISH = words_in("en")
PUSHED = "c c c r20000 f c c c 9h7s2cKd3h 4:9d9c 1:AhKc 2:7h7d 3:KsQs push"


def three_out(first, second, third):
    """Seat 4 wins all chips of seats 1, 2 and 3."""
    return play(dealt((first, second, third, 20_000, 30_000), button=3), PUSHED)


def shown(game, **more):
    return out_view(game, public(game), Surroundings(**more), ENGLISH)


def mark_of(game):
    gone = went_out(game)
    assert gone
    return gone.mark


def sentence(game):
    line = shown(game)
    assert line
    return line.text


def test_the_player_with_the_larger_stack_went_out_last_and_is_named_first():
    game = three_out(8_000, 12_000, 5_000)
    line = shown(game)
    assert line
    assert [one.seat for one in line.seats] == [2, 1, 3]
    assert line.text == "ELIMINATED: seat 2 Ben (larger stack), then seat 1 Ada, then seat 3 Cleo"
    assert line.stacks == "larger stack first: 12,000 / 8,000 / 5,000"


def test_a_single_player_needs_no_order():
    game = play(dealt((8_000, 20_000)), "r8000 c 9h7s2cKd3h 2:9d9c 1:AhKc push")
    line = shown(game)
    assert line
    assert (line.text, line.stacks, line.note) == ("ELIMINATED: seat 1 Ada", "", "")


def test_the_names_stay_when_another_player_leaves_or_changes_seats():
    game = three_out(8_000, 12_000, 5_000)
    for order in (LeaveSeat(5), Overrule("floor", "seat draw", ChangeSeat(5, 1))):
        assert sentence(do(game, order)) == sentence(game)


@pytest.mark.parametrize(
    ("stacks", "said"),
    [
        ((8_000, 8_000, 5_000), "ELIMINATED: seat 1 Ada and seat 2 Ben (equal stacks: tied), then seat 3 Cleo"),
        ((8_000, 8_000, 8_000), "ELIMINATED: seat 1 Ada and seat 2 Ben and seat 3 Cleo (equal stacks: tied)"),
        ((9_000, 8_000, 8_000),
         "ELIMINATED: seat 1 Ada (larger stack), then seat 2 Ben and seat 3 Cleo (equal stacks: tied)"),
    ],
)  # fmt: skip
def test_equal_stacks_are_tied(stacks, said):
    game = three_out(*stacks)
    assert sentence(game) == said
    line = shown(game)
    assert line
    assert [one.tied for one in line.seats] == [stacks.count(stacks[one.seat - 1]) > 1 for one in line.seats]


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (13, "13th"), (22, "22nd"), (112, "112th")],
)
def test_a_place_is_an_ordinal_in_each_language(number, said):
    assert words_in("en").ordinal(number) == said
    assert [words_in(language).ordinal(number) for language in ("de", "es")] == [f"{number}.", f"{number}.º"]


def test_a_place_that_pays_is_shown_with_its_prize():
    places = (OutPlace("p2", 3, prize=Money(30_000, "EUR")),)
    line = shown(three_out(8_000, 12_000, 5_000), booking=Booking(places=places))

    assert line
    assert [one.place for one in line.seats] == ["3rd place, 300\u00a0EUR", "", ""]


def test_places_are_shown_if_the_room_knows_them_and_are_provisional_until_confirmed():
    game = three_out(8_000, 12_000, 5_000)
    places = (OutPlace("p2", 27), OutPlace("p1", 28, confirmed=True), OutPlace("p3", 29, confirmed=True))
    line = shown(game, booking=Booking(places=places))
    assert line
    assert [one.place for one in line.seats] == ["27th place", "28th place", "29th place"]
    assert line.note == "places to be confirmed"

    line = shown(game, booking=Booking(places=places[1:]))
    assert line
    assert line.note == ""


def test_the_line_goes_once_the_room_has_confirmed_every_player():
    over = three_out(8_000, 12_000, 5_000)
    places = tuple(OutPlace(player, 28, confirmed=True) for player in ("p1", "p2", "p3"))

    for game in (over, play(over, "start")):
        assert shown(game, booking=Booking(places=places)) is None
        assert shown(game, booking=Booking(places=(*places[:2], replace(places[2], confirmed=False))))
        assert shown(game)


def test_the_line_goes_when_the_room_has_closed_the_table():
    assert shown(three_out(8_000, 12_000, 5_000), booking=Booking(over="closed")) is None


def test_a_player_with_bought_chips_is_not_named_as_out():
    game = play(three_out(8_000, 12_000, 5_000), "start")
    waiting = tuple(Due("enters", seat, f"p{seat}", "", 10_000) for seat in (1, 2, 3))

    line = shown(game, due=waiting[1:2])

    assert line
    assert [one.seat for one in line.seats] == [1, 3]
    assert shown(game, due=waiting) is None


def test_a_player_who_sits_here_again_is_not_named_as_out():
    game = do(three_out(8_000, 12_000, 5_000), TakeSeat(2, "p2", "Ben", 10_000))
    line = shown(game)
    assert line
    assert [one.seat for one in line.seats] == [1, 3]


def test_each_bounty_goes_to_the_players_who_won_the_last_chips():
    game = three_out(8_000, 12_000, 5_000)
    places = (
        OutPlace("p2", 27, False, ("p4",)),
        OutPlace("p1", 28, True, ("p4",)),
        OutPlace("p3", 29, True, ("p4", "p5")),
    )

    line = shown(game, booking=Booking(places=places))

    assert line
    assert not line.stacks
    assert line.bounties == "bounties of seats 2, 1 to seat 4 Dan · bounty of seat 3 to seat 4 Dan and seat 5 Eve"


def test_the_notice_stays_through_the_next_hand_and_shrinks_at_its_first_board_card():
    game = play(three_out(8_000, 12_000, 5_000), "start")
    line = shown(game)
    assert line
    assert not line.is_pill
    line = shown(play(game, "c k QhJdTd"))
    assert line
    assert line.is_pill
    assert line.pill.text == "OUT 2 1 3"
    assert shown(play(game, "f push start")) is None


def test_ok_only_marks_the_notice_as_seen():
    game = three_out(8_000, 12_000, 5_000)
    line = shown(game)
    assert line
    seen = after(Surroundings(), line.ok.tap)
    assert seen.out_seen == mark_of(game)
    assert out_view(game, public(game), seen, ENGLISH) is None
    assert updated(seen, Surroundings()).out_seen == seen.out_seen  # news from the program does not reset it
    assert isinstance(line.ok.tap, SeeOut)


def test_undoing_the_push_removes_the_notice_and_pushing_again_brings_it_back():
    game = three_out(8_000, 12_000, 5_000)
    seen = Surroundings(out_seen=mark_of(game))
    before = do(game, Undo())
    assert shown(before) is None
    again = play(before, "push")
    assert out_view(again, public(again), seen, ENGLISH) is not None


def test_the_fix_key_opens_the_log_of_the_hand_in_which_they_went_out():
    game = three_out(8_000, 12_000, 5_000)
    line = shown(game)
    assert line
    assert line.fix.tap == OpenPage(HandPage())

    later = play(game, "start")
    line = shown(later)
    assert line
    assert line.fix.tap == OpenPage(HandPage(last=True))
    context = PageContext(public(later), later)
    page = HandPage(last=True).show(context)
    assert "hand 1" in page.title.lower()
    taps = [button.tap for button in page.grids[0].buttons if button.tap]
    assert taps
    for tap in taps:
        assert isinstance(tap, OpenPage)
        assert isinstance(tap.page, RepairPage)
        assert line_at(context, tap.page.line) is not None


def test_if_nobody_is_out_there_is_no_notice():
    assert shown(dealt((8_000, 8_000))) is None
    assert shown(play(dealt((8_000, 8_000)), "f push")) is None


def test_a_hand_won_by_folds_says_who_wins_the_whole_pot_and_a_showdown_does_not():
    game = play(dealt((8_000, 8_000, 8_000)), "r600 f f")
    assert folded_out(game) is None
    game = play(game, "push start")
    won = folded_out(game)
    assert won
    assert wins_line(won, ENGLISH) == "Seat 1 wins 700 (400 returned)"
    assert folded_out(three_out(8_000, 12_000, 5_000)) is None


def test_the_winner_is_shown_until_the_time_has_passed_or_the_push_is_undone():
    game = play(dealt((8_000, 8_000, 8_000)), "r600 f f push start")
    won = folded_out(game)
    assert won
    won = replace(won, until_ms=2_500)
    assert unexpired(won, game, 2_499) == won
    assert unexpired(won, game, 2_500) is None
    assert unexpired(won, do(game, Undo(), Undo()), 0) is None
    assert unexpired(None, game, 0) is None


def test_the_view_shows_the_winner_by_folds_without_a_tap():
    game = play(dealt((8_000, 8_000, 8_000)), "r600 f f push start")
    won = FoldedOut(game.mark, 1, 700, until_ms=2_000)
    drawn = view(PageContext(public(game), game, Surroundings(wins=won)))
    assert drawn.wins == "Seat 1 wins 700"
    assert drawn.out is None


def test_three_or_more_players_share_two_lines_so_that_none_is_cut_off():
    game = three_out(8_000, 12_000, 5_000)
    places = tuple(OutPlace(f"p{seat}", place) for seat, place in ((2, 27), (1, 28), (3, 29)))
    line = shown(game)
    assert line
    assert line.many == ("seats 2, 1, 3",)

    line = shown(game, booking=Booking(places=places))
    assert line
    assert line.many == ("seats 2, 1, 3", "places 27, 28, 29")


def test_a_single_player_keeps_a_line_with_the_name():
    line = shown(play(dealt((8_000, 20_000)), "r8000 c 9h7s2cKd3h 2:9d9c 1:AhKc push"))
    assert line
    assert line.many == ()
