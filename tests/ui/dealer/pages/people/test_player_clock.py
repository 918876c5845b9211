"""The clock called on a player: one page, the time in the prompt, and a tone with ten seconds left and at the end."""

import pytest
from msgspec.structs import replace

from engine.table.actions.people import CallClock
from engine.table.actions.time_chips import UseTimeChip
from tests.kit.play import dealt, play
from tests.kit.port import tell
from tests.kit.randomplay import TDA
from ui.dealer.model.surroundings import PLAYER_CLOCK_MS
from ui.dealer.pages.repair import said
from ui.dealer.view.prompts import table_prompt
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.words.languages import words_in

FOUR = (20_000,) * 4


def asks(screen):
    """The question on the screen now."""
    context = screen.content.context
    return table_prompt(context.table, context.surroundings, context.words)


def test_the_clock_is_called_with_three_touches_and_withdrawn_with_three(sit):
    screen, engine, finger = sit(dealt(FOUR))
    finger.tap("more", "menu-player-clock", "player-clock-start")
    assert engine.asked[-1] == CallClock(4)
    assert not screen.content.page

    finger.tap("more", "menu-player-clock")
    assert not finger.can("player-clock-start")
    finger.tap("player-clock-stop")
    assert engine.asked[-1] == CallClock(4, on=False)


def test_a_call_and_its_withdrawal_are_lines_of_the_action_log(sit):
    screen, _, finger = sit(dealt(FOUR))
    finger.tap("more", "menu-player-clock", "player-clock-start", "more", "menu-player-clock", "player-clock-stop")
    context = screen.content.context

    assert [said(line.event, context, short=True) for line in context.table.lines][-2:] == [
        "clock on: 4",
        "clock off: 4",
    ]


@pytest.mark.parametrize(
    ("script", "ends", "records"),
    [("", "dead_at_end", "over_fold"), ("c c c", "check_at_end", "over_check")],
)
def test_the_prompt_counts_down_and_says_what_the_dealer_records_at_the_end(sit, script, ends, records):
    screen, _, finger = sit(play(dealt(FOUR), script))
    say = words_in("en").player_clock
    finger.tap("more", "menu-player-clock", "player-clock-start")

    tell(screen, player_clock_ms=PLAYER_CLOCK_MS)
    assert (asks(screen).body, asks(screen).foot) == ("0:30", getattr(say, ends))
    tell(screen, player_clock_ms=9_001)
    assert asks(screen).body == "0:10"
    tell(screen, player_clock_ms=0)
    assert (asks(screen).body, asks(screen).foot) == (say.over, getattr(say, records))


def test_a_tone_sounds_at_the_start_with_ten_seconds_left_and_once_at_the_end(sit, tones):
    screen, _, _ = sit(play(dealt(FOUR), ""))
    for left_ms in (None, 30_000, 29_000, 10_001, 10_000, 9_000, 1, 0, 0, None):
        tell(screen, player_clock_ms=left_ms)

    assert tones.heard == ["level"] * 3


def test_the_page_closes_once_it_is_another_players_turn(sit):
    screen, engine, finger = sit(dealt(FOUR))
    finger.tap("more", "menu-player-clock")
    assert screen.content.page

    engine.game = play(engine.game, "c")
    engine.present()
    assert not screen.content.page


def test_a_time_chip_takes_three_touches_while_the_clock_runs(sit):
    """A rule book without a time bank has no such button."""
    book = replace(TDA, time_bank=replace(TDA.time_bank, value="five-chips"))
    game = dealt(FOUR)
    screen, engine, finger = sit(game)
    finger.tap("more", "menu-player-clock")
    assert not finger.can("player-clock-chip")

    engine.game = replace(game, state=replace(game.state, table=replace(game.table, book=book)))
    engine.present()
    finger.tap("more", "menu-player-clock")
    assert not finger.can("player-clock-chip")
    finger.tap("player-clock-start", "more", "menu-player-clock", "player-clock-chip")

    assert engine.asked[-1] == UseTimeChip(4)
    finger.tap("more", "menu-player-clock")
    chip = screen.findChild(TouchTarget, "player-clock-chip")
    assert (chip.tile.text, chip.tile.small) == ("TIME CHIP +30 s", "4 of 5 left")
