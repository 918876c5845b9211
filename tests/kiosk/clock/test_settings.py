"""Settings that cannot be used give the reason in one line."""

import re

import pytest

from kiosk.clock.settings import parse_clock_settings, read_clock_settings
from kiosk.faults import Fault
from kiosk.pins import hash_pin
from tests.kit.clock import settings_text
from tests.said import refused

GOOD = settings_text(8080)


def test_tokens_and_the_database_are_as_written():
    settings = parse_clock_settings(GOOD, "rooms/clock.toml")

    assert settings.tokens == {1: "secret-of-1", 2: "secret-of-2"}
    assert str(settings.state) == "rooms/clock.db"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("port = 8080", "port = 99999", "port: must be at most 65535"),
        ("port = 8080", 'port = "http"', "port: must be a whole number, not text in quotes"),
        ("port = 8080", "prot = 8080", "unknown field `prot`"),
        ("port = 8080", 'zone = "Berlin"', "zone must be a time zone such as Europe/Berlin, not 'Berlin'"),
        ("table = 2", "table = 1", "table 1 appears twice"),
        ('token = "secret-of-2"', "", "missing required field `token`"),
        ("secret-of-2", "secret-of-1", "tables 1 and 2 have the same token"),
        ('database = "clock.db"', "database = clock", "is not valid TOML: "),
        ("port = 8080", 'port = 8080\naddresses = ["http://b"]', "clock must be an address such as"),
        ("the-directors-key", "key", "director_key: must be text of at least 6 characters"),
    ],
)
def test_an_error_in_the_settings_is_reported_in_one_line(old, new, why):
    with refused(Fault, rf"settings (file )?clock\.toml.*{re.escape(why)}"):
        parse_clock_settings(GOOD.replace(old, new), "clock.toml")


def test_a_missing_file_is_a_fault(tmp_path):
    with pytest.raises(Fault, match="settings-unreadable"):
        read_clock_settings(tmp_path / "none.toml")


def test_staff_are_named_at_most_once_for_each_role():
    pin = hash_pin("471183")
    one = f'[[staff]]\nname = "Flo"\nrole = "floor"\npin = "{pin}"\n'

    assert [member.name for member in parse_clock_settings(f"{GOOD}\n{one}", "clock.toml").staff] == ["Flo"]
    with refused(Fault, "Flo appears twice as floor"):
        parse_clock_settings(f"{GOOD}\n{one}{one}", "clock.toml")
    with refused(Fault, "Flo's pin was not created with `kiosk staff`"):
        parse_clock_settings(f"{GOOD}\n{one.replace(pin, '4711')}", "clock.toml")
