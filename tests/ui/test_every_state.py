"""Every page, sheet and state of the dealer's screen, measured: all screens, languages, letter sizes and themes.

The daily run measures each state once. The screen, language, letter size and theme change from one state to the next.
"""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.screens.dealer import STATES, kept
from tests.screens.measured import picture_of, watching
from tests.screens.shots import Glass, show_on, throw_away
from tests.ui.fitting import misfits
from tests.ui.sweep import hard_to_hit, out_of_place, too_faint, too_small
from ui.dealer.model.profile import TEXT
from ui.look import THEMES, Look
from ui.words.languages import LANGUAGES, words_in

GLASSES = (Glass(1280, 800, 5.9), Glass(1024, 600, 4.7), Glass(1920, 1080, 5.6), Glass(800, 1280, 5.9))
SIZES = tuple(TEXT.values())


def problems(name: str, glass: Glass, look: Look, language: str, is_colored: bool) -> Iterator[str]:
    """The faults of a state on this screen. Colors are compared only if `is_colored`."""
    screen = show_on(glass, kept(name), look, words_in(language))
    with watching(screen) as painted, misfits() as cut:
        picture = picture_of(screen)
    found = [*too_small(painted), *out_of_place(painted), *hard_to_hit(screen)]
    found += (f"{text!r} has no room" for text in cut if len(text) > 1)  # a winner's cards are larger elsewhere
    found += too_faint(painted, picture) if is_colored else ()
    where = f"{name} {glass.width}x{glass.height} {look.theme.name} {look.text} {language}"
    throw_away(screen)
    return (f"{where}: {problem}" for problem in found)


@pytest.mark.slow
@pytest.mark.long(25)
def test_every_state_can_be_read_and_touched(qapp: QApplication) -> None:
    """
    No text is too small, cut off, too faint or over another one, and no target is too small or under another one.
    """
    found: list[str] = []
    for number, name in enumerate(STATES):
        glass, rest = GLASSES[number % len(GLASSES)], number // len(GLASSES)
        theme = list(THEMES.values())[number % len(THEMES)]
        text, language = SIZES[rest % len(SIZES)], LANGUAGES[rest // len(SIZES) % len(LANGUAGES)]
        found += problems(name, glass, Look(theme, text=text), language, is_colored=True)

    assert not found, "\n".join(found)


@pytest.mark.nightly
@pytest.mark.parametrize("glass", GLASSES, ids=lambda glass: f"{glass.width}x{glass.height}")
@pytest.mark.parametrize("text", SIZES, ids=TEXT)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_has_room_on_every_screen(qapp: QApplication, glass: Glass, text: float, language: str) -> None:
    """
    In every language and letter size.
    """
    found = [
        problem for name in STATES for problem in problems(name, glass, Look(text=text), language, is_colored=False)
    ]

    assert not found, "\n".join(found)


@pytest.mark.nightly
@pytest.mark.parametrize("theme", THEMES)
def test_every_state_has_enough_contrast_in_every_theme(qapp: QApplication, theme: str) -> None:
    """
    Colors do not depend on the size or the language.
    """
    found = [
        problem for name in STATES for problem in problems(name, GLASSES[0], Look(THEMES[theme]), "en", is_colored=True)
    ]

    assert not found, "\n".join(found)
