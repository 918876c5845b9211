"""The two halves of a move between tables are paired, whichever is known first."""

import pytest

from engine.tournament.tables.transfers import Transfer, pair

NIA = Transfer("n", "Nia", 7_300, 3, 12)


def test_a_player_who_left_one_table_and_arrived_at_another_is_no_longer_in_transit():
    assert pair([NIA], []) == ((NIA,), ())
    assert pair([NIA], [NIA]) == ((), ())


@pytest.mark.parametrize(
    "arrival",
    {
        "a name keyed by hand": Transfer("nia", "NIA", 7_300, 3, 12),
        "sent on to another table by the floor": Transfer("n", "Nia", 7_300, 3, 14),
    }.values(),
)
def test_the_halves_of_a_move_are_matched_by_player_table_and_chips(arrival):
    assert pair([NIA], [arrival]) == ((), ())


@pytest.mark.parametrize(
    "arrival",
    {
        "other chips": Transfer("n", "Nia", 7_000, 3, 12),
        "another table": Transfer("n", "Nia", 7_300, 4, 12),
        "somebody else": Transfer("m", "Mia", 7_300, 3, 12),
    }.values(),
)
def test_an_arrival_without_a_departure_is_reported(arrival):
    assert pair([NIA], [arrival]) == ((NIA,), (arrival,))


def test_two_departures_of_one_name_need_two_arrivals():
    assert pair([NIA, NIA], [NIA]) == ((NIA,), ())


def test_a_player_who_left_the_event_is_not_in_transit():
    assert pair([Transfer("n", "Nia", 7_300, 3, 0)], []) == ((), ())
