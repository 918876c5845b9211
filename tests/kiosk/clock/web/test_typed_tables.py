"""Tables without a kiosk on the director's page: as they were typed, and nothing missing for want of a kiosk."""

import pytest

from tests.kit.clock import DirectorsPage
from tests.kit.room import NAMES


@pytest.fixture
def evening(room):
    """Six at one typed table."""
    one = room.create("Friday")
    one.do("open-table", table=31, seat_count=6, typed=True)
    one.enter(*NAMES[:6])
    one.draw()
    one.do("start")
    return one


def typed(one, hands, **chips):
    """Type the table; `chips` by name, else as at the start."""
    there = one.view["entries"]
    counts = [{"entry": entry["entry"], "chips": chips.get(entry["name"], 10_000)} for entry in there]
    one.do("type-table", sitting=1, hands=hands, button=3, counts=counts)


def seen(one):
    (table,) = one.whole["tables"]
    return table, {seat["name"]: seat["chips"] for seat in table["seats"]}


def test_everybody_has_their_issued_chips_before_anything_is_typed(evening):
    table, chips = seen(evening)

    assert table["typed"]
    assert chips == dict.fromkeys(NAMES[:6], 10_000)
    assert table["chips_found"] == table["chips_issued"] == 60_000


def test_a_typed_table_is_shown_as_it_was_last_typed(evening):
    typed(evening, 9, Ana=0, Bo=20_000)

    table, chips = seen(evening)

    assert (table["hand"], table["button"], table["players"], table["flags"]) == (9, 3, 5, [])
    assert (chips["Ana"], chips["Bo"], chips["Cyd"]) == (0, 20_000, 10_000)
    assert table["chips_found"] == table["chips_issued"] == 60_000


def test_a_player_whose_bust_is_not_confirmed_yet_is_listed_with_no_chips(evening):
    typed(evening, 9, Ana=0, Bo=20_000)
    before = {one["name"]: one["chips"] for one in evening.view["entries"]}
    evening.do("confirm-bust", entry=1)
    after = {one["name"]: one["chips"] for one in evening.view["entries"]}

    assert (before["Ana"], before["Bo"]) == (0, 20_000)
    assert (after["Ana"], after["Bo"]) == (None, 20_000)


def test_an_unconfirmed_bust_changes_only_the_chips_of_its_own_entry(evening):
    """Bo is out. Ana's entry has the same number as the table's sitting, 1."""
    typed(evening, 9, Ana=20_000, Bo=0)

    chips = {one["name"]: one["chips"] for one in evening.view["entries"]}
    assert chips == {**dict.fromkeys(NAMES[:6], 10_000), "Ana": 20_000, "Bo": 0}


def test_a_table_with_a_kiosk_is_not_shown_as_typed(room):
    one = room.create("Saturday")
    one.open_tables(1)

    assert not one.whole["tables"][0]["typed"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "proposed", "refused"),
    [
        ("de", "ausgeschieden", "im protokoll gibt es keine nummer"),
        ("es", "quedó fuera", "no existe el número"),
        ("", "busted", "there is no number"),
        ("tlh", "busted", "there is no number"),
    ],
)
def test_each_director_reads_reasons_and_refusals_in_the_pages_language(clock, evening, language, proposed, refused):
    typed(evening, 9, Ana=0, Bo=20_000)

    with DirectorsPage(clock, language=language) as page:
        page.hear_until(lambda: any(one["say"] == "tournament" for one in page.said))

        assert proposed in page.last("tournament")["proposals"][0]["why"]
        assert refused in page.order("undo", act=999).casefold()
