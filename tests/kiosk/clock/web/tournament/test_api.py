"""The room over HTTP: programs create tournaments, give orders and read them, and the tables follow."""

import httpx
import msgspec
import pytest

from engine.books.rulebook import load_book
from kiosk.protocol.link.versions import own_version
from kiosk.protocol.messages import EntryAsked, MoveAsked, RebuyAsked, Request
from tests.kit.clock import KEY, eventually
from tests.kit.room import NAMES, KioskConnection, OrderRefused


@pytest.fixture
def evening(room):
    """Twelve players at two tables, drawn."""
    one = room.create("Club night", structure="demo", late_levels=2)
    one.open_tables(1, 2)
    one.enter(*NAMES[:12])
    one.draw()
    return one


def test_a_room_without_a_tournament_lists_none_and_gives_its_kiosks_no_sitting(clock, room):
    assert room.listed() == []
    assert httpx.get(f"{clock.site}/api/room").status_code == 404
    with KioskConnection(clock, 1) as kiosk:
        answer = {"say": "go-to", "sitting": "", "staff": [], "clocks": [], "version": own_version()}
        assert kiosk.hello() == answer


def test_nobody_without_the_key_can_read_or_create_a_tournament(clock):
    for key in ("x", "a-guess"):
        headers = {"Authorization": f"Bearer {key}"}
        assert httpx.get(f"{clock.site}/api/tournaments", headers=headers).status_code == 401
        assert httpx.post(f"{clock.site}/api/tournaments", headers=headers, json={"name": "x"}).status_code == 401


def test_a_tournament_is_created_filled_and_drawn(evening, room):
    view = evening.view

    assert [one["name"] for one in room.listed()] == ["Club night"]
    assert sorted(entry["name"] for entry in view["entries"]) == sorted(NAMES[:12])
    assert {entry["table"] for entry in view["entries"]} == {1, 2}
    assert view["ledger"]["waiting"] == view["ledger"]["issued"] == 12 * 5000
    assert (view["draw"] != "", view["seed"] != "") == (True, True)


@pytest.mark.parametrize(
    ("action", "status", "code"),
    [
        ({"do": "open-table", "table": 1, "seat_count": 9}, 409, "table-in-play"),
        ({"do": "add-entry", "player": "ana", "name": "Ana"}, 409, "player-is-in"),
        ({"do": "nothing"}, 400, "not-of-api"),
        ({"do": "end"}, 409, "not-one-left"),
    ],
)
def test_an_impossible_order_is_refused_with_its_reason(evening, action, status, code):
    with pytest.raises(OrderRefused) as caught:
        evening.do(action.pop("do"), **action)

    assert (caught.value.status, caught.value.code) == (status, code)
    assert caught.value.why


def test_the_clock_pauses_once_the_tournament_is_over(room):
    one = room.create("Heads up", structure="demo")
    one.do("open-table", table=1, seat_count=9, typed=True)
    one.enter("Ana", "Bo")
    one.draw()
    one.do("start")
    one.do("type-table", sitting=1, counts=[{"entry": 1, "chips": 10000}, {"entry": 2, "chips": 0}], hands=9, button=1)
    one.do("confirm-bust", entry=2)
    assert one.whole["state"]["running"]

    one.do("end")

    eventually(lambda: not one.whole["state"]["running"])
    ended, paused = one.view["acts"][-2:]
    assert (ended["by"], paused["by"]) == ("director", "clock")
    one.do("undo", act=ended["act"])
    assert not one.view["ended"]


def test_a_table_that_is_short_waits_and_resumes_by_itself(evening):
    """Of six and six players two change tables: the second is four short. Once one comes back it plays on."""
    entries = evening.view["entries"]
    third, fourth = [one for one in entries if one["table"] == 2][:2]
    taken = {one["seat"] for one in entries if one["table"] == 1}
    free = [seat for seat in range(1, 11) if seat not in taken]
    for entry, seat in ((third, free[0]), (fourth, free[1])):
        evening.do("move-entry", entry=entry["entry"], to={"sitting": 1, "seat": seat})
    evening.do("start")
    offered = [one for one in evening.view["proposals"] if one["action"]["do"] == "halt-table"]
    assert [(one["action"]["sitting"], one["clause"]) for one in offered] == [(2, "TDA 2024 rule 11-D")]
    evening.do("halt-table", sitting=2)
    assert [one["halted"] for one in evening.view["sittings"]] == [False, True]

    evening.do("move-entry", entry=third["entry"], to={"sitting": 2, "seat": third["seat"]})

    eventually(lambda: not any(one["halted"] for one in evening.view["sittings"]))
    assert evening.view["acts"][-1]["by"] == "clock"


