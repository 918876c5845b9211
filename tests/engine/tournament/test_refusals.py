"""A refusal about the clock, the cap or the terms is true, and says how to go on."""

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import AddEntry, AddTime, ChangeTerms, ConfirmBust, Jump, NextLevel, Promote
from engine.tournament.event_terms import Registration
from engine.tournament.rules.prizes.terms_rules import binding
from engine.tournament.tournament import decide
from tests.kit.small_room import CLUB, CREATE, TERMS, SmallRoom
from tests.said import english


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
def test_a_jump_to_a_missing_row_is_refused_with_the_number_of_rows(room, row):
    said = refused(room, Jump(row - 1)).message

    assert (said.code, said.fields) == ("no-such-row", {"row": row, "rows": len(CLUB.entries)})


def test_removing_more_time_than_is_left_names_the_level_that_would_end(room):
    room.ask(NextLevel())

    said = refused(room, AddTime(-9_000_000, may_end=False))

    assert (said.code, said.fields) == ("time-ends-level", {"level": 2})
    assert english(said) == "that would end level 2: add --may-end (in the API, may_end)"


def test_a_re_entry_into_a_full_field_is_refused_and_does_not_wait_forever(room):
    room.lose(1, 1)
    room.ask(ConfirmBust(1))
    assert room.ask(AddEntry("eve", "Eve"))
    assert room.tournament.entries[5].waits
    one = room.tournament.entries[1]

    assert refused(room, AddEntry(one.player, one.name)).message.code == "no-room-to-re-enter"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("eur", "eur is not a currency: use EUR"),
        ("Usd", "Usd is not a currency: use USD"),
        ("EURO", "EURO is not a currency: use a three-letter code such as EUR, or leave it out for points"),
    ],
)
def test_the_refusal_of_a_lower_case_currency_asks_for_capitals(given, said):
    room = SmallRoom(1)
    room.ask(CREATE)

    assert english(refused(room, ChangeTerms(currency=given))) == said


def test_a_full_field_cites_no_clause_if_the_rule_book_has_none(room):
    room.ask(AddEntry("eve", "Eve"))

    assert english(refused(room, Promote(5))) == "the field is full (at most 4)"


def test_each_fixed_field_of_the_terms_has_its_reason(room):
    paid = [field for field, why in binding(room.tournament, room.context).items() if why.code == "terms-paid"]
    assert paid == ["buy_in", "fee", "currency"]
    assert "re_entries" not in binding(room.tournament, room.context)
    for _ in range(TERMS.late_levels + 1):
        room.ask(NextLevel())

    fixed = binding(room.tournament, room.context)
    assert {fixed[field].code for field in ("re_entries", "late_levels", "rebuys")} == {"terms-entries-closed"}
    assert "payouts" not in fixed
