"""The plan of the room over HTTP: sections and tables, kept from one start of the clock to the next."""

import httpx
import pytest

from tests.kit.clock import KEY

HEADERS = {"Authorization": f"Bearer {KEY}"}


def place(clock, **placed):
    return httpx.post(f"{clock.site}/api/plan/place", json=placed, headers=HEADERS)


def test_a_table_stays_where_it_was_placed(clock):
    assert httpx.get(f"{clock.site}/api/plan", headers=HEADERS).json() == {"tables": []}
    place(clock, table=12, section="Terrace", seats=8, side="left", left_seat=3)
    plan = place(clock, table=3, section=" Ball\nroom ").json()

    clock.stop()
    clock.start()

    assert httpx.get(f"{clock.site}/api/plan", headers=HEADERS).json() == plan
    assert plan["tables"] == [
        {"table": 3, "section": "Ball room", "seats": 9, "side": "bottom", "left_seat": 1},
        {"table": 12, "section": "Terrace", "seats": 8, "side": "left", "left_seat": 3},
    ]


def test_the_newest_word_on_a_table_counts_and_the_same_word_twice_is_one(clock):
    place(clock, table=3, section="Terrace")
    once = place(clock, table=3, section="Bar", seats=10).json()

    assert place(clock, table=3, section="Bar", seats=10).json() == once
    assert [one["section"] for one in once["tables"]] == ["Bar"]


def test_a_table_goes_off_the_plan_and_one_with_fewer_seats_has_its_last_at_the_dealers_left(clock):
    place(clock, table=3)
    fewer = place(clock, table=12, seats=6, left_seat=9).json()
    assert [one["left_seat"] for one in fewer["tables"]] == [1, 6]

    off = httpx.post(f"{clock.site}/api/plan/remove", json={"table": 3}, headers=HEADERS).json()
    again = httpx.post(f"{clock.site}/api/plan/remove", json={"table": 3}, headers=HEADERS).json()
    clock.stop()
    clock.start()

    assert [one["table"] for one in off["tables"]] == [12]
    assert again == off == httpx.get(f"{clock.site}/api/plan", headers=HEADERS).json()


@pytest.mark.parametrize(
    "wrong",
    [{}, {"table": 0}, {"table": 10_000}, {"table": 1, "seats": 11}, {"table": 1, "seats": 1},
     {"table": 1, "side": "under"}, {"table": 1, "left_seat": 0}, {"table": 1, "section": "x" * 41},
     {"table": 1, "colour": "red"}],
)  # fmt: skip
def test_what_is_no_place_is_refused(clock, wrong):
    said = place(clock, **wrong)

    assert (said.status_code, said.json()["code"]) == (400, "not-of-api")
    assert httpx.get(f"{clock.site}/api/plan", headers=HEADERS).json() == {"tables": []}


def test_only_the_director_reads_and_changes_it(clock):
    assert httpx.get(f"{clock.site}/api/plan").status_code == 401
    assert httpx.post(f"{clock.site}/api/plan/place", json={"table": 1}).status_code == 401
