"""A table that calls the floor, read and answered from a page: the hand in play, the book's rulings, and one of them
chosen.
"""

from threading import Thread

import httpx
import pytest

from engine.actions import CorrectBets
from engine.events import Asked
from engine.table.actions.penalties import Penalize
from engine.table.actions.staff import CallFloor, FloorCalled
from engine.table.state import is_playing
from kiosk.clock.features.insight.case_law import CallFacts, CaseNoted, listed
from kiosk.clock.links import kiosks
from kiosk.clock.tables.call_log import called
from tests.kit.clock import DEADLINE_S, KEY, DirectorsPage, RandomTable, eventually
from tests.kit.play import dealt, play
from tests.kit.room import OrderRefused
from ui.words.languages import words_in

HEADERS = {"Authorization": f"Bearer {KEY}"}


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """The clock waits for a table however slow the machine is."""
    monkeypatch.setattr(kiosks, "ANSWER_S", DEADLINE_S)


@pytest.fixture
def evening(room):
    """Six players at one table, and the clock runs."""
    one = room.create("Club night", structure="demo")
    one.open_tables(1)
    one.enter("Ana", "Bo", "Cyd", "Dee", "Eli", "Fay")
    one.draw()
    one.do("start")
    return one


def test_a_signed_correction_is_in_the_case_law_with_its_author_and_its_reason_in_words():
    """The record holds `Kim: reason-bet-too-small`: the name, and the code of the reason."""
    game = play(dealt((5_000,) * 4), "r600")
    calls = called((), game, FloorCalled("ruling"), 5, 0)
    correction = Asked(CorrectBets((4,), (200,), "Kim: reason-bet-too-small"), 1)
    (case,) = called(calls, game, correction, 6, 0)

    (ruling,) = case.rulings
    assert (ruling.by, ruling.why) == ("Kim", "reason-bet-too-small")
    (shown,) = listed([CaseNoted("t", "s", case)], [], CallFacts(), words_in("de")).cases
    assert shown.rulings[0].says.endswith(": der Einsatz war zu klein")


def test_a_ruling_that_nobody_signed_names_nobody_as_its_author():
    """The record then holds only the role, `floor`."""
    game = play(dealt((5_000,) * 4), "r600")
    calls = called((), game, FloorCalled("ruling"), 5, 0)
    (case,) = called(calls, game, Asked(Penalize(4, "floor", "delay", hands=1), 1), 6, 0)

    (shown,) = listed([CaseNoted("t", "s", case)], [], CallFacts(), words_in("en")).cases
    assert case.rulings[0].by == "floor"
    assert shown.rulings[0].by == ""


def case_law(clock, **facts):
    """The room's cases."""
    return httpx.get(f"{clock.site}/api/cases", headers=HEADERS, params=facts).raise_for_status().json()


def answered(table, ask):
    """The answer, while the table goes on."""
    said = []
    asking = Thread(target=lambda: said.append(ask()))
    asking.start()

    def is_answered():
        table.host.take_posts()
        return bool(said)

    eventually(is_answered)
    asking.join()
    return said[0]


def is_answered(said, turn):
    """Whether the table is live, its call is gone, and another player is to act."""
    return said["say"] == "live" and said["turn"] != turn and said["floor"] is None


