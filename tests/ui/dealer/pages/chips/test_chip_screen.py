"""Counts, color-up, the ladder and the last hands on the real screen, with a finger."""

from engine.actions import SeeCard
from engine.cards import Card
from engine.events import Blinds
from engine.public import public
from engine.table.actions.chips import CountStacks
from engine.table.actions.setup import SetLevel, SetMode
from tests.kit.play import dealt, record_of, sat
from tests.kit.port import tell
from ui.dealer.model.surroundings import LevelTime

LOW, HIGH = Blinds(2, 75, 150, chip=25), Blinds(3, 100, 200, chip=100)
BREAK = LevelTime("Break", 300_000, is_break=True, chips=(25, 100, 500), color_up=(25,), next_blinds=HIGH)


def stacks(engine):
    return [seat.chips for seat in public(engine.game).seats if seat.player]


def test_matching_counts_are_three_taps_from_the_felt(sit):
    _, engine, finger = sit(sat((5_000, 6_000, 7_000)))

    finger.tap("more", "menu-counts", "counts-done")

    assert engine.asked == [CountStacks((1, 2, 3), (5_000, 6_000, 7_000))]


def test_a_stack_is_corrected_by_the_floor(sit):
    _, engine, finger = sit(sat((5_000, 6_000, 7_000)))
    finger.tap("more", "menu-counts", "counts-seat-2", "count-key-6", "count-key-1", "count-key-00", "count-set")

    finger.tap("counts-floor")
    assert stacks(engine) == [5_000, 6_000, 7_000]  # without a PIN, the first touch only asks
    finger.tap("counts-floor-sure")

    assert stacks(engine) == [5_000, 6_100, 7_000]
    assert public(engine.game).adjusted == 100


def test_a_race_is_dealt_by_reader_and_by_hand(sit):
    screen, engine, finger = sit(sat((4_025, 8_025, 6_000), LOW))
    tell(screen, level=BREAK)
    finger.tap("more", "menu-color-up", "race-start")

    engine.ask(SeeCard(Card("Kh")), engine.game.mark)
    finger.tap("race-rank-K", "race-suit-s", "race-seat-1", "race-done")

    assert stacks(engine) == [4_000, 8_100, 6_000]
    assert public(engine.game).chip == 100


def test_going_down_and_up_the_ladder_never_stops_the_table(sit):
    _, engine, finger = sit(dealt((5_000, 6_000, 7_000)))

    finger.tap("more", "menu-ladder", "ladder-winners")
    finger.tap("seat-2", "tell-key-4", "tell-key-00", "tell-done")
    finger.tap("seat-3", "tell-key-9", "tell-key-00", "tell-done")
    finger.tap("page-close", "more", "menu-ladder", "ladder-counts")
    finger.tap("hand-over")
    assert (public(engine.game).hand, public(engine.game).uncounted) == (3, 3)

    finger.tap("more", "menu-ladder", "ladder-readers", "counts-done")
    finger.tap("more", "menu-ladder", "ladder-readers", "hand-over")

    assert public(engine.game).playing
    assert public(engine.game).hand == 4
    assert stacks(engine) != []
    assert [action for action in engine.asked if isinstance(action, SetMode)] == [
        SetMode("winners"), SetMode("counts"), SetMode("readers"),
    ]  # fmt: skip


def test_hand_over_opens_the_page_that_reports_a_hand(sit):
    _, engine, finger = sit(sat((5_000, 6_000, 7_000)))
    finger.tap("more", "menu-ladder", "ladder-winners", "page-close")

    finger.tap("hand-over", "seat-1", "tell-key-5", "tell-key-00", "tell-done")

    assert public(engine.game).hand == 1


def test_the_last_hands_are_two_taps_away_and_stay_open_while_play_continues(sit):
    screen, engine, finger = sit(dealt((20_000,) * 4))
    engine.record = record_of("start f f f push", "start f f f push")

    finger.tap("more", "menu-recall")
    engine.happen("f")
    finger.tap("recall-1")

    assert "Hand 2" in screen.findChild(object, "page").accessibleName()


def test_an_all_in_is_counted_down_while_the_hand_waits(sit):
    screen, engine, finger = sit(dealt((20_000, 20_000, 20_000, 4_000)))
    engine.happen("r4000")

    finger.tap("more", "menu-countdown", *["countdown-chip-1000"] * 4)

    assert "Counted 4,000: as expected" in screen.findChild(object, "page").accessibleName()


def test_a_new_level_is_shown_in_the_prompt(sit):
    screen, engine, _ = sit(dealt((20_000,) * 4, LOW))
    engine.happen("f f f push")
    engine.ask(SetLevel(HIGH), engine.game.mark)

    assert "New level: 100/200" in screen.findChild(object, "prompt").accessibleName()


def test_the_break_page_opens_after_the_last_hand_before_it_and_leads_to_the_counts(sit):
    screen, engine, finger = sit(dealt((5_000, 6_000, 7_000)))
    tell(screen, level=BREAK)
    assert not finger.can("break-counts")

    engine.happen("f f push")
    finger.tap("break-counts", "counts-done")
    assert isinstance(engine.asked[-1], CountStacks)

    engine.happen("start")
    engine.happen("f f push")
    assert finger.can("break-counts")
    tell(screen, level=LevelTime("Level 4", 900_000))
    assert not finger.can("break-counts")
