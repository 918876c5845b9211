"""A tournament's printed pages over HTTP: which players get a card, and the contents of the lists."""

import httpx
import pypdfium2
import pytest

from tests.kit.clock import KEY

pytestmark = pytest.mark.slow  # fpdf2 is loaded with the first print


HEADERS = {"Authorization": f"Bearer {KEY}"}


def printed(clock, one, kind, **asked):
    site = f"{clock.site}/api/tournaments/{one.id}/prints/{kind}"
    return httpx.get(site, params=asked, headers=HEADERS, timeout=120)


def said(answer):
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    return "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(answer.content))


def evening(room):
    one = room.create("Freitag", structure="demo", buy_in=2000, fee=300, currency="EUR")
    for table in (1, 2):
        one.do("open-table", table=table, seat_count=9, typed=True)
    one.enter("Ana", "Bo", "Cyd", "Dee")
    one.draw()
    return one


def test_all_seated_players_get_a_card_or_only_the_ones_that_were_named(clock, room):
    one = evening(room)

    every = said(printed(clock, one, "seat-cards"))
    assert all(name in every for name in ("Ana", "Bo", "Cyd", "Dee"))
    assert "Bo" not in said(printed(clock, one, "seat-cards", entries="1,3", paper="roll"))


def test_a_move_ticket_names_both_seats_and_none_is_printed_before_the_first_move(clock, room):
    one = evening(room)
    refused = printed(clock, one, "moves")
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing-to-print")

    one.do("start")
    mover = next(entry for entry in one.view["entries"] if entry["table"] == 1)
    for sitting in (1, 2):
        here = [entry["entry"] for entry in one.view["entries"] if entry["sitting"] == sitting]
        counts = [{"entry": entry, "chips": 5000} for entry in here]
        one.do("type-table", sitting=sitting, counts=counts, hands=3, button=1)
    taken = {entry["seat"] for entry in one.view["entries"] if entry["table"] == 2}
    free = next(seat for seat in range(1, 10) if seat not in taken)
    one.do("move-entry", entry=mover["entry"], to={"sitting": 2, "seat": free})

    ticket = said(printed(clock, one, "moves", entries=str(mover["entry"])))
    assert f"from table 1, seat {mover['seat']} to" in ticket


def test_lists_are_in_the_requested_language_and_in_the_events_currency(clock, room):
    one = evening(room)

    payouts = said(printed(clock, one, "payouts", lang="de"))
    assert "Auszahlungen" in payouts
    assert "80" in payouts
    assert all(name in said(printed(clock, one, "entries")) for name in ("Ana", "Dee"))
    assert "TDA" in said(printed(clock, one, "rules"))
    assert "Results" in said(printed(clock, one, "results"))


def test_a_print_needs_the_directors_key(clock, room):
    one = evening(room)

    assert httpx.get(f"{clock.site}/api/tournaments/{one.id}/prints/entries").status_code == 401


def test_the_structure_has_its_levels_breaks_and_antes(clock, room):
    one = room.create("Friday", structure="club", late_levels=4)

    printed_lines = said(printed(clock, one, "structure"))

    for line in ("10,000 chips each, made up of 25 · 100", "late registration until the end of level 4", "25/50",
                 "200 (big blind)", "color up 25", "20 min"):  # fmt: skip
        assert line in printed_lines
    assert "Level 1" in printed_lines
