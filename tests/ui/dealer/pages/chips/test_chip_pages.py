"""The pages about chips and backup modes, as values: few taps, the right orders, and room on both screens."""

from functools import reduce

import pytest
from msgspec.structs import replace

from engine.actions import SeeCard
from engine.cards import parse_cards
from engine.events import Blinds, Event, ReportedPot, SetStacks
from engine.game.game import Game, apply, step
from engine.history.recall import recall
from engine.public import public
from engine.table.actions.chips import CloseRace, CountStacks, NameRaceWinners, OpenRace, ReportCount
from engine.table.actions.hands import Overrule, ReportHand, StartHand
from engine.table.actions.setup import SetLevel, SetMode
from engine.table.actions.staff import CallFloor
from tests.kit.play import dealt, do, play, record_of, sat
from tests.ui.dealer.layout.test_table import SCREENS
from tests.ui.fitting import assert_fits
from ui.dealer.model.sign_in import Staff
from ui.dealer.model.surroundings import LevelTime, Surroundings
from ui.dealer.model.taps import Ask, OpenPage, PageRef, Tap
from ui.dealer.model.values import ButtonView, PageView
from ui.dealer.pages.breaks import BreakPage
from ui.dealer.pages.chips.color_up import ColorUpPage
from ui.dealer.pages.chips.countdown import CountdownPage
from ui.dealer.pages.chips.counts import CountsPage
from ui.dealer.pages.chips.ladder import LadderPage, hand_over
from ui.dealer.pages.chips.tell import TellPage
from ui.dealer.pages.history.recall import RecallPage
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.turning import self_opened
from ui.words.languages import words_in

LOW = Blinds(4, 75, 150, chip=25)
CHIPS = (25, 100, 500, 1_000, 5_000)
BREAK = LevelTime("Break", 252_000, is_break=True, chips=CHIPS, color_up=(25,), next_blinds=Blinds(5, 100, 200))
ODD = (4_375, 12_025, 8_850, 25, 30_000, 7_100, 15_425, 9_950, 20_000, 6_050)


def context(game: Game, level: LevelTime | None = None) -> PageContext:
    """The state that a page can read."""
    return PageContext(public(game), game, Surroundings(level=level))


def button(view: PageView, name: str) -> ButtonView:
    """The button of that name."""
    return next(button for grid in view.grids for button in grid.buttons if button.name == name)


def tapped(page: PageRef, seen: PageContext, *names: str) -> Tap | None:
    """The meaning of the last of these touches, following the pages in between."""
    tap: Tap | None = None
    for name in names:
        if isinstance(tap, OpenPage) and tap.page is not None:
            page = tap.page
        assert isinstance(page, Page)
        tap = button(page.show(seen), name).tap
        assert tap is not None, name
    return tap


def after_taps(page: PageRef, seen: PageContext, *names: str) -> Page:
    """The page after these touches."""
    tap = tapped(page, seen, *names)
    assert isinstance(tap, OpenPage)
    assert isinstance(tap.page, Page)
    return tap.page


def texts(view: PageView) -> str:
    """All the text at the head of the page."""
    return " | ".join((view.title, *(line.text for line in view.lines)))


# Counts


def test_matching_counts_are_confirmed_with_one_tap():
    seen = context(sat((5_000, 6_000, 0, 7_000)))

    assert tapped(CountsPage(), seen, "counts-done") == Ask(CountStacks((1, 2, 4), (5_000, 6_000, 7_000)))


def test_a_different_count_goes_to_the_floor_with_its_difference():
    seen = context(sat((5_000, 6_000, 7_000)))
    signed = replace(seen, surroundings=Surroundings(staff=(Staff("Uma", "floor"),)))
    page = after_taps(CountsPage(), seen, "counts-seat-2", "count-key-5", "count-key-9", "count-key-00", "count-set")
    view = page.show(seen)

    assert button(view, "counts-seat-2").small == "5,900\n−100"
    assert "Counted 17,900: 100 short" in texts(view)
    assert button(view, "counts-report").tap == Ask(ReportCount((2,), (5_900,)), then=CountsPage())
    asked = tapped(page, signed, "counts-floor")
    order = SetStacks((2,), (5_900,), -100)
    assert asked == Ask(Overrule("", "reason-recount", order), needs="floor")


