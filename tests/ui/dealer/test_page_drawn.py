"""Pages as they are painted: one letter size for the lines of a header, chosen keys, and lists that are replaced."""

import pytest

from tests.screens.dealer import STATES
from tests.screens.measured import PaintRecord, picture_of, watching
from tests.screens.shots import shoot, tap, throw_away
from ui.dealer.screen import Screen
from ui.dealer.widgets.controls.button import TICK
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.look import DARK
from ui.words.languages import LANGUAGES, words_in


def painted(screen: Screen) -> PaintRecord:
    with watching(screen) as record:
        picture_of(screen)
    return record


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_lines_of_a_style_have_one_letter_size(qapp, language: str) -> None:
    """
    The steps after a misdeal differ in length, and the longest one takes two lines.
    """
    screen = shoot(STATES["misdeal-declared"], "10in", "dark", words_in(language))
    steps = [text for text in painted(screen).letters if text.text[:2] in ("1.", "2.", "3.", "4.")]
    throw_away(screen)

    assert len(steps) == 4
    assert max(step.high_mm for step in steps) - min(step.high_mm for step in steps) < 0.1


def test_every_entry_of_the_menu_has_one_letter_size(qapp) -> None:
    """
    Long ones take two lines.
    """
    screen = shoot(STATES["menu"], "10in", "dark")
    words = words_in("en").menu.entries
    entries = {label.text for label in words.values()}
    low, wide = screen.height() * 0.8, screen.width() / 8  # without the table's own keys, and the groups' titles
    found = [text for text in painted(screen).letters
             if text.text in entries and text.area.bottom() < low and text.area.width() < wide]  # fmt: skip
    throw_away(screen)

    assert len(found) == len(entries)
    assert max(text.high_mm for text in found) - min(text.high_mm for text in found) < 0.05


def test_the_chosen_seat_is_reversed_and_not_amber(qapp) -> None:
    """
    Amber is for the player to act.
    """
    screen = shoot(STATES["kill"], "10in", "dark")
    chosen = screen.findChild(TouchTarget, "kill-seat-6")
    assert chosen is not None
    assert chosen.tile.chosen
    middle = chosen.grab().toImage().pixelColor(chosen.width() // 2, chosen.height() - 12).name()
    throw_away(screen)

    assert middle.upper() == DARK.plain.ink


def test_the_log_of_the_last_hand_replaces_the_columns_of_this_one(qapp) -> None:
    """
    In this hand, no card has been dealt. The last one was played to the river.
    """
    screen = shoot(STATES["last-stands"], "10in", "dark")
    tap(screen, "lines-last")
    assert [text.text for text in painted(screen).letters].count("not dealt") == 4
    tap(screen, "lines-last")
    after = [text.text for text in painted(screen).letters]
    throw_away(screen)

    assert "not dealt" not in after


def test_the_check_mark_covers_no_letter_of_a_narrow_key(qapp) -> None:
    """
    OUT OF TURN takes two lines, and the mark is in the corner above them.
    """
    screen = shoot(STATES["ruling-early"], "10in", "dark")
    key = screen.findChild(TouchTarget, "ruling-early")
    assert key is not None
    top = key.mapTo(screen, key.rect().topLeft()).y()
    letters = [text for text in painted(screen).letters if text.text.startswith("OUT OF")]
    disc = key.canvas.px(1.0 + TICK)
    throw_away(screen)

    assert letters
    assert all(text.area.top() >= top + disc - 1 for text in letters)
