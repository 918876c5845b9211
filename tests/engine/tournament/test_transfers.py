"""The two halves of a move between tables, paired whichever is known first."""

import pytest

from engine.tournament.tables.transfers import Transfer, pair

NIA = Transfer("n", "Nia", 7_300, 3, 12)


def test_who_left_one_table_and_came_to_another_is_on_the_way_no_longer():
    assert pair([NIA], []) == ((NIA,), ())
    assert pair([NIA], [NIA]) == ((), ())


@pytest.mark.parametrize(
    "arrival",
    {
        "a name keyed by hand": Transfer("nia", "NIA", 7_300, 3, 12),
        "sent on to another table by the floor": Transfer("n", "Nia", 7_300, 3, 14),
    }.values(),
)
def test_the_halves_of_a_move_are_known_by_who_from_where_and_how_much(arrival):
    assert pair([NIA], [arrival]) == ((), ())


@pytest.mark.parametrize(
    "arrival",
    {
        "other chips": Transfer("n", "Nia", 7_000, 3, 12),
        "another table": Transfer("n", "Nia", 7_300, 4, 12),
        "somebody else": Transfer("m", "Mia", 7_300, 3, 12),
    }.values(),
)
def test_an_arrival_that_nobody_sent_is_one(arrival):
    assert pair([NIA], [arrival]) == ((NIA,), (arrival,))


def test_two_of_one_name_are_two():
    assert pair([NIA, NIA], [NIA]) == ((NIA,), ())


def test_who_left_the_event_is_on_the_way_to_nowhere():
    assert pair([Transfer("n", "Nia", 7_300, 3, 0)], []) == ((), ())