@pytest.mark.parametrize(
    ("counted", "question", "change"),
    [(1_000, "5,000 in chips come out of play.", -5_000), (6_000, "1,000 in chips come into play.", 1_000)],
)
def test_chips_enter_or_leave_play_only_after_a_second_tap_if_nobody_signs(counted, question, change):
    seen = context(sat((6_000, 5_000 if change > 0 else 6_000, 7_000)))
    page = CountsPage(((2, counted),))
    total = sum(seat.chips for seat in seen.table.seats)

    first = tapped(page, seen, "counts-floor")

    assert isinstance(first, OpenPage)
    assert isinstance(first.page, CountsPage)
    view = first.page.show(seen)
    assert question in texts(view)
    assert f"The total changes from {total:,} to {total + change:,}." in texts(view)
    sure = button(view, "counts-floor-sure")
    assert (sure.emphasis, sure.small) == ("warn", "tap again")
    assert isinstance(sure.tap, Ask)
    assert isinstance(sure.tap.action, Overrule)
    game = do(seen.game, replace(sure.tap.action, by="floor"))
    last = public(game).last
    assert last is not None
    assert words_in("en").happened(last) == f"recount {'+' if change > 0 else '−'}{abs(change):,}, seat 2"


def test_any_other_touch_takes_the_question_about_chips_back():
    seen = context(sat((6_000, 6_000, 7_000)))
    page = CountsPage(((2, 1_000),), asked=True)

    for name in ("counts-seat-1", "counts-clear"):
        other = tapped(page, seen, name)
        assert isinstance(other, OpenPage)
        assert isinstance(other.page, CountsPage)
        assert not other.page.asked


def test_a_stack_that_differs_is_counted_again_before_the_floor_decides():
    once = do(sat((5_000, 6_000, 7_000)), ReportCount((2,), (5_900,)))
    view = CountsPage().show(context(once))

    assert "Seats to count again: 2" in texts(view)
    assert "count again" in button(view, "counts-seat-2").small
    assert button(view, "counts-done").tap is None  # it must be keyed again, and cannot be passed over

    view = CountsPage().show(context(do(once, ReportCount((2,), (5_900,)))))

    assert "Call the floor." in texts(view)
    assert button(view, "counts-seat-2").small.endswith("−100")
    assert button(view, "counts-seat-2").emphasis == "stop"


def test_chips_that_are_only_in_the_wrong_stack_are_moved_without_a_difference():
    seen = context(sat((5_000, 6_000, 7_000)))
    page = CountsPage(((1, 4_000), (3, 8_000)))

    asked = tapped(page, seen, "counts-floor")

    assert asked == Ask(Overrule("", "reason-recount", SetStacks((1, 3), (4_000, 8_000))), needs="floor")


def test_after_hands_without_a_record_a_count_that_adds_up_needs_no_floor():
    game = do(sat((5_000, 6_000, 7_000)), SetMode("winners"), ReportHand((ReportedPot(1_000, (1,)),)))
    seen = context(game)
    view = CountsPage(((1, 6_000), (2, 5_000))).show(seen)

    assert "as of hand 0" in texts(view)
    assert button(view, "counts-done").tap == Ask(CountStacks((1, 2, 3), (6_000, 5_000, 7_000)))


def test_no_stack_is_counted_in_the_middle_of_a_hand():
    seen = context(dealt((5_000,) * 3))

    assert not CountsPage.offered(seen)
    view = CountsPage().show(seen)
    assert [tile.tap for grid in view.grids for tile in grid.buttons] == [None] * 6


# Color-up


