"""Leagues over a running clock: standings that follow the results."""

import httpx
import pytest

from engine.leagues.league import standings
from kiosk.clock.features import leagues as of_room
from tests.kit.clock import KEY


class LeagueApi:
    """The director's program for leagues."""

    def __init__(self, clock):
        self.http = httpx.Client(base_url=clock.site, headers={"Authorization": f"Bearer {KEY}"})

    def define(self, seen=None, **league):
        return self.http.post("/api/leagues/define", json={"league": league, "seen": seen})

    def get(self, path):
        return self.http.get(f"/api/{path}")


@pytest.fixture
def leagues(clock):
    one = LeagueApi(clock)
    with one.http:
        yield one


def played(room, name, *order, table, **terms):
    """A tournament that is over: players in finishing order, the last with all chips of all others."""
    one = room.create(name, structure="demo", **terms)
    one.do("open-table", table=table, seat_count=9, typed=True)
    one.enter(*order)
    one.draw()
    one.do("start")
    counts = [
        {"entry": number, "chips": 5000 * len(order) if number == 1 else 0} for number in range(1, len(order) + 1)
    ]
    one.do("type-table", sitting=1, counts=counts, hands=9, button=1)
    for number in range(len(order), 1, -1):
        view = one.view
        if any(entry["entry"] == number and not entry["finish"] for entry in view["entries"]):
            one.do("confirm-bust", entry=number)
    one.do("end")
    return one


def test_standings_follow_results_that_are_undone(clock, room, leagues):
    """Standings are not stored: an undone result does not count. Nobody needs a key to read them."""
    first = played(room, "Friday 1", "Ana", "Bo", table=7)
    played(room, "Friday 2", "Bo", "Ana", table=8)
    played(room, "Sunday", "Cy", "Ana", table=9)
    assert leagues.define(id="fridays", name="Fridays", pattern="friday*").status_code == 200

    shown = httpx.get(f"{clock.site}/api/standings/fridays").json()
    assert [(row["rank"], row["name"], row["points"]) for row in shown["rows"]] == [
        (1, "Ana", "3.00"),
        (1, "Bo", "3.00"),
    ]
    assert [one["name"] for one in shown["events"]] == ["Friday 1", "Friday 2"]

    first.do("undo", act=first.view["acts"][-2]["act"])
    shown = leagues.get("standings/fridays").json()
    assert [(row["rank"], row["name"], row["points"]) for row in shown["rows"]] == [
        (1, "Bo", "2.00"),
        (2, "Ana", "1.00"),
    ]
    sheet = leagues.get("standings/fridays/standings.csv").text.splitlines()
    assert sheet[0].startswith("\ufeffrank,")
    assert sheet[0].endswith("Friday 2")
    assert sheet[1] == "1,Bo,2.00,1,1,2.00"


def test_a_stale_change_of_a_league_is_refused_and_a_league_survives_a_restart(clock, leagues):
    leagues.define(id="open", name="Open", since="2026-01-01")
    mark = leagues.get("leagues").json()["mark"]
    assert leagues.define(mark, id="open", name="Open 2026", since="2026-01-01").status_code == 200
    assert leagues.define(mark, id="open", name="Mine").status_code == 412

    bad = leagues.define(id="open", name="Open", formula="entries - plaice").json()
    assert (bad["code"], bad["why"].split(";")[0]) == (
        "formula-at",
        "in the formula at character 11: there is no plaice",
    )
    clock.stop()
    clock.start()

    assert [one["name"] for one in leagues.get("standings").json()["leagues"]] == ["Open 2026"]


def test_standings_are_computed_once_for_all_readers_until_a_result_changes(clock, room, leagues, monkeypatch):
    worked_out = []

    def counted(league, results):
        worked_out.append(league.id)
        return standings(league, results)

    monkeypatch.setattr(of_room, "standings", counted)
    played(room, "Friday 1", "Ana", "Bo", table=7)
    assert leagues.define(id="fridays", name="Fridays", pattern="friday*").status_code == 200
    room.create("Friday 2").enter("Cy")  # not over yet
    first = [
        httpx.get(f"{clock.site}/api/standings/fridays{form}").content
        for form in ("", "?lang=de", "/standings.csv", "", "?lang=de", "/standings.csv")
    ]
    assert first[:3] == first[3:]
    assert len(worked_out) == 1

    last = played(room, "Friday 3", "Bo", "Ana", table=8)
    assert httpx.get(f"{clock.site}/api/standings/fridays").content != first[0]
    ended = next(act for act in last.view["acts"] if "tournament-ended" in act["kinds"])
    last.do("undo", act=ended["act"])
    assert httpx.get(f"{clock.site}/api/standings/fridays").content == first[0]
    assert leagues.define(id="fridays", name="Of Fridays", pattern="friday*").status_code == 200
    assert b"Of Fridays" in httpx.get(f"{clock.site}/api/standings/fridays").content
    assert len(worked_out) == 4


def flight(room, name, *players, table):
    """A flight that runs until two are left, at a typed table."""
    ends = {"why": "players-left", "at": 2}
    one = room.create(name, structure="demo", late_levels=3, flight=ends)
    one.do("open-table", table=table, seat_count=9, typed=True)
    one.enter(*players)
    one.draw()
    one.do("start")
    return one


def typed(one, hands, **stacks):
    """Everybody's chips at the table; a player with none is out."""
    numbers = {entry["name"]: entry["entry"] for entry in one.view["entries"] if not entry["finish"]}
    counts = [{"entry": numbers[name], "chips": chips} for name, chips in stacks.items()]
    one.do("type-table", sitting=1, counts=counts, hands=hands, button=1)
    while busts := [each["action"] for each in one.view["proposals"] if each["action"]["do"] == "confirm-bust"]:
        one.do("confirm-bust", entry=busts[0]["entry"])


@pytest.mark.slow
def test_a_later_flight_gains_nothing_in_a_league_that_scores_the_first_entry(clock, room, leagues):
    """Ana goes out of flight B, is let into flight A, which began before it, and wins the final; Cy is out of A."""
    a = flight(room, "Friday A", "Bo", "Cy", table=7)
    b = flight(room, "Friday B", "Ana", "Dee", "Eve", table=8)
    typed(b, 5, Ana=0, Dee=7_500, Eve=7_500)
    a.enter("Ana")
    a.do("seat-entry", entry=3, seat={"sitting": 1, "seat": 9})
    typed(a, 5, Bo=5_000, Cy=0, Ana=10_000)
    for one in (a, b):
        one.do("jump", entry=4)
        one.do("end-flight")
    final = room.create("Friday final", structure="demo")
    final.do("carry-over", flights=[a.id, b.id])
    final.do("open-table", table=9, seat_count=9, typed=True)
    final.draw()
    final.do("start")
    final.do("jump", entry=4)
    typed(final, 9, Ana=30_000, Bo=0, Dee=0, Eve=0)
    final.do("end")
    league = {"name": "Fridays", "pattern": "friday*"}
    assert leagues.define(id="best", **league).status_code == 200
    assert leagues.define(id="first", entry="first", **league).status_code == 200

    places = {
        its_id: {row["name"]: row["scores"][0]["place"] for row in leagues.get(f"standings/{its_id}").json()["rows"]}
        for its_id in ("best", "first")
    }

    assert places["best"] == {"Ana": 1, "Dee": 2, "Eve": 2, "Bo": 4, "Cy": 5}
    assert places["first"] == places["best"] | {"Ana": 5}
    assert leagues.get("standings/first").json()["league"]["entry"] == "first"
    assert leagues.define(id="last", entry="last", **league).status_code == 400
