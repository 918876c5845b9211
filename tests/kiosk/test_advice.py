"""Everything that faults and messages tell people to type or touch exists."""

import argparse
import re
from collections.abc import Iterator
from contextlib import closing
from functools import cache

import msgspec
import pytest

from kiosk.cli import COMMANDS, parser_of, program_of
from kiosk.clock.store.port import Append
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.streams import tournament_stream
from kiosk.faults import Unsound
from kiosk.storage.chain import START, chain
from ui.words.languages import LANGUAGES, words_in

COMMAND = re.compile(r"(?<!\w)((?:\w+ )?)kiosk ([a-z][a-z-]+)(?: ([a-z][a-z-]+))?((?: (?:\{\w+\}|[A-Z]+|--[a-z-]+))*)")
NO_COMMAND = frozenset(
    ("a ", "another ", "each ", "every ", "its ", "new ", "no ", "s ", "that ", "the ", "this ", "which ", "second ")
)
PROSE = frozenset(("are", "is"))
"""Before and after what is a tablet, in English."""
TWO_IN_CAPITALS = re.compile(r"[^\W\d_a-zß-öø-ÿ]{2,}(?: [^\W\d_a-zß-öø-ÿ]{2,})+")


def texts(language: str) -> Iterator[str]:
    """Every text of a language's advice."""
    words = words_in(language)
    yield from (text for fault in words.faults.values() for text in (fault.what, fault.fix))
    yield from (text for text in words.messages.values() if isinstance(text, str))


def named(text: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The commands in a text, each with the word after it and its options: `kiosk deck print --out`."""
    for before, command, word, rest in COMMAND.findall(text):
        if before not in NO_COMMAND and command not in PROSE:
            yield command, word, tuple(re.findall(r"--[a-z-]+", rest))


@cache
def options_of(command: str) -> tuple[frozenset[str], frozenset[str]]:
    """A command's options, with those of the commands within it, and these commands."""
    parser = parser_of(command, program_of(command), words_in("en"))
    options, within = set(parser._option_string_actions), set()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            within |= set(action.choices)
            options |= {option for one in action.choices.values() for option in one._option_string_actions}
    return frozenset(options), frozenset(within)


@pytest.mark.slow  # imports every command
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_advised_command_exists_with_its_options(language):
    found, wrong = 0, []
    for text in texts(language):
        for command, word, options in named(text):
            found += 1
            if command not in COMMANDS:
                wrong.append(text)
                continue
            takes, within = options_of(command)
            if (within and word and word not in within) or not takes.issuperset(options):
                wrong.append(text)
    assert wrong == []
    assert found >= 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_button_in_a_faults_advice_is_named_as_on_the_screen(language):
    words = words_in(language)
    on_screen = set(leaves(msgspec.to_builtins(words)))
    advised = {one for fault in words.faults.values() for one in TWO_IN_CAPITALS.findall(fault.fix) if "API" not in one}
    assert advised - on_screen == set()
    assert advised


def leaves(value: object) -> Iterator[str]:
    """The texts in it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for one in value.values() if isinstance(value, dict) else value:
            yield from leaves(one)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_advice_on_a_journal_fault_replaces_the_journal_with_an_older_copy(language):
    """
    The clock would take the tablet for an old copy, and make it read-only: docs/platforms.md.
    """
    words = words_in(language)
    for code in (
        "file-damaged",
        "no-database",
        "not-a-journal",
        "journal-damaged",
        "journal-damaged-beside",
        "journal-shorter",
    ):
        after = words.faults[code].fix.partition("kiosk restore {path}")[2]
        assert after.startswith(" "), "a sign after a path is taken for a part of it"
    assert "kiosk restore-clock" in words.faults["decisions-lost"].fix


@pytest.mark.parametrize("code", ["file-damaged", "no-database"])
def test_a_damaged_database_that_is_moved_away_is_restored_from_its_second_copy(code, tmp_path):
    """
    This includes decisions after the last backup, which is why no backup is put in its place.
    """
    path, stream = tmp_path / "clock.db", tournament_stream("0a")
    decided = chain(START, 1, 0, [b"made %d" % n for n in range(40)])
    with closing(SqliteStore(path)) as store:
        store.open_stream(stream)
        store.append(Append(stream, START, decided))
    rotten = path.read_bytes()
    start = 0 if code == "no-database" else 100
    path.write_bytes(rotten[:start] + b"\xff" * (len(rotten) - start))
    with pytest.raises(Unsound, match=code):
        SqliteStore(path)

    (tmp_path / "away").mkdir()
    for one in [path, *tmp_path.glob("clock.db-wal")]:
        one.rename(tmp_path / "away" / one.name)

    with closing(SqliteStore(path)) as store:
        assert list(store.copy(stream).walk()) == decided
        assert store.restored == (stream,)