def test_the_break_says_which_chip_goes_and_what_to_bring_for_the_race():
    view = ColorUpPage().show(context(sat(ODD, LOW), BREAK))

    assert view.title == "Coloring up the 25s to 100s"
    assert "Odd chips: 300. Race for 3 × 100." in texts(view)
    assert [(disc.chip, disc.count) for disc in view.lines[-1].discs] == [(100, 3)]
    assert button(view, "race-seat-1").small == "4,300\n3×25"
    assert button(view, "race-start").tap == Ask(OpenRace(25, 100), then=ColorUpPage())


def test_once_the_odd_chips_are_counted_the_page_says_what_to_bring_from_the_bank():
    seen = context(sat(ODD, LOW), BREAK)
    page = after_taps(ColorUpPage(), seen, "race-key-1", "race-key-2", "race-key-0")
    discs = page.show(seen).lines[-1].discs

    assert sum(disc.chip * disc.count for disc in discs) == (120 * 25 - 300) + 300
    brought = tuple((disc.chip, disc.count) for disc in discs)
    assert button(page.show(seen), "race-start").tap == Ask(OpenRace(25, 100, 120, brought), then=ColorUpPage())


def test_a_number_of_odd_chips_that_the_stacks_cannot_leave_must_be_counted_again():
    seen = context(sat(ODD, LOW), BREAK)

    assert "does not match the stacks" in texts(after_taps(ColorUpPage(), seen, "race-key-1", "race-key-3").show(seen))
    assert "does not match the stacks" in texts(after_taps(ColorUpPage(), seen, "race-key-8").show(seen))
    assert "does not match" not in texts(after_taps(ColorUpPage(), seen, "race-key-1", "race-key-2").show(seen))


def test_two_denominations_are_colored_up_one_after_the_other():
    both = replace(BREAK, color_up=(25, 100))

    game = sat((4_000, 8_000), LOW)
    assert ColorUpPage().show(context(game, both)).title == "Coloring up the 25s to 100s"

    game = do(game, OpenRace(25, 100), CloseRace())
    assert ColorUpPage().show(context(game, both)).title == "Coloring up the 100s to 500s"

    game = do(game, OpenRace(100, 500), CloseRace())
    assert not ColorUpPage.offered(context(game, both))


def test_without_a_clock_the_dealer_picks_the_chip_that_stays():
    """Only chips that can pay the next hand's blinds are offered."""
    seen = context(do(sat(ODD, LOW), SetLevel(Blinds(5, 500, 1_000, 1_000, "big-blind", 25))))
    view = ColorUpPage().show(seen)
    assert ColorUpPage.offered(seen)
    assert view.title == "Color up the 25s to which chips?"
    assert [tile.text for tile in view.grids[0].buttons] == ["TO 100s", "TO 500s"]

    page = after_taps(ColorUpPage(), seen, "race-chip-100")
    assert page.show(seen).title == "Coloring up the 25s to 100s"
    assert tapped(page, seen, "race-start") == Ask(OpenRace(25, 100), then=ColorUpPage())
    assert after_taps(page, seen, "race-key-1", "race-erase") == ColorUpPage(chip=100)

    assert not ColorUpPage.offered(context(sat(ODD, LOW)))  # 75 and 150 need the 25s


def test_the_race_is_dealt_card_by_card_and_then_shows_each_seats_chips():
    game = do(sat((4_025, 8_025, 6_000), LOW), OpenRace(25, 100))
    seen = context(game, BREAK)
    view = ColorUpPage().show(seen)
    assert "Seat 1 Ada: card 1 of 1" in texts(view)
    assert view.entry
    assert view.entry.seat == 1
    assert button(view, "race-seat-1").small == "0 of 1"

    asked = tapped(ColorUpPage(), seen, "race-rank-K", "race-suit-h")
    assert asked == Ask(SeeCard(parse_cards("Kh")[0]), then=ColorUpPage())

    raced = context(do(game, *(SeeCard(card) for card in parse_cards("KhKs"))), BREAK)
    view = ColorUpPage().show(raced)
    shown = [button(view, f"race-seat-{seat}").small for seat in (1, 2, 3)]
    assert shown == ["4,000\neven", "8,100\nwins 100", "6,000\neven"]
    assert "changes by +50" in texts(view)
    assert tapped(ColorUpPage(), raced, "race-done") == Ask(CloseRace())


