"""Orders by programs over a network that loses answers: if sent again they are done once, even after a crash."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.kit.clock import DEADLINE_S, KEY, ClockClient, ForkedClock
from tests.kit.room import room_settings

HEADERS = {"Authorization": f"Bearer {KEY}"}


def post(clock: ClockClient, path: str, body: object, key: str = "", **params: object) -> httpx.Response:
    headers = {"Authorization": f"Bearer {KEY}"} | ({"Idempotency-Key": key} if key else {})
    site = f"{clock.site}/api/tournaments{path}"
    return httpx.post(site, json=body, headers=headers, params=params, timeout=DEADLINE_S)  # type: ignore[arg-type]


def made(clock: ClockClient, key: str = "") -> str:
    return str(post(clock, "", {"name": "Club night"}, key).json()["id"])


def entries(clock: ClockClient, its_id: str) -> list[str]:
    headers = {"Authorization": f"Bearer {KEY}"}
    whole = httpx.get(f"{clock.site}/api/tournaments/{its_id}", headers=headers).json()
    return [entry["name"] for entry in whole["tournament"]["entries"]]


def enter(name: str) -> dict[str, object]:
    return {"action": {"do": "add-entry", "player": name.casefold(), "name": name}}


def test_an_order_that_is_sent_again_is_done_once(clock):
    its_id = made(clock)

    first = post(clock, f"/{its_id}/act", enter("Ana"), "one")
    again = post(clock, f"/{its_id}/act", enter("Ana"), "one")

    assert (first.json()["repeated"], again.json()["repeated"]) == (False, True)
    assert first.json()["act"] == again.json()["act"] > 0
    assert entries(clock, its_id) == ["Ana"]
    assert post(clock, f"/{its_id}/act", enter("Ana")).json()["code"] == "player-is-in"


def test_a_key_stands_for_one_order(clock):
    its_id = made(clock)
    post(clock, f"/{its_id}/act", enter("Ana"), "one")

    other = post(clock, f"/{its_id}/act", enter("Bo"), "one")

    assert (other.status_code, other.json()["code"]) == (422, "key-used")
    assert entries(clock, its_id) == ["Ana"]


def test_a_refused_order_leaves_its_key_unused(clock):
    its_id = made(clock)

    assert post(clock, f"/{its_id}/act", {"action": {"do": "end"}}, "one").status_code == 409
    assert post(clock, f"/{its_id}/act", enter("Ana"), "one").status_code == 200


@pytest.mark.parametrize("key", ["x" * 65, "two words", "tab\there"])
def test_an_impossible_key_is_refused(clock, key):
    said = post(clock, f"/{made(clock)}/act", enter("Ana"), key)

    assert (said.status_code, said.json()["code"]) == (400, "key-unlike")


@pytest.mark.slow
def test_twenty_equal_requests_at_once_are_done_once(clock):
    its_id = made(clock)
    with ThreadPoolExecutor(20) as many:
        said = list(many.map(lambda _: post(clock, f"/{its_id}/act", enter("Ana"), "one"), range(20)))
        ids = set(many.map(lambda _: made(clock, "night"), range(20)))

    assert {one.status_code for one in said} == {200}
    assert len({one.json()["act"] for one in said}) == 1
    assert entries(clock, its_id) == ["Ana"]
    assert len(ids) == 1


def test_a_tournament_is_created_once(clock):
    assert made(clock, "night") == made(clock, "night") != made(clock)
    other = post(clock, "", {"name": "Another"}, "night")
    assert (other.status_code, other.json()["code"]) == (422, "key-used")


@pytest.mark.slow
def test_keys_are_known_after_a_crash(tmp_path, free_port):
    clock = ForkedClock(tmp_path, free_port, room_settings(free_port))
    clock.start()
    its_id = made(clock, "night")
    act = post(clock, f"/{its_id}/act", enter("Ana"), "one").json()["act"]
    clock.kill()
    clock.start()

    again = post(clock, f"/{its_id}/act", enter("Ana"), "one").json()

    assert (again["act"], again["repeated"]) == (act, True)
    assert made(clock, "night") == its_id
    clock.stop()


def test_a_dry_run_creates_no_tournament(clock):
    said = post(clock, "", {"name": "Dry", "structure": "demo"}, dry_run=True)
    wrong = post(clock, "", {"name": "Dry", "structure": "dmo"}, dry_run=True)

    assert [one["kind"] for one in said.json()["would"]] == ["tournament-created", "draw-prepared"]
    assert wrong.status_code == 400
    assert httpx.get(f"{clock.site}/api/tournaments", headers=HEADERS).json()["tournaments"] == []


@pytest.mark.parametrize("path", ["/{its_id}/act", "/{its_id}/sittings/1/answer", ""])
def test_an_unknown_parameter_is_refused_by_name_and_nothing_is_done(clock, path):
    """The sender may rely on the parameter."""
    its_id = made(clock)
    body = {"name": "x"} if path == "" else enter("Ana")

    said = post(clock, path.format(its_id=its_id), body, try_only="true", zone="x")

    assert (said.status_code, said.json()["fields"]) == (422, {"names": "try_only, zone"})
    assert entries(clock, its_id) == []
    assert len(httpx.get(f"{clock.site}/api/tournaments", headers=HEADERS).json()["tournaments"]) == 1


def test_a_dry_run_reports_what_would_happen_and_does_nothing(clock):
    its_id = made(clock)
    mark = post(clock, f"/{its_id}/act", enter("Ana")).json()["mark"]

    said = post(clock, f"/{its_id}/act", enter("Bo"), dry_run=True)
    refused = post(clock, f"/{its_id}/act", enter("Ana"), dry_run=True)
    stale = post(clock, f"/{its_id}/act", {**enter("Bo"), "seen": mark - 1}, dry_run=True)
    taken = post(clock, f"/{its_id}/act", {"action": {"do": "open-table", "table": 77, "seat_count": 9}}, dry_run=True)

    assert said.json() == {"mark": mark, "would": [{"kind": "entry-added", "said": "player entered"}]}
    assert (refused.status_code, refused.json()["code"]) == (409, "player-is-in")
    assert stale.status_code == 412
    assert taken.json()["code"] == "table-without-kiosk"
    assert entries(clock, its_id) == ["Ana"]
