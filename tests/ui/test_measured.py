"""Ten seats with long names and big stacks, measured in pictures: on every screen, in every language and theme."""

from itertools import combinations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QWidget

from tests.screens.dealer import kept
from tests.screens.measured import picture_of, watching
from tests.screens.shots import Glass, show_on, throw_away
from tests.ui.sweep import hard_to_hit, out_of_place, too_faint, too_small
from ui.dealer.screen import Screen
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.dealer.widgets.felt.pots import Pots
from ui.dealer.widgets.felt.seat import SeatTile
from ui.look import COMMA, THEMES, Look
from ui.words.languages import LANGUAGES, words_in

GLASSES = {
    "10.1 inches, 1280 x 800": (1280, 800, 5.9, 1.0),
    "10.1 inches, 1024 x 600": (1024, 600, 4.7, 1.0),
    "15.6 inches, 1920 x 1080": (1920, 1080, 5.6, 1.0),
    "13.5 inches, 2160 x 1440 at 1.5": (1440, 960, 5.05, 1.5),
    "10.1 inches upright, 800 x 1280": (800, 1280, 5.9, 1.0),
}
"""Width and height in the program's pixels, the number of them per millimeter, and the number of the screen's own
pixels that each one takes.
"""
TEN = ("ten-seats", "ten-five-pots", "ten-question", "ten-flop-due", "ten-folded-out", "ten-before", "four-pots-ten",
       "fold-stands")  # fmt: skip
LEAST_POT_MM = {"10.1 inches, 1024 x 600": 5.5, "10.1 inches upright, 800 x 1280": 4.9}
"""The first is 127 mm high, and everything is drawn smaller. The second has the board in two rows and one column of
pots."""


def shown(name: str, glass: str, theme: str, language: str) -> Screen:
    """The screen in this state at this size."""
    wide, high, px_per_mm, _ = GLASSES[glass]
    return show_on(Glass(wide, high, px_per_mm), kept(name), Look(THEMES[theme]), words_in(language))


LOOKS = [(theme, language) for theme in THEMES for language in LANGUAGES]
"""The daily run tests each theme in one language and each language in one theme. The nightly run tests the others."""


@pytest.mark.parametrize("glass", GLASSES)
@pytest.mark.parametrize(
    ("theme", "language"),
    [
        pytest.param(*look, marks=pytest.mark.slow if number % (len(LANGUAGES) + 1) == 0 else pytest.mark.nightly)
        for number, look in enumerate(LOOKS)
    ],
)
def test_everything_can_be_read_and_touched(qapp: QApplication, glass: str, theme: str, language: str) -> None:
    """
    No letter is too small or cut off, no text or edge is too faint in the picture itself, and no part covers another.
    """
    problems: list[str] = []
    for name in TEN:
        screen = shown(name, glass, theme, language)
        with watching(screen) as painted:
            picture = picture_of(screen, GLASSES[glass][3])
        found = (*too_small(painted), *out_of_place(painted), *too_faint(painted, picture), *hard_to_hit(screen))
        problems += [f"{name}: {problem}" for problem in (*found, *_overlaps(screen))]
        throw_away(screen)

    assert problems == []


def _overlaps(screen: Screen) -> list[str]:
    """Touch targets are apart, and no text covers a seat."""
    names = ("prompt", "pots", "aside", "awards", "question")
    parts: dict[str, QRect] = {
        each.objectName(): each.geometry()
        for each in screen.children()
        if isinstance(each, QWidget)
        and not each.isHidden()
        and (isinstance(each, TouchTarget) or each.objectName() in names)
    }
    within = {name for name in parts if name.startswith(("raise-", "muck-"))}
    said = {"prompt", "pots", "aside"}
    shut = {"awards", "question", "question-ok"} & set(parts)
    return [
        f"{one} covers {other}"
        for (one, a), (other, b) in combinations(parts.items(), 2)
        if a.intersects(b)
        and not {one, other} & within
        and not ({one, other} & shut and {one, other} & said)
        and not ("pot" in {one, other} and {one, other} & said)  # the switch on the pots has no surface
    ]


@pytest.mark.parametrize("glass", GLASSES)
def test_five_pots_are_six_millimeters_high_at_ten_seats(qapp: QApplication, glass: str) -> None:
    """
    That is on ten inches. A larger screen shows them larger.
    """
    screen = shown("ten-five-pots", glass, "dark", "en")
    with watching(screen) as painted:
        picture_of(screen)
    pots = screen.findChild(Pots, "pots")
    assert pots is not None
    assert pots.value is not None
    amounts = {pot.chips for pot in pots.value}
    highs = [text.high_mm for text in painted.letters if text.text in amounts and pots.geometry().contains(text.area)]

    assert len(highs) == len(pots.value) == 5
    assert min(highs) >= LEAST_POT_MM.get(glass, 6.0)


def test_every_part_of_a_tile_is_in_the_tile(qapp: QApplication) -> None:
    """
    RAISE is within the seat's own tile, and CALL has as much room beside it.
    """
    screen = shown("ten-seats", "10.1 inches, 1280 x 800", "dark", "en")
    for tile in screen.findChildren(SeatTile):
        side = screen.findChild(TouchTarget, tile.objectName().replace("seat", "raise"))
        assert side is None or side.isHidden() or tile.geometry().contains(side.geometry())


@pytest.mark.parametrize("glass", ["10.1 inches, 1280 x 800", "15.6 inches, 1920 x 1080"])
def test_a_stack_keeps_a_millimeter_of_air_above_the_keys_of_its_tile(qapp: QApplication, glass: str) -> None:
    """
    A comma reaches below the digits.
    """
    screen = shown("ten-seats", glass, "dark", "en")
    px_per_mm = GLASSES[glass][2]
    with watching(screen) as painted:
        picture_of(screen)
    above = 0
    for tile in screen.findChildren(SeatTile):
        side = screen.findChild(TouchTarget, tile.objectName().replace("seat", "raise"))
        if side is None or side.isHidden():
            continue
        top = side.geometry().top()
        feet = [
            text.body.bottom() + COMMA * text.high_mm * px_per_mm
            for text in painted.letters
            if tile.geometry().contains(text.area) and "," in text.text and text.area.center().y() < top
        ]
        above += len(feet)
        assert all(top - foot >= px_per_mm for foot in feet)

    assert above >= 3