def test_a_tap_on_each_winner_ends_a_race_whose_cards_nobody_enters():
    two = context(do(sat((4_075, 3_025, 2_050, 5_000), LOW), OpenRace(25, 100)), BREAK)
    page = after_taps(ColorUpPage(), two, "race-seat-3")
    view = page.show(two)

    assert "tap the winners (2)" in texts(view)
    assert [button(view, f"race-seat-{seat}").chosen for seat in (1, 2, 3)] == [False, False, True]
    assert button(view, "race-seat-4").tap is None
    assert after_taps(page, two, "race-seat-3") == ColorUpPage()
    assert tapped(page, two, "race-seat-1") == Ask(NameRaceWinners((3, 1)), then=ColorUpPage())


def test_the_page_of_a_race_stays_for_cards_from_the_reader_and_closes_at_the_end():
    opened = do(sat((4_025, 8_025), LOW), OpenRace(25, 100))
    dealt_one = do(opened, SeeCard(parse_cards("Kh")[0]))
    done = do(dealt_one, SeeCard(parse_cards("2h")[0]), CloseRace())

    assert ColorUpPage().stays(context(opened), context(dealt_one))
    assert not ColorUpPage().stays(context(dealt_one), context(done))


# The ladder


def test_a_step_down_the_ladder_is_one_tap_and_a_reason_can_be_given_first():
    seen = context(sat((5_000,) * 3))

    assert tapped(LadderPage(), seen, "ladder-pad") == Ask(SetMode("pad"))
    assert tapped(LadderPage(), seen, "ladder-why-reader", "ladder-counts") == Ask(SetMode("counts", "reason-reader"))
    assert tapped(LadderPage(), seen, "ladder-winners") == Ask(SetMode("winners"), then=TellPage())


def test_the_way_up_the_ladder_leads_through_a_count_while_stacks_are_out_of_date():
    game = do(sat((5_000,) * 3), SetMode("counts"), ReportHand())

    assert tapped(LadderPage(), context(game), "ladder-readers") == OpenPage(CountsPage())
    counted = do(game, CountStacks((1, 2, 3), (5_000,) * 3))
    assert tapped(LadderPage(), context(counted), "ladder-readers") == Ask(SetMode("readers"))


def test_hand_over_does_what_the_mode_requires():
    game = sat((5_000,) * 3)

    assert hand_over(public(game)) is None
    assert hand_over(public(do(game, SetMode("winners")))) == OpenPage(TellPage())
    assert hand_over(public(do(game, SetMode("counts")))) == Ask(ReportHand())


def test_a_hand_is_entered_by_its_pot_and_winner_and_the_page_waits_for_the_next():
    seen = context(do(sat((5_000,) * 3), SetMode("winners")))

    asked = tapped(TellPage(), seen, "tell-seat-2", "tell-key-1", "tell-key-2", "tell-key-00", "tell-done")

    assert asked == Ask(ReportHand((ReportedPot(1_200, (2,)),)), then=TellPage())


def test_a_pot_larger_than_all_chips_is_not_reported_and_the_button_says_why():
    seen = context(do(sat((5_000,) * 3), SetMode("winners")))
    page = after_taps(TellPage(), seen, "tell-seat-2", "tell-key-2", "tell-key-000", "tell-key-0")
    done = next(button for grid in page.show(seen).grids for button in grid.buttons if button.name == "tell-done")

    assert done.tap is None
    assert "15,000" in done.small


def test_side_pots_and_busted_players_are_reported_with_the_hand():
    seen = context(do(sat((5_000,) * 3), SetMode("winners")))
    main = after_taps(TellPage(), seen, "tell-seat-2", "tell-key-9", "tell-key-000", "tell-next")
    side = after_taps(main, seen, "tell-seat-1", "tell-key-4", "tell-key-000")

    asked = tapped(side, seen, "tell-seat-3", "tell-seat-3", "tell-done")

    assert asked == Ask(ReportHand((ReportedPot(9_000, (2,)), ReportedPot(4_000, (1,))), (3,)), then=TellPage())
    assert "Pot 9,000: Seat 2 · Pot 4,000: Seat 1" in texts(side.show(seen))


