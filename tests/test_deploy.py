"""What `deploy/` puts on a machine fits the programs it starts."""

import re
from pathlib import Path

import pytest

from kiosk.clock.settings import parse_clock_settings
from kiosk.faults import Fault
from kiosk.settings import parse_settings
from kiosk.table.settings import TableSettings

DEPLOY = Path(__file__).parents[1] / "deploy"


def with_every_choice(settings: str) -> str:
    """The settings with what is offered in comments taken up."""
    return re.sub(r"^# (?=\[|\w+ = )", "", settings, flags=re.MULTILINE)


def with_secrets(settings: str) -> str:
    """The settings with a secret in each place the installer fills."""
    secrets = (f'"secret {number}"' for number in range(100))
    return re.sub('""', lambda _: next(secrets), settings)


def test_the_settings_a_table_starts_with_are_accepted():
    text = (DEPLOY / "table.toml").read_text()

    assert parse_settings(text, "table.toml", TableSettings).clock == ""
    assert parse_settings(with_every_choice(text), "table.toml", TableSettings).clock != ""


def test_the_settings_a_clock_starts_with_are_accepted_once_it_has_secrets():
    text = (DEPLOY / "clock.toml").read_text()

    assert parse_clock_settings(with_secrets(text), "clock.toml").event is None
    with pytest.raises(Fault, match="director_key"):
        parse_clock_settings(text, "clock.toml")
