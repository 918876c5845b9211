"""The plan of the room over HTTP: sections and tables, kept from one start of the clock to the next."""

import httpx
import pytest

from tests.kit.clock import KEY

HEADERS = {"Authorization": f"Bearer {KEY}"}


def place(clock, **placed):
    return httpx.post(f"{clock.site}/api/plan/place", json=placed, headers=HEADERS)


def test_a_table_keeps_its_place_over_a_restart(clock):
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


def test_the_newest_place_of_a_table_counts_and_repeating_it_changes_nothing(clock):
    place(clock, table=3, section="Terrace")
    once = place(clock, table=3, section="Bar", seats=10).json()

    assert place(clock, table=3, section="Bar", seats=10).json() == once
    assert [one["section"] for one in once["tables"]] == ["Bar"]


def test_a_table_can_be_removed_and_its_left_seat_never_exceeds_its_seats(clock):
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
     {"table": 1, "color": "red"}],
)  # fmt: skip
def test_an_invalid_place_is_refused(clock, wrong):
    said = place(clock, **wrong)

    assert (said.status_code, said.json()["code"]) == (400, "not-of-api")
    assert httpx.get(f"{clock.site}/api/plan", headers=HEADERS).json() == {"tables": []}


def test_only_the_director_reads_and_changes_the_plan(clock):
    assert httpx.get(f"{clock.site}/api/plan").status_code == 401
    assert httpx.post(f"{clock.site}/api/plan/place", json={"table": 1}).status_code == 401