# The last hands


FOLDED = "start f f f push"
SHOWN = "start c f f k QhJd2c k k 7s k k 9d k k 4:AsAh 1:KsKd push"


def test_the_last_hands_say_who_won_what_and_how():
    events = record_of(FOLDED, SHOWN)

    hands = recall(events, 10)

    assert [(hand.hand, hand.ending, hand.pot) for hand in hands] == [(2, "showdown", 700), (1, "fold", 400)]
    assert hands[0].board == tuple(parse_cards("QhJd2c7s9d"))
    assert len(recall(events, 1)) == 1
    assert recall(events, 0) == ()


def test_a_hand_from_the_list_is_shown_in_plain_words_with_its_board():
    hands = recall(record_of(FOLDED, SHOWN), 10)
    seen = context(sat((5_000,) * 3))
    page = after_taps(RecallPage(hands), seen, "recall-1")
    view = page.show(seen)

    assert view.title.startswith("Hand 2")
    assert view.lines[0].cards == tuple(parse_cards("QhJd2c7s9d"))
    assert (view.lines[1].text, view.lines[1].cards) == ("Seat 4 Dan", tuple(parse_cards("AsAh")))
    said = ""
    for _ in range(12):
        said += texts(page.show(seen))
        page = after_taps(page, seen, "recall-next")
    assert "seat 4 Dan" in said
    assert "pair of aces" in said


def test_a_hand_entered_by_its_result_is_recalled_as_such():
    game, events = sat((5_000,) * 3), list[Event]()
    for action in (SetMode("winners"), ReportHand((ReportedPot(1_200, (2,)),), (3,))):
        facts = step(game, action)
        game, events = reduce(apply, facts, game), events + facts

    (hand,) = recall(events, 10)
    view = RecallPage((hand,), 0).show(context(game))

    assert (hand.hand, hand.ending, hand.pot) == (1, "told", 1_200)
    assert "Hand 1: only its result was entered: 1,200 to Seat 2." in texts(view)


def test_the_record_is_read_once_when_the_list_of_hands_opens():
    class Record:
        asked = 0

        def last_hands(self, count):
            self.asked += 1
            return recall(record_of(FOLDED), count)

    record = Record()

    page = RecallPage().opened(record)
    page = page.opened(record)

    assert record.asked == 1
    assert isinstance(page, RecallPage)
    assert len(page.hands) == 1


# All-ins counted down


def all_in() -> PageContext:
    """Seat 4 is all-in for 4,300 before the flop, and seat 1 is to act."""
    game = play(dealt((30_000, 30_000, 3_000, 4_300)), "r4300")
    return context(game, LevelTime("Level 3", 1_000, chips=CHIPS))


def test_an_all_in_is_counted_by_denomination_against_the_record():
    seen = all_in()
    page = after_taps(
        CountdownPage(), seen,
        *["countdown-chip-1000"] * 3, "countdown-step", *["countdown-chip-100"] * 2, "countdown-step", "countdown-step",
        *["countdown-chip-100"] * 3,
    )  # fmt: skip
    view = page.show(seen)

    assert [button(view, f"countdown-chip-{chip}").text for chip in (1_000, 500, 100)] == ["×3", "", "×13"]
    assert "Counted 4,300: as expected." in texts(view)
    assert "Seat 1 Ada owes 4,300." in texts(view)
    assert button(view, "countdown-floor").tap is None


def test_a_difference_is_shown_and_the_floor_can_be_called_about_it():
    seen = all_in()
    page = after_taps(CountdownPage(), seen, *["countdown-chip-1000"] * 4)

    assert "Counted 4,000, expected 4,300: 300 short." in texts(page.show(seen))
    assert tapped(page, seen, "countdown-floor") == Ask(CallFloor("chips"))


