"""Settings that cannot be used give the reason in one line."""

import re

import pytest

from kiosk.clock.settings import parse_clock_settings, read_clock_settings
from kiosk.faults import Fault
from kiosk.pins import hash_pin
from tests.kit.clock import settings_text
from tests.said import refused

GOOD = settings_text(8080)


def test_seats_chips_and_tokens_are_as_written():
    settings = parse_clock_settings(GOOD, "rooms/clock.toml")

    assert settings.event is not None
    assert [table.table for table in settings.event.tables] == [1, 2]
    assert settings.event.tables[0].seats[1].name == "Bo 1"
    assert settings.tokens[2] == "secret-of-2"
    assert str(settings.database) == "rooms/clock.db"


def test_without_chips_a_player_starts_with_the_structures_stack():
    event = parse_clock_settings(GOOD.replace("chips = 5000", ""), "clock.toml").event

    assert event is not None
    assert {seat.chips for seat in event.tables[0].seats} == {event.structure.starting_stack}


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("port = 8080", "port = 99999", "port: must be at most 65535"),
        ("port = 8080", 'port = "http"', "port: must be a whole number, not text in quotes"),
        ("port = 8080", "prot = 8080", "unknown field `prot`"),
        ("port = 8080", 'zone = "Berlin"', "zone must be a time zone such as Europe/Berlin, not 'Berlin'"),
        ("table = 2", "table = 1", "table 1 appears twice"),
        ("seat = 2", "seat = 1", "table 1: two players in seat 1"),
        ("seat = 6", "seat = 8", "table 1 has 6 seats"),
        ("chips = 5000", "chips = 33", "table 1, seat 1: chips must be a multiple of the smallest chip (25), not 33"),
        ('token = "secret-of-2"', "", "missing required field `token`"),
        ("secret-of-2", "secret-of-1", "tables 1 and 2 have the same token"),
        ('name = "Ana 2"', 'name = "Ana 1"', "player 'Ana 1' has two seats"),
        ('structure = "demo"', 'structure = "dmo"', "there is no structure 'dmo'; available: astate-2009, club, demo"),
        ('structure = "demo"', 'structure = "away.toml"', "structure away.toml cannot be read: No such file"),
        ('event = "Test Open"', "event = Test", "is not valid TOML: "),
        ("the-directors-key", "key", "director_key: must be text of at least 6 characters"),
    ],
)
def test_an_error_in_the_settings_is_reported_in_one_line(old, new, why):
    with refused(Fault, rf"settings (file )?clock\.toml.*{re.escape(why)}"):
        parse_clock_settings(GOOD.replace(old, new), "clock.toml")


def test_a_missing_file_is_a_fault(tmp_path):
    with pytest.raises(Fault, match="settings-unreadable"):
        read_clock_settings(tmp_path / "none.toml")


OWN_BOOK = """
id = "friday"
name = "Friday night"
extends = "house"

[straddle]
value = "under-the-gun"
clause = "Friday 1"
says = "One straddle."
"""


def test_a_rooms_own_book_beside_the_settings_is_sent_to_every_table(tmp_path):
    (tmp_path / "friday.toml").write_text(OWN_BOOK, "utf-8")
    (tmp_path / "clock.toml").write_text(f'book = "friday.toml"\n{GOOD}', "utf-8")

    event = read_clock_settings(tmp_path / "clock.toml").event

    assert event is not None
    assert (event.book.id, event.book.min_raise.value) == ("friday", "double")
    assert [(table.book, table.rules) for table in event.tables] == [("friday", event.book)] * 2


def test_staff_are_named_at_most_once_for_each_role():
    pin = hash_pin("471183")
    one = f'[[staff]]\nname = "Flo"\nrole = "floor"\npin = "{pin}"\n'

    assert [member.name for member in parse_clock_settings(f"{GOOD}\n{one}", "clock.toml").staff] == ["Flo"]
    with refused(Fault, "Flo appears twice as floor"):
        parse_clock_settings(f"{GOOD}\n{one}{one}", "clock.toml")
    with refused(Fault, "Flo's pin was not created with `kiosk staff`"):
        parse_clock_settings(f"{GOOD}\n{one.replace(pin, '4711')}", "clock.toml")


def test_a_book_that_ships_can_be_given_by_its_name():
    event = parse_clock_settings(f'book = "house"\n{GOOD}', "clock.toml").event

    assert event is not None
    assert [(table.book, table.rules) for table in event.tables] == [("house", None)] * 2


def test_a_structure_that_the_book_forbids_is_refused():
    with refused(Fault, r"Demo: entry 2 has an ante, but .* does not allow antes \(R3.5\)"):
        parse_clock_settings(f'book = "astate-2009"\n{GOOD}', "clock.toml")


def test_without_an_event_the_settings_only_name_tables():
    text = 'director_key = "the-directors-key"\n[[tables]]\ntable = 7\ntoken = "secret-of-7"\n'

    settings = parse_clock_settings(text, "clock.toml")
    assert (settings.event, settings.tokens) == (None, {7: "secret-of-7"})

    with refused(Fault, "table 7 has players, but no event is named"):
        parse_clock_settings(f'{text}[[tables.seats]]\nseat = 1\nname = "Ana"\n', "clock.toml")
