"""The folder of enrolled decks: an unusable file makes room for its deck, and no file is ever lost."""

import pytest

from hardware.decks.enrollment import ORDER
from hardware.decks.files import deck_text, part_path
from kiosk.table.decks.folder import begun_decks, make_room, whole_decks

CODES = {card: f"tag {number:02}" for number, card in enumerate(ORDER)}
FEW = {card: CODES[card] for card in ORDER[:7]}


@pytest.fixture
def path(tmp_path):
    """The file of a deck named Green."""
    return tmp_path / "green.toml"


def held(folder):
    """The text of every file, by its name."""
    return {each.name: each.read_text() for each in folder.iterdir()}


def test_a_new_deck_gets_a_file_with_its_name(tmp_path, path):
    assert make_room(tmp_path, "Green") == path
    assert make_room(tmp_path, "Green 2") == tmp_path / "green-2.toml"
    assert make_room(tmp_path, "***") == tmp_path / "deck.toml"
    assert held(tmp_path) == {}


@pytest.mark.parametrize("damaged", ["", "rubbish", deck_text("Green", FEW)])
def test_an_unusable_file_is_set_aside_and_never_overwrites_one_set_aside_earlier(tmp_path, path, damaged):
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


def test_an_unfinished_deck_continues_beside_an_unusable_file(tmp_path, path):
    path.write_text("rubbish")
    part_path(path).write_text(deck_text("Green", FEW))
    assert begun_decks(tmp_path) == ((path, "Green", 7),)

    assert make_room(tmp_path, "Green") == path

    assert held(tmp_path) == {"green.toml.aside": "rubbish", "green.toml.part": deck_text("Green", FEW)}


def test_a_deck_of_another_name_keeps_its_file_whether_finished_or_not(tmp_path, path):
    path.write_text(deck_text("Verde", CODES))
    part_path(path.with_name("green-2.toml")).write_text(deck_text("Vert", FEW))
    before = held(tmp_path)

    assert make_room(tmp_path, "Green") == tmp_path / "green-3.toml"

    assert held(tmp_path) == before
    assert whole_decks(tmp_path) == ("Verde",)


def test_a_part_file_that_a_power_cut_left_beside_a_whole_deck_is_not_offered(tmp_path, path):
    path.write_text(deck_text("Green", CODES))
    part_path(path).write_text(deck_text("Green", CODES))

    assert (whole_decks(tmp_path), begun_decks(tmp_path)) == (("Green",), ())


def test_an_unfinished_deck_without_a_name_is_not_offered(tmp_path, path):
    part_path(path).write_text(deck_text("", FEW))

    assert begun_decks(tmp_path) == ()
    assert make_room(tmp_path, "Green") == path
    assert held(tmp_path) == {"green.toml.part.aside": deck_text("", FEW)}
