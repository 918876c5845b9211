"""What `deploy/` puts on a machine fits the programs it starts."""

import re
from pathlib import Path

from kiosk.settings import parse_settings
from kiosk.table_settings import TableSettings

DEPLOY = Path(__file__).parents[1] / "deploy"


def with_every_choice(settings: str) -> str:
    """The settings with what is offered in comments taken up."""
    return re.sub(r"^# (?=\[|\w+ = )", "", settings, flags=re.MULTILINE)


def test_the_settings_a_table_starts_with_are_accepted():
    text = (DEPLOY / "table.toml").read_text()

    assert parse_settings(text, "table.toml", TableSettings).clock == ""
    assert parse_settings(with_every_choice(text), "table.toml", TableSettings).clock != ""
