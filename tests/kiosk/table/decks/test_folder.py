"""The folder of enrolled decks: what cannot be used makes room for its deck, and nothing in it is ever lost."""

import pytest

from hardware.decks.enrolment import ORDER
from hardware.decks.files import deck_text, part_path
from kiosk.table.decks.folder import begun_decks, make_room, whole_decks

CODES = {card: f"tag {number:02}" for number, card in enumerate(ORDER)}
FEW = {card: CODES[card] for card in ORDER[:7]}


@pytest.fixture
def path(tmp_path):
    """Where a deck named Green would lie."""
    return tmp_path / "green.toml"


def held(folder):
    """All files, by their names."""
    return {each.name: each.read_text() for each in folder.iterdir()}


def test_a_new_deck_has_a_file_of_its_name(tmp_path, path):
    assert make_room(tmp_path, "Green") == path
    assert make_room(tmp_path, "Green 2") == tmp_path / "green-2.toml"
    assert make_room(tmp_path, "***") == tmp_path / "deck.toml"
    assert held(tmp_path) == {}


@pytest.mark.parametrize("damaged", ["", "rubbish", deck_text("Green", FEW)])
def test_what_cannot_be_used_is_set_aside_and_nothing_set_aside_is_written_over(tmp_path, path, damaged):
    for number, more in enumerate(("", " # once", " # twice")):
        path.write_text(damaged + more)
        part_path(path).write_text(f"rubbish {number}")

        assert make_room(tmp_path, "Green") == path

    assert held(tmp_path) == {
        "green.toml.aside": damaged,
        "green.toml.aside-2": f"{damaged} # once",
        "green.toml.aside-3": f"{damaged} # twice",
        "green.toml.part.aside": "rubbish 0",
        "green.toml.part.aside-2": "rubbish 1",
        "green.toml.part.aside-3": "rubbish 2",
    }
    assert (whole_decks(tmp_path), begun_decks(tmp_path)) == ((), ())


def test_a_deck_that_was_left_off_goes_on_beside_a_file_that_cannot_be_used(tmp_path, path):
    path.write_text("rubbish")
    part_path(path).write_text(deck_text("Green", FEW))
    assert begun_decks(tmp_path) == ((path, "Green", 7),)

    assert make_room(tmp_path, "Green") == path

    assert held(tmp_path) == {"green.toml.aside": "rubbish", "green.toml.part": deck_text("Green", FEW)}


def test_a_deck_of_another_name_keeps_its_file_whole_or_left_off(tmp_path, path):
    path.write_text(deck_text("Verde", CODES))
    part_path(path.with_name("green-2.toml")).write_text(deck_text("Vert", FEW))
    before = held(tmp_path)

    assert make_room(tmp_path, "Green") == tmp_path / "green-3.toml"

    assert held(tmp_path) == before
    assert whole_decks(tmp_path) == ("Verde",)


def test_what_a_power_cut_left_beside_a_whole_deck_is_not_gone_on_with(tmp_path, path):
    path.write_text(deck_text("Green", CODES))
    part_path(path).write_text(deck_text("Green", CODES))

    assert (whole_decks(tmp_path), begun_decks(tmp_path)) == (("Green",), ())


def test_a_deck_left_off_without_a_name_is_not_offered(tmp_path, path):
    part_path(path).write_text(deck_text("", FEW))

    assert begun_decks(tmp_path) == ()
    assert make_room(tmp_path, "Green") == path
    assert held(tmp_path) == {"green.toml.part.aside": deck_text("", FEW)}
