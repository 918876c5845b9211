"""A refusal about the clock, the cap or the terms is true, and says what to do."""

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import AddEntry, AddTime, ChangeTerms, ConfirmBust, Jump, NextLevel
from engine.tournament.field.registration import Registration
from engine.tournament.rules.terms_rules import binding
from engine.tournament.tournament import decide
from tests.kit.small_room import CLUB, CREATE, TERMS, SmallRoom


def refused(room: SmallRoom, action) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value


@pytest.fixture
def room():
    room = SmallRoom(1)
    room.open(4, 1, 9, create=replace(CREATE, terms=replace(TERMS, registration=Registration(cap=4))))
    room.tables_follow()
    return room


@pytest.mark.parametrize("row", [0, -3, 99])
def test_a_jump_to_a_row_that_there_is_not_names_the_rows_there_are(room, row):
    said = refused(room, Jump(row - 1)).message

    assert (said.code, said.fields) == ("no-such-row", {"row": row, "rows": len(CLUB.entries)})


def test_less_time_than_is_left_names_the_level_that_would_end(room):
    room.ask(NextLevel())

    said = refused(room, AddTime(-9_000_000, may_end=False)).message

    assert (said.code, said.fields) == ("time-ends-level", {"level": 2})


def test_in_a_full_field_a_re_entry_is_refused_and_does_not_wait_for_ever(room):
    room.lose(1, 1)
    room.ask(ConfirmBust(1))
    assert room.ask(AddEntry("eve", "Eve"))
    assert room.tournament.entries[5].waits
    one = room.tournament.entries[1]

    assert refused(room, AddEntry(one.player, one.name)).message.code == "no-room-to-re-enter"


@pytest.mark.parametrize(
    ("given", "code"), [("eur", "currency-in-capitals"), ("Usd", "currency-in-capitals"), ("EURO", "no-such-currency")]
)
def test_a_currency_in_small_letters_is_said_in_capitals(given, code):
    room = SmallRoom(1)
    room.ask(CREATE)

    assert refused(room, ChangeTerms(currency=given)).message.code == code


def test_each_field_of_the_terms_says_what_fixed_it(room):
    paid = [field for field, why in binding(room.tournament, room.context).items() if why.code == "terms-paid"]
    assert paid == ["buy_in", "fee", "currency"]
    assert "re_entries" not in binding(room.tournament, room.context)
    for _ in range(TERMS.late_levels + 1):
        room.ask(NextLevel())

    fixed = binding(room.tournament, room.context)
    assert {fixed[field].code for field in ("re_entries", "late_levels", "rebuys")} == {"terms-entries-closed"}
    assert "payouts" not in fixed
