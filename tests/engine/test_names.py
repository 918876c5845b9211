"""The characters that a name may have. It is drawn on tiles and in lines, and written to logs."""

import sys
from itertools import combinations
from time import process_time

import pytest

from engine.names import name_key, one_line
from engine.public import public
from engine.refused import Refused
from engine.table.actions.people import TakeSeat
from engine.table.actions.staff import SignIn
from engine.tournament.actions import AddEntry, TurnAway
from engine.tournament.tournament import decide
from tests.kit.play import do, sat
from tests.kit.small_room import SmallRoom

HOSTILE = " Li\nne\u202e\x07 \u2028Ünal\u2066"
CLEAN = "Li ne  Ünal"


def room() -> SmallRoom:
    """A room whose one table plays."""
    made = SmallRoom(1)
    made.open(6, 1, 9)
    made.tables_follow()
    return made


@pytest.mark.parametrize("name", ["Zoë Ünal-Öz", "אבג", "Jo", "نیلوفر‌پور", "👨‍👩‍👧 X"])
def test_names_in_any_script_stay_unchanged(name):
    assert one_line(name) == name


def test_a_name_is_one_line_without_direction_marks():
    assert one_line(HOSTILE) == CLEAN
    assert one_line("\ud800Jo\r\n") == "Jo"


def test_a_name_is_cleaned_when_it_enters_a_tournament_or_a_table():
    """
    An entry, a player who sits down without a clock, and a dealer who signs.
    """
    here = room()
    assert here.ask(AddEntry("late", HOSTILE))
    table = do(sat((5_000, 5_000, 0)), TakeSeat(3, "x", HOSTILE, 5_000), SignIn(HOSTILE))

    assert here.tournament.entries[7].name == CLEAN
    assert public(table).seats[2].name == CLEAN
    assert public(table).dealer == CLEAN


def test_a_name_without_visible_characters_is_refused():
    here = room()
    with pytest.raises(Refused, match="entry-without-name"):
        decide(here.tournament, AddEntry("late", "\u202e\n"), here.now_ms, here.facts)


def test_an_invisible_character_does_not_let_a_barred_player_in():
    here = room()
    here.ask(TurnAway("Zed", "fought"))

    with pytest.raises(Refused, match="turned-away"):
        decide(here.tournament, AddEntry("late", "Ze\u202dd"), here.now_ms, here.facts)


SPELLINGS = [
    ("O'Neil", "O’Neil", "O`Neil", "O´Neil", "O‘Neil", "OʼNeil", "O＇NEIL", "O' Neil"),
    ("Anne-Marie", "Anne\u2010Marie", "Anne\u2011Marie", "Anne–Marie", "Anne—Marie", "Anne−Marie", "ANNE - MARIE"),
    ("İbrahim", "ibrahim", "IBRAHIM", "ıbrahim", "I\u0307brahim"),
    ("Groß", "gross", "GROSS", "GROẞ"),
    ("ﬁona", "Fiona", "Ｆｉｏｎａ", "Fi\u200bona", "Fio\u00adna", "\ufefffiona", "Fiona\ufe0f"),
    ("José García", "Jose\u0301\u00a0Garci\u0301a", "jose garcia", " JOSÉ \u3000GARCÍA ", "José\u202fGarcía"),
    ("Ệ", "E\u0302\u0323", "E\u0323\u0302"),
    ("Łukasz", "Lukasz"),
    ("Søren", "Soren"),
    ("Ægir", "Aegir"),
    ("Ёлкин", "Елкин"),
    ("Μάριος", "ΜΑΡΙΟΣ"),
]


@pytest.mark.parametrize("spellings", SPELLINGS, ids=lambda spellings: spellings[0])
def test_all_spellings_of_a_name_have_one_key(spellings):
    assert len({name_key(one) for one in spellings}) == 1


def test_different_names_have_different_keys():
    names = [one[0] for one in SPELLINGS] + ["Anne Marie", "Neil", "がく", "かく", "नि", "न", "กี", "ก", "אבג"]

    assert not [(one, two) for one, two in combinations(names, 2) if name_key(one) == name_key(two)]


def test_the_key_of_a_key_is_the_key_for_every_character():
    keys = [
        name_key(chr(code)) for code in (*range(0x3000), *range(0xA000, 0xAC00), *range(0xD7B0, sys.maxunicode, 97))
    ]

    assert [key for key in keys if name_key(key) != key] == []


@pytest.mark.parametrize("marks", ["\u0301\u0316", "\u05b0\u05b1", "\u3099\u093c"], ids=ascii)
def test_a_letter_with_a_hundred_thousand_marks_is_compared_within_a_second(marks):
    began = process_time()

    name_key("a" + marks * 100_000)

    assert process_time() - began < 1
