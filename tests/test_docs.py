"""The shell commands in the docs are valid, and no section gives one twice."""

from collections import Counter

import pytest

from kiosk.cli import parser_of, program_of
from tests.kit import docs
from ui.words.languages import words_in

SECTIONS = list(docs.sections())


@pytest.mark.parametrize("section", SECTIONS, ids=lambda one: f"{one.page}: {one.title}")
def test_no_section_gives_a_command_twice(section):
    assert [command for command, count in Counter(section.commands).items() if count > 1] == []


@pytest.mark.parametrize(
    "command", [one for section in SECTIONS for line in section.commands for one in docs.of_kiosk(line)], ids=" ".join
)
def test_each_command_is_valid(command):
    name, *words = command
    parser_of(name, program_of(name), words_in("en")).parse_args(words)


def test_the_commands_are_found_wherever_they_are():
    """In a list, after `sudo`, as `room`, and after another command."""
    pages = {section.page for section in SECTIONS}
    found = {one for section in SECTIONS for line in section.commands for one in docs.of_kiosk(line)}

    assert {"README.md", "docs/events.md", "docs/leagues.md", "docs/platforms.md", "docs/lab/card-reading.md"} <= pages
    assert {
        ("room", "end-flight"),
        ("room", "standings", "spring"),
        ("recovery-code",),
        ("read", "FILES", "--deck", "red.deck"),
    } <= found