def test_chips_that_nobody_can_match_go_back():
    """
    Seat 2 has 3,000 with its blind. Seat 3 has less, after its ante.
    """
    game = play(dealt((30_000, 3_000, 3_000)), "r30000")

    assert "27,000 goes back to Seat 1 Ada." in texts(CountdownPage().show(context(game)))


# Breaks


def test_a_break_shows_when_it_ends_and_leads_to_counts_and_color_up():
    view = BreakPage().show(context(sat(ODD, LOW), BREAK))

    assert "4:12 left" in texts(view)
    assert "Then 100/200." in texts(view)
    assert button(view, "break-counts").tap == OpenPage(CountsPage())
    assert button(view, "break-color-up").tap == OpenPage(ColorUpPage())


def test_the_break_page_opens_by_itself_and_closes_when_the_break_is_over():
    game, plays = sat(ODD, LOW), LevelTime("Level 4", 1_000)
    in_hand = do(game, StartHand())

    assert self_opened(context(game, plays), context(game, BREAK), None) == BreakPage()
    assert self_opened(context(game, BREAK), context(game, BREAK), None) is None
    assert self_opened(context(in_hand, BREAK), context(game, BREAK), None) == BreakPage()
    assert self_opened(context(in_hand, plays), context(in_hand, BREAK), None) is None
    assert self_opened(context(game, plays), context(game, BREAK), CountsPage()) == CountsPage()
    assert self_opened(context(game, BREAK), context(game, plays), BreakPage()) is None
    assert self_opened(context(game, BREAK), context(game, plays), CountsPage()) == CountsPage()


def test_without_a_clock_the_floor_ends_the_break():
    assert "the floor says" in texts(BreakPage().show(context(sat(ODD, LOW))))


# Room


def _states() -> dict[str, tuple[Page, PageContext]]:
    between, in_hand = context(sat(ODD, LOW), BREAK), context(dealt((50_000,) * 10))
    racing = do(sat(ODD, LOW), OpenRace(25, 100))
    cards = iter(parse_cards("AsKsQsJsTs9s8s7s6s5s4s3s2sAhKh"))
    done = racing
    while public(done).race and ColorUpPage().show(context(done)).name == "race-cards":
        done = do(done, SeeCard(next(cards)))
    reported = do(sat(ODD, LOW), SetMode("winners"), ReportHand((ReportedPot(1_500, (2,)),)))
    hands = recall(record_of(*([FOLDED] * 9), SHOWN), 10)
    big = CountdownPage(0, tuple((value, 40) for value in reversed(CHIPS)))
    return {
        "counts": (CountsPage(((1, 4_000), (2, 13_000))), between),
        "counts-one": (CountsPage(seat=3, typed="12500"), between),
        "color-up": (ColorUpPage("120"), between),
        "race-cards": (ColorUpPage(rank="K"), context(racing, BREAK)),
        "race-after": (ColorUpPage(), context(done, BREAK)),
        "ladder": (LadderPage("reader"), context(reported)),
        "ladder-in-hand": (LadderPage(), in_hand),
        "tell": (TellPage((ReportedPot(9_000, (2,)),), (1, 4), (3,), "12500"), context(reported)),
        "recall": (RecallPage(hands), between),
        "recall-hand": (RecallPage(hands, 0), between),
        "countdown": (big, context(play(dealt((50_000,) * 10), "r50000"), BREAK)),
        "break": (BreakPage(), between),
    }


STATES = _states()


@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
@pytest.mark.parametrize("name", STATES)
def test_every_chip_page_fits_the_screen(size, name):
    page, seen = STATES[name]

    assert_fits(page.show(seen), size)


@pytest.mark.parametrize("name", STATES)
def test_a_screen_reader_finds_each_button_named_once(name):
    page, seen = STATES[name]
    names = [button.name for grid in page.show(seen).grids for button in grid.buttons if button.name]

    assert len(names) == len(set(names))
    for grid in page.show(seen).grids:
        assert all(button.text or button.said for button in grid.buttons if button.name)


def test_a_hand_started_elsewhere_closes_the_counts():
    before = sat((5_000,) * 3)

    assert not CountsPage().stays(context(before), context(do(before, StartHand())))
