"""A command that is given something wrong reports it in one line and changes nothing."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from engine.books.rulebook import load_book
from engine.table.actions.setup import TableOpened
from kiosk.protocol.codec import encode_event
from kiosk.storage.journal import Journal


def kiosk(*words):
    """A command's exit code and its standard error."""
    command = [sys.executable, "-m", "kiosk.cli", *words]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment)
    return done.returncode, done.stderr


def refused(*words):
    """The one line with which a command refuses to start."""
    code, said = kiosk(*words)
    assert code == 2
    assert said.count("\n") == 1, said
    return said


@pytest.fixture
def table(tmp_path):
    """A table's settings file, and its journal."""
    path, journal = tmp_path / "table.toml", tmp_path / "table.journal"
    path.write_text(f'table = 1\njournal = "{journal}"\ntoken = "t"\n')
    return path, journal


def test_an_unknown_command_gets_a_list_of_the_commands():
    code, said = kiosk("delaer")

    assert code == 2
    assert "there is no command 'delaer'" in said
    assert "dealer" in said


def test_missing_settings(tmp_path):
    assert "cannot be read: No such file" in refused("dealer", "--settings", str(tmp_path / "none.toml"))


def test_a_wrong_port_in_a_tables_settings(table):
    path, _ = table
    path.write_text(path.read_text() + 'clock = "ws://clock:123456"\n')

    assert "ports 1 to 65535" in refused("dealer", "--settings", str(path))


@pytest.mark.slow
def test_a_wrong_port_in_the_clocks_settings(tmp_path):
    path = tmp_path / "clock.toml"
    path.write_text('director_key = "secret"\ntables = []\nport = 123456\n')

    assert "port: must be at most 65535" in refused("clock", "--settings", str(path))


def test_a_journal_from_a_newer_version(table):
    path, journal = table
    Journal.open(journal, lambda: 0).close()
    with closing(sqlite3.connect(journal)) as newer:
        newer.execute("CREATE TABLE thing_of_form_3 (x)")
        newer.execute("PRAGMA user_version = 3")
    before = journal.read_bytes()

    assert "written by a newer version (format 3" in refused("dealer", "--settings", str(path))
    assert journal.read_bytes() == before


def test_a_journal_of_another_table(table):
    path, journal = table
    with Journal.open(journal, lambda: 0) as opened:
        opened.append(0, [encode_event(TableOpened(7, "Club night", load_book("tda"), 9))])

    assert "is the journal of table 7, not of table 1" in refused("dealer", "--settings", str(path))


def test_a_missing_script_of_a_reader(table):
    path, journal = table
    path.write_text(path.read_text() + '[[readers]]\nurl = "sim:///no/such/script"\n')

    assert "the script cannot be read" in refused("dealer", "--settings", str(path))
    assert not journal.exists()


def test_a_deck_with_fifty_one_codes(table, tmp_path):
    path, journal = table
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"][:-1]
    deck = tmp_path / "deck.toml"
    deck.write_text('name = "short"\n[codes]\n' + "".join(f'{card} = "{card}"\n' for card in cards))
    path.write_text(path.read_text() + f'deck = "{deck}"\n')

    assert "no code for As" in refused("dealer", "--settings", str(path))
    assert not journal.exists()


def test_an_unknown_rule_book(tmp_path):
    hand = tmp_path / "hand.phh"
    hand.write_text("")

    assert "there is no rule book 'hoyle'" in refused("replay", str(hand), "--book", "hoyle")


def test_a_broken_history_is_a_line_of_the_output_and_not_a_traceback(tmp_path):
    hand = tmp_path / "hand.phh"
    hand.write_text("variant = ")

    code, said = kiosk("replay", str(hand), "--json")

    assert code == 1
    assert "Traceback" not in said
