"""Structures by name: one that ships, or a file whose name says its form."""

import json

import pytest

from engine.tournament.levels.structure import BadStructure, load_structure
from kiosk.faults import Fault
from kiosk.structures.files import find_structure
from kiosk.structures.texts import MOST_BYTES
from tests.said import english

LEVELS = json.dumps({"name": "Café", "levels": [{"sb": 25, "bb": 50, "durationMinutes": 20}]}, ensure_ascii=False)


def refused(path):
    """The one line that says what is wrong."""
    with pytest.raises((BadStructure, Fault)) as refusal:
        find_structure(str(path))
    assert isinstance(refusal.value, BadStructure | Fault)
    said = english(refusal.value)
    assert "\n" not in said
    return said


def test_a_name_without_a_suffix_is_a_structure_that_ships():
    """
    An unknown name gets the list of structures that ship.
    """
    assert find_structure("club").structure == load_structure("club")
    assert refused("clubb.xml").startswith("there is no structure 'clubb.xml'; available: ")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_a_file_may_have_a_byte_order_mark_or_an_older_windows_encoding(tmp_path, encoding):
    """
    The name of the event keeps its accented letters.
    """
    path = tmp_path / "friday.JSON"
    path.write_text(LEVELS, encoding)

    assert find_structure(str(path)).structure.name == "Café"


def test_a_file_that_is_too_long_or_not_text_or_missing_is_reported(tmp_path):
    """
    Nothing of twenty megabytes is read into memory.
    """
    path = tmp_path / "friday.json"
    assert refused(path).startswith(f"{path}: No such file or directory")
    path.write_bytes(b" " * 5 * MOST_BYTES)
    assert refused(path) == "friday.json: larger than 4 MB"
    path.write_bytes(b"\x81\x8d")
    assert refused(path) == "friday.json: neither UTF-8 nor Windows-1252: not text"
    path.write_bytes(LEVELS.encode("utf-16")[:-1])
    assert refused(path) == "friday.json: neither UTF-8 nor Windows-1252: not text"


@pytest.mark.parametrize("coded", ["utf-8-sig", "utf-16"])
def test_a_file_with_a_byte_order_mark_is_read_in_its_encoding(tmp_path, coded):
    """
    A spreadsheet's Unicode text is UTF-16.
    """
    path = tmp_path / "friday.csv"
    path.write_bytes("Großer Blind;Kleiner Blind;Dauer\n50;25;20\n".encode(coded))

    assert find_structure(str(path)).structure.chips[0] == 25