def test_a_floor_call_is_read_ruled_on_and_answered_from_the_page(evening, room, clock, tmp_path):
    """One oversized chip before the flop is a call: the page says so before the floor answers, and the
    table does it.
    """
    path = f"/{evening.id}/sittings/1"
    with RandomTable(tmp_path, clock.socket) as table, DirectorsPage(clock) as page:
        table.sit()
        while not is_playing(table.game.table):
            table.play_on(1)
        table.host.orders.ask(CallFloor("ruling"))
        eventually(lambda: room.ask("GET", f"{path}/live")["mark"] == table.game.mark)
        live = room.ask("GET", f"{path}/live")
        turn = next(seat for seat in live["seats"] if seat["turn"])
        assert (live["floor"]["why"], live["playing"], turn["seat"]) == ("ruling", True, live["turn"])
        assert live["pot"] == sum(seat["bet"] for seat in live["seats"]) + sum(pot["chips"] for pot in live["pots"])
        assert any("blind" in line for line in live["streets"][0])

        listed = room.ask("GET", f"{path}/rulings?seat={turn['seat']}")
        oversize = next(one for one in listed if one["kind"] == "one-chip")
        assert (oversize["act"], oversize["to"], oversize["clause"] != "") == ("call", live["price"], True)
        typed = room.ask("POST", f"{path}/rulings", {"motion": oversize["motion"], "mark": live["mark"]})
        assert (typed["says"], typed["answers"]) == (oversize["says"], oversize["answers"])
        with pytest.raises(OrderRefused) as stale:
            room.ask("POST", f"{path}/rulings", {"motion": oversize["motion"], "mark": live["mark"] - 1})
        assert (stale.value.status, stale.value.code) == (409, "answer-stale")

        page.look(1)
        page.hear_until(lambda: page.said[-1]["say"] == "live")
        order = {"action": oversize["answers"][0]["action"], "by": "Flo"}
        late = answered(table, lambda: room.ask("POST", f"{path}/answer", {**order, "mark": live["mark"] - 1}))
        assert "check it again" in late["why"]
        done = answered(table, lambda: room.ask("POST", f"{path}/answer", {**order, "mark": live["mark"]}))
        assert done["why"] == ""
        page.hear_until(lambda: is_answered(page.said[-1], turn["seat"]))

        eventually(lambda: case_law(clock)["ruled"] == 1)
        (case,) = case_law(clock, why="ruling", street="preflop", clause=oversize["clause"])["cases"]
        assert (case["alike"], case["pot"], case["streets"]) == (3, live["pot"], live["streets"])
        assert case["rulings"] == [{"says": oversize["answers"][0]["says"], "clause": oversize["clause"], "by": "Flo"}]
        assert case_law(clock, why="seat", street="river")["cases"] == []
        httpx.post(f"{clock.site}/api/people/erase", headers=HEADERS, json={"name": "Flo"}).raise_for_status()
    clock.stop()
    clock.start()
    (case,) = case_law(clock)["cases"]
    assert case["rulings"][0]["by"].startswith("#")


def test_the_floor_can_correct_and_decide_from_the_page_without_a_call(evening, room, clock, tmp_path):
    """Between two hands the floor sets a count and gives the last hand's pots to another player; it voids a hand in
    play. Case law records none of this, because nobody called.
    """
    path = f"/{evening.id}/sittings/1"
    with RandomTable(tmp_path, clock.socket) as table:

        def order(order):
            eventually(lambda: room.ask("GET", f"{path}/live")["mark"] == table.game.mark)
            action = {"ask": "overrule", "by": "", "why": "misread", "order": order}
            asked = {"action": action, "mark": table.game.mark, "by": "Flo"}
            return answered(table, lambda: room.ask("POST", f"{path}/answer", asked))["why"]

        table.sit()
        table.play(1)
        held = {seat: one.chips for seat, one in enumerate(table.game.table.seats, 1) if one}
        first, second = list(held)[:2]
        moved = {"seats": [first, second], "stacks": [held[first] - 25, held[second] + 25], "difference": 0}
        assert order({"order": "set-stacks", **moved}) == ""
        stacks = {number: seat.chips for number, seat in enumerate(table.game.table.seats, 1) if seat}
        assert [stacks[first], stacks[second]] == moved["stacks"]
        assert order({"order": "set-stacks", **moved, "difference": 100}) != ""

        table.play(1)
        eventually(lambda: room.ask("GET", f"{path}/live")["mark"] == table.game.mark)
        orders = room.ask("GET", f"{path}/orders")
        assert (orders["last"], orders["in_hands"], orders["penalties"] != "") == (True, False, True)
        winner = orders["seats"][-1]["seat"]
        wanted = {"winners": [[winner]] * len(orders["pots"]), "mark": orders["mark"]}
        award = room.ask("POST", f"{path}/award", wanted)["order"]
        assert [pot["shares"] for pot in award["pots"]] == [[pot["chips"]] for pot in orders["pots"]]
        with pytest.raises(OrderRefused, match="award-each-pot"):
            room.ask("POST", f"{path}/award", {**wanted, "winners": []})
        assert order(award) == ""

        while not is_playing(table.game.table):
            table.play_on(1)
        before = sum(seat.chips for seat in table.game.table.seats if seat)
        assert order({"order": "void-hand"}) == ""
        assert not is_playing(table.game.table)
        assert before <= sum(seat.chips for seat in table.game.table.seats if seat)
    assert case_law(clock)["ruled"] == 0
