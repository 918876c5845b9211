"""The commands of the docs are carried out in the order in which the docs give them."""

import pytest

from tests.kit import docs

LATER = ("2026-", "2036-")
"""The year of the dates in the docs, and one that is still to come."""


@pytest.mark.parametrize(
    ("page", "title"), [("docs/events.md", "Before the first hand"), ("docs/leagues.md", "Make a league")]
)
def test_the_commands_of_a_section_are_carried_out_one_after_the_other(room, page, title):
    (section,) = [one for one in docs.sections() if (one.page, one.title) == (page, title)]

    for line in section.commands:
        for _, *words in docs.of_kiosk(line):
            room(*(word.replace(*LATER) for word in words))