def test_a_rule_book_that_contradicts_itself_creates_no_tournament(room):
    """Books can come as values, too."""
    book = msgspec.to_builtins(load_book("washburn"))
    for field, value, code in (("reopening", "half-raise-faced", "field-of-file"), ("muck", "maybe", "not-of-api")):
        with pytest.raises(OrderRefused) as caught:
            room.create("Friday", book={**book, field: {**book[field], "value": value}})
        assert (caught.value.status, caught.value.code) == (400, code)
        assert field in caught.value.why
    assert room.listed() == []
    room.create("Friday", book=book)


def test_an_order_from_before_the_last_change_is_refused(evening):
    with pytest.raises(OrderRefused, match="412"):
        evening.do("start", seen=1)


def test_pinning_a_moved_player_from_a_stale_page_is_refused(evening):
    seen = evening.whole["tournament"]["mark"]
    ana = evening.view["entries"][0]
    free = {"sitting": ana["sitting"] % 2 + 1, "seat": 9}
    evening.do("move-entry", entry=ana["entry"], to=free)

    with pytest.raises(OrderRefused, match="412"):
        evening.do("pin-entry", seen=seen, entry=ana["entry"])
    evening.do("pin-entry", entry=ana["entry"])

    pinned = [(one["entry"], one["seat"]) for one in evening.view["entries"] if one["pinned"]]
    assert pinned == [(ana["entry"], 9)]
    with pytest.raises(OrderRefused) as caught:
        evening.do("pin-entry", entry=ana["entry"])
    assert (caught.value.status, caught.value.code) == (409, "entry-pinned-already")


def test_a_table_is_in_one_tournament_at_a_time(evening, room):
    other = room.create("Side event", structure="demo")

    with pytest.raises(OrderRefused) as caught:
        other.open_tables(2)
    other.open_tables(3)

    assert caught.value.code == "table-in-other"
    assert "Club night" in caught.value.why


def test_a_kiosk_goes_to_its_sitting_and_receives_its_roster(evening, clock):
    with KioskConnection(clock, 1) as kiosk:
        sitting = kiosk.hello()["sitting"]
    assert sitting == f"{evening.id}-1"

    with KioskConnection(clock, 1) as kiosk:
        welcome = kiosk.hello(sitting)
        assert welcome["say"] == "welcome"
        assert len(welcome["target"]["roster"]) == 6
        evening.enter("Zoe")
        evening.do("seat-entry", entry=13, to={"sitting": 1, "seat": _free(evening, 1)})

        roster = kiosk.hear("at-table")["target"]["roster"]
        while len(roster) < 7:
            roster = kiosk.hear("at-table")["target"]["roster"]
    assert [(one["name"], one["chips"]) for one in roster if one["entry"] == 13] == [("Zoe", 5000)]


def test_a_journal_of_another_evening_is_rejected(evening, clock):
    with KioskConnection(clock, 1) as kiosk:
        assert kiosk.hello("0123456789abcdef-1")["sitting"] == f"{evening.id}-1"
    with KioskConnection(clock, 1) as kiosk:
        assert kiosk.hello(f"{evening.id}-2")["say"] == "refusal"


def test_a_waiting_kiosk_is_notified_once_its_table_is_opened(room, clock):
    with KioskConnection(clock, 3) as kiosk:
        assert kiosk.hello()["sitting"] == ""
        one = room.create("Late one", structure="demo")
        one.open_tables(3)

        assert kiosk.hear("go-to")["sitting"] == f"{one.id}-1"


