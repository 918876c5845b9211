"""A dealer's own screen: a choice shows at once, is saved, and can be reset."""

import pytest
from msgspec.structs import replace

from engine.table.actions.staff import SignIn, SignOut
from tests.kit.play import dealt, do, play, sat
from tests.kit.port import tell
from tests.kit.tones import VoiceRecorder
from ui.dealer.model.profile import Profile, Sounds
from ui.look import THEMES

FOUR = (20_000,) * 4


@pytest.fixture
def ana(sit):
    """Ana deals, and has opened her page."""
    screen, engine, finger = sit(do(dealt(FOUR), SignIn("Ana")))
    tell(screen, profile=Profile())
    finger.tap("more", "menu-profile")
    return screen, engine, finger


@pytest.mark.parametrize(
    ("touch", "profile"),
    [
        ("left", Profile(left_handed=True)),
        ("text-L", Profile(text="L")),
        ("light", Profile(theme="light")),
        ("glare", Profile(theme="glare")),
        ("de", Profile(language="de")),
        ("blinds", Profile(in_blinds=True)),
        ("slides", Profile(slides=False)),
        *((f"sound-{name}", Profile(sounds=replace(Sounds(), **{name: False}))) for name in Sounds.__struct_fields__),
    ],
)
def test_each_touch_changes_one_setting_at_once_and_the_page_stays_open(ana, touch, profile):
    screen, _, finger = ana
    finger.tap(f"profile-{touch}")

    assert screen.content.surroundings.profile == profile
    assert finger.can("profile-back")


def test_the_next_step_is_read_aloud_if_the_machine_can_speak(ana):
    screen, _, finger = ana
    assert not finger.can("profile-speaks")
    assert finger.target("profile-speaks").tile.small == "no voice on this machine"

    screen.speak_with(VoiceRecorder())
    tell(screen)
    finger.tap("profile-speaks")

    assert screen.content.surroundings.profile == Profile(speaks=True)


def test_one_touch_resets_all_settings(ana):
    screen, _, finger = ana
    finger.tap("profile-left", "profile-glare", "profile-text-S", "profile-es", "profile-back")

    assert screen.content.surroundings.profile == Profile()
    assert screen.content.page.show(screen.content.context).title == "Ana's screen"
    assert not finger.can("profile-back")


def test_colors_text_keys_and_language_change_without_a_restart(ana):
    screen, engine, finger = ana
    right = finger.target("undo").x()
    wide = screen._scene.canvas.text_width("CALL", 4.0)
    finger.tap("profile-left", "profile-light", "profile-text-L", "profile-de", "page-close")

    assert finger.target("undo").x() > right
    assert screen._scene.canvas.theme is THEMES["light"]
    assert screen._scene.canvas.text_width("CALL", 4.0) > wide
    assert finger.target("fold").tile.small == "Platz 4"
    finger.tap("fold")
    assert engine.asked


def test_a_table_without_a_signed_in_dealer_has_its_own_settings(sit):
    screen, _, finger = sit(sat(FOUR))
    finger.tap("more", "menu-profile", "profile-text-S")

    assert screen.content.page.show(screen.content.context).title == "This table's screen"
    assert screen.content.surroundings.profile == Profile(text="S")


def test_the_page_closes_when_the_dealer_changes_and_stays_open_during_play(ana):
    screen, engine, _ = ana
    engine.happen("f")
    assert screen.content.page is not None

    tell(screen, do(engine.game, SignOut()))
    assert screen.content.page is None


def test_the_pot_switches_to_big_blinds_and_back(sit):
    screen, engine, finger = sit(play(dealt(FOUR), "r600"))
    finger.tap("pot")
    assert screen.drawn.pots[0].chips == "5.5 BB"
    finger.tap("pot")
    assert screen.drawn.pots[0].chips == "1,100"
    finger.tap("more", "menu-units")
    assert screen.drawn.pots[0].chips == "5.5 BB"
    assert (screen.content.page, engine.asked) == (None, [])
