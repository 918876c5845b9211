"""The characters that a name may have: it is drawn on tiles and in lines, and written in logs."""

import sys
from itertools import combinations
from time import process_time

import pytest

from engine.actions import SignIn, TakeSeat
from engine.names import name_key, one_line
from engine.public import public
from engine.refused import Refused
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
def test_names_of_any_writing_stay_as_they_are(name):
    assert one_line(name) == name


def test_a_name_is_one_line_and_turns_nothing_around():
    assert one_line(HOSTILE) == CLEAN
    assert one_line("\ud800Jo\r\n") == "Jo"


def test_it_is_cleaned_where_it_enters_the_tournament_and_the_table():
    """
    An entry, a player who sits down without a clock, and a dealer who signs.
    """
    here = room()
    assert here.ask(AddEntry("late", HOSTILE))
    table = do(sat((5_000, 5_000, 0)), TakeSeat(3, "x", HOSTILE, 5_000), SignIn(HOSTILE))

    assert here.tournament.entries[7].name == CLEAN
    assert public(table).seats[2].name == CLEAN
    assert public(table).dealer == CLEAN


def test_a_name_of_nothing_else_is_none():
    here = room()
    with pytest.raises(Refused, match="entry-without-name"):
        decide(here.tournament, AddEntry("late", "\u202e\n"), here.now_ms, here.facts)


def test_who_was_turned_away_does_not_come_in_by_a_sign_that_is_not_seen():
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


def test_other_names_have_other_keys():
    names = [one[0] for one in SPELLINGS] + ["Anne Marie", "Neil", "がく", "かく", "नि", "न", "กี", "ก", "אבג"]

    assert not [(one, two) for one, two in combinations(names, 2) if name_key(one) == name_key(two)]


def test_a_key_is_its_own_key_whatever_the_sign():
    keys = [
        name_key(chr(code)) for code in (*range(0x3000), *range(0xA000, 0xAC00), *range(0xD7B0, sys.maxunicode, 97))
    ]

    assert [key for key in keys if name_key(key) != key] == []


@pytest.mark.parametrize("marks", ["\u0301\u0316", "\u05b0\u05b1", "\u3099\u093c"], ids=ascii)
def test_a_hundred_thousand_marks_on_a_letter_are_compared_in_no_time(marks):
    began = process_time()

    name_key("a" + marks * 100_000)

    assert process_time() - began < 1