def test_a_dealers_request_is_booked_once(evening, clock):
    with KioskConnection(clock, 1) as kiosk:
        kiosk.hello(f"{evening.id}-1")
        mine = next(entry["entry"] for entry in evening.view["entries"] if entry["table"] == 1)
        late = Request("ask-1", EntryAsked("Zoe", _free(evening, 1)))
        for ask in (late, late, Request("ask-2", MoveAsked(mine, 2)), Request("ask-2", MoveAsked(mine, 2))):
            kiosk.say(ask)
            assert kiosk.hear("request-result")["why"] == ""
        kiosk.say(Request("ask-3", MoveAsked(mine, 9)))
        assert kiosk.hear("request-result")["why"] == "table 9 is not in play"
        kiosk.say(Request("ask-4", RebuyAsked(mine)))
        assert kiosk.hear("request-result")["why"]

    entries = evening.view["entries"]
    assert [(one["name"], one["table"]) for one in entries if one["name"] == "Zoe"] == [("Zoe", 1)]
    assert next(one["table"] for one in entries if one["entry"] == mine) == 2
    assert [act["by"] for act in evening.view["acts"][-2:]] == ["table 1"] * 2


def test_several_tournaments_run_and_all_are_resumed_after_a_restart(evening, room, clock):
    other = room.create("Side event", structure="demo")
    other.open_tables(3)
    other.enter("Ana", "Bo")
    other.do("start")
    before = [(one["id"], one["entries"]) for one in room.listed()]
    mark, epoch = evening.whole["totals"]["mark"], evening.whole["state"]["epoch"]

    clock.stop()
    clock.be_away_long()
    clock.start()

    eventually(lambda: httpx.get(f"{clock.site}/healthz").status_code == 200)
    assert [(one["id"], one["entries"]) for one in room.listed()] == before
    assert evening.whole["totals"]["mark"] == mark
    assert evening.whole["state"]["epoch"] > epoch  # otherwise tables would take its states for stale ones
    assert other.whole["totals"]["recovery"] is not None
    assert evening.whole["totals"]["recovery"] is None


def test_the_page_can_view_either_tournament(evening, room, clock):
    other = room.create("Side event", structure="demo")

    assert httpx.get(f"{clock.site}/api/room").json()["event"] == "Side event"
    assert httpx.get(f"{clock.site}/api/room?tournament={evening.id}").json()["event"] == "Club night"
    headers = {"Authorization": f"Bearer {KEY}"}
    assert httpx.get(f"{clock.site}/api/tables?tournament={other.id}", headers=headers).json()["tables"] == []


def _taken(evening, sitting):
    return next(one["seat"] for one in evening.view["entries"] if one["sitting"] == sitting)


def _free(evening, sitting):
    taken = {one["seat"] for one in evening.view["entries"] if one["sitting"] == sitting}
    return min(set(range(1, 11)) - taken)


def test_a_rebuy_is_booked_once_even_over_a_restart_of_the_clock(room, clock):
    one = room.create("Rebuys", structure="demo", late_levels=2, rebuys=3, rebuy_cost=1000)
    one.open_tables(1)
    one.enter("Ana", "Bo")
    one.draw()
    request = Request("ask-1", RebuyAsked(1))

    for _ in range(2):
        with KioskConnection(clock, 1) as kiosk:
            kiosk.hello(f"{one.id}-1")
            kiosk.say(request)
            assert kiosk.hear("request-result")["why"] == ""
        clock.stop()
        clock.start()

    assert one.view["ledger"]["issued"] == 3 * 5000


REFUSED_SEATS = {
    "taken": ({}, lambda evening: _taken(evening, 1)),
    "not at this table": ({}, lambda _: 11),
    "none": ({}, lambda _: 0),
    "of nobody's number": ({}, lambda _: 4_000_000),
    "with a name that says nothing": ({"name": " \u200b "}, lambda evening: _free(evening, 1)),
    "of who is in already": ({"name": "Ana", "player": "ana"}, lambda evening: _free(evening, 1)),
}


