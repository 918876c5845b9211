"""Proposals that the director's policy accepts automatically happen in the service as if the director had accepted
them.
"""

import pytest

from tests.kit.clock import eventually
from tests.kit.room import clock, room

__all__ = ["clock", "room"]

pytestmark = pytest.mark.slow


def finishes(one):
    return {entry["name"]: entry["finish"] for entry in one.view["entries"] if entry["finish"]}


def test_a_policy_confirms_a_bust_and_signs_the_log_and_pauses_after_an_undo(room):
    one = room.create("Sunday")
    one.enter("Ana", "Bo", "Cyd", "Dee")
    one.do("open-table", table=31, seat_count=9, typed=True)
    one.draw()
    one.do("start")
    one.do("set-policy", kind="confirm-bust", policy="accept")
    seat = next(entry["seat"] for entry in one.view["entries"] if entry["entry"] == 2)
    counts = {1: 0, 2: 10_000, 3: 10_000, 4: one.view["ledger"]["issued"] - 20_000}
    chips = [{"entry": entry, "chips": held} for entry, held in counts.items()]

    one.do("type-table", sitting=1, hands=7, button=seat, counts=chips)

    eventually(lambda: finishes(one) == {"Ana": 4})
    act = one.view["acts"][-1]
    assert (act["by"], act["kinds"]) == ("policy", ["entries-out"])

    one.do("undo", act=act["act"])

    assert finishes(one) == {}
    asked = one.view
    assert [each["action"]["do"] for each in asked["proposals"]][:1] == ["confirm-bust"]
    assert [each["paused"] for each in asked["policies"] if each["kind"] == "confirm-bust"] == [True]

    one.do("set-policy", kind="confirm-bust", policy="accept")

    eventually(lambda: finishes(one) == {"Ana": 4})
