"""A dealer's choices come back at sign-in and after a restart. A damaged file counts as no choice."""

from pathlib import Path

import msgspec
import pytest

from engine.table.actions.staff import SignIn
from kiosk.faults import Fault
from kiosk.settings import parse_settings
from kiosk.table.people.profiles import Profiles, plain_profile
from kiosk.table.settings import TableSettings
from tests.kiosk.table.readers.card_table import CardTable
from ui.dealer.model.profile import Profile, Sounds
from ui.look import THEMES

ANAS = Profile(True, "L", "glare", "de", Sounds(card=False), True, False)


@pytest.fixture
def settings(tmp_path) -> TableSettings:
    return TableSettings(7, str(tmp_path / "table.journal"))


def file_of(settings: TableSettings) -> Path:
    return Path(f"{settings.journal}.profiles")


def test_a_dealers_choices_are_there_again_after_a_restart(settings):
    Profiles(settings).keep("Ana", ANAS)
    again = Profiles(settings)

    assert again.of("Ana") == ANAS
    assert again.of("Bo") == again.of("") == Profile()


def test_the_seat_at_the_left_hand_is_the_same_for_all_dealers_of_a_table(settings):
    """An older file does not have it. A value that is no seat counts as no choice."""
    Profiles(settings).keep("Ana", ANAS)
    assert Profiles(settings).left_seat == 1
    Profiles(settings).turn(5)
    again = Profiles(settings)

    assert (again.left_seat, again.of("Ana")) == (5, ANAS)
    file_of(settings).write_bytes(file_of(settings).read_bytes().replace(b'"left_seat":5', b'"left_seat":11'))
    assert Profiles(settings).left_seat == 1


def test_the_settings_define_the_screen_for_everyone_else(tmp_path):
    text = f"""
        table = 7
        journal = "{tmp_path}/table.journal"
        theme = "glare"
        language = "es"
        left_handed = true
        text = "S"
        in_blinds = true
        slides = false
        [sounds]
        card = false
    """
    settings = parse_settings(text, "table.toml", TableSettings)

    assert plain_profile(settings) == Profile(True, "S", "glare", "es", Sounds(card=False), True, False)


@pytest.mark.parametrize("wrong", ['text = "XL"', 'theme = "pink"', "sounds = { drum = true }", "left_handed = 3"])
def test_invalid_settings_are_refused(tmp_path, wrong):
    with pytest.raises(Fault):
        parse_settings(f'table = 7\njournal = "{tmp_path}/j"\n{wrong}', "table.toml", TableSettings)


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff\xfe", b"[]", b'{"version": 2, "dealers": {"Ana": {"text": "L"}}}', b'{"version": "one"}'],
)
def test_a_damaged_file_or_one_of_a_later_version_counts_as_none(settings, body):
    file_of(settings).write_bytes(body)
    profiles = Profiles(settings)
    assert profiles.of("Ana") == Profile()

    profiles.keep("Ana", ANAS)
    assert Profiles(settings).of("Ana") == ANAS


def test_an_unreadable_file_counts_as_none(settings):
    file_of(settings).mkdir()

    assert Profiles(settings).of("Ana") == Profile()


def test_one_damaged_profile_does_not_affect_the_others(settings):
    kept = {"Ana": {"text": "huge"}, "Bo": {"text": "S", "louder": True}, "Cleo": {"language": "xx"}}
    file_of(settings).write_bytes(msgspec.json.encode({"version": 1, "dealers": kept}))
    profiles = Profiles(settings)

    assert profiles.of("Ana") == profiles.of("Cleo") == Profile()
    assert profiles.of("Bo") == Profile(text="S")


@pytest.fixture
def table(tmp_path, qtbot):
    table = CardTable(tmp_path, qtbot, readers=False)
    yield table
    table.close()


def test_a_dealers_screen_comes_with_the_sign_in_and_goes_with_the_dealer(table):
    table.ask(SignIn("Ana"))
    table.finger.tap("more", "menu-profile", "profile-light", "profile-de", "page-close")
    assert table.screen._scene.canvas.theme is THEMES["light"]

    table.ask(SignIn("Bo"))
    assert table.screen._scene.canvas.theme is THEMES["dark"]
    assert table.screen.content.words.language == table.window.display.words.language == "en"

    table.end()
    table.boot()
    table.ask(SignIn("Ana"))
    assert table.screen._scene.canvas.theme is THEMES["light"]
    assert table.screen.content.words.language == table.window.display.words.language == "de"


def test_a_choice_that_cannot_be_saved_is_reported_and_holds_until_the_program_ends(table, tmp_path):
    (tmp_path / "table.journal.profiles").mkdir()
    table.finger.tap("more", "menu-profile", "profile-light")

    assert table.screen._scene.canvas.theme is THEMES["light"]
    assert table.screen.content.surroundings.refusal is not None