@pytest.mark.parametrize("refused", REFUSED_SEATS)
def test_a_refused_entry_leaves_no_trace_however_often_it_is_requested(evening, clock, refused):
    fields, seat_of = REFUSED_SEATS[refused]
    before = evening.whole
    with KioskConnection(clock, 1) as kiosk:
        kiosk.hello(f"{evening.id}-1")
        for number in range(12):
            kiosk.say(Request(f"ask-{number}", EntryAsked(**{"name": "Nora", "seat": seat_of(evening), **fields})))
            assert kiosk.hear("request-result")["why"]

        after = evening.whole
        assert after["totals"]["mark"] == before["totals"]["mark"]
        assert after["tournament"]["ledger"] == before["tournament"]["ledger"]

        kiosk.say(Request("at-a-free-one", EntryAsked("Nora", _free(evening, 1))))
        assert kiosk.hear("request-result")["why"] == ""
    assert (
        evening.whole["totals"]["mark"] == before["totals"]["mark"] + 3
    )  # the sender of the order, the entry, its seat
    assert sum(one["name"] == "Nora" for one in evening.view["entries"]) == 1


def test_an_entry_that_could_not_sit_yet_is_refused_as_a_whole(room, clock):
    one = room.create("Full", structure="demo", late_levels=2, registration={"cap": 2, "check_in": True})
    one.open_tables(1)
    one.enter("Ana")
    for name in ("Bo", "Cy"):  # Bo is not checked in; Cy is beyond the cap
        mark = one.whole["totals"]["mark"]
        with KioskConnection(clock, 1) as kiosk:
            kiosk.hello(f"{one.id}-1")
            kiosk.say(Request(f"ask-{name}", EntryAsked(name, 3)))
            assert kiosk.hear("request-result")["why"]
        assert one.whole["totals"]["mark"] == mark
        one.enter(name)


def test_an_entry_that_waits_for_a_seat_is_seated_and_not_entered_again(evening, clock):
    evening.enter("Nora Núñez")
    with KioskConnection(clock, 1) as kiosk:
        kiosk.hello(f"{evening.id}-1")
        kiosk.say(Request("ask-1", EntryAsked("nora  núñez", seat := _free(evening, 1))))
        assert kiosk.hear("request-result")["why"] == ""

    (nora,) = [one for one in evening.view["entries"] if one["name"] == "Nora Núñez"]
    assert (nora["table"], nora["seat"]) == (1, seat)


def test_a_table_may_enter_only_a_few_players_until_the_staff_give_an_order(room, clock):
    one = room.create("Walk-ups", structure="demo", late_levels=2)
    one.open_tables(1, 2)

    def ask(kiosk, number, seat):
        kiosk.say(Request(f"ask-{number}", EntryAsked(f"Guest {number}", seat)))
        return kiosk.hear("request-result")["why"]

    with KioskConnection(clock, 1) as kiosk:
        kiosk.hello(f"{one.id}-1")
        assert not any(ask(kiosk, number, number) for number in range(1, 11))
        kiosk.say(Request("move", MoveAsked(1, 2)))
        assert kiosk.hear("request-result")["why"] == ""
        mark = one.whole["totals"]["mark"]
        assert "director" in ask(kiosk, 11, 1)
        assert one.whole["totals"]["mark"] == mark
        one.enter("Ana")
        assert ask(kiosk, 12, 1) == ""


def test_a_tables_request_is_not_carried_out_again_after_the_director_undid_it(evening, clock):
    late = Request("ask-1", EntryAsked("Zoe", _free(evening, 1)))
    with KioskConnection(clock, 1) as kiosk:
        kiosk.hello(f"{evening.id}-1")
        kiosk.say(late)
        assert kiosk.hear("request-result")["why"] == ""
    evening.do("undo", act=evening.view["acts"][-1]["act"])
    clock.stop()
    clock.start()
    with KioskConnection(clock, 1) as kiosk:
        kiosk.hello(f"{evening.id}-1")
        kiosk.say(late)
        assert kiosk.hear("request-result")["why"] == ""

    assert all(one["name"] != "Zoe" for one in evening.view["entries"])


def test_a_seat_and_then_its_entry_can_be_undone_and_the_clock_restarts(evening, clock):
    evening.enter("Zoe")
    evening.do("seat-entry", entry=13, to={"sitting": 1, "seat": _free(evening, 1)})
    acts = [act["act"] for act in evening.view["acts"][-2:]]
    for act in reversed(acts):
        evening.do("undo", act=act)
    clock.stop()
    clock.start()

    assert all(one["name"] != "Zoe" for one in evening.view["entries"])
