"""What a name may hold: it is drawn on tiles and in lines, and written in logs."""

import pytest

from engine.actions import SignIn, TakeSeat
from engine.names import one_line
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
