"""The answers to a player's phone: one entry and nothing about the others, and nothing if there is no news."""

import base64
import hmac
from hashlib import sha256

import httpx
import pytest

from tests.kit.clock import KEY, ClockThread
from tests.kit.room import NAMES, RoomApi, room_settings

HEADERS = {"Authorization": f"Bearer {KEY}"}
SHOWS_STACKS = "phone_stacks = true\n"


@pytest.fixture
def clock(request, tmp_path, free_port):
    """The test's own settings are its parameter."""
    one = ClockThread(tmp_path, free_port, getattr(request, "param", "") + room_settings(free_port))
    one.start()
    yield one
    one.stop()


@pytest.fixture
def evening(room):
    """Six players at two typed tables, who have played nine hands."""
    one = room.create("Friday", buy_in=2000, currency="EUR", late_levels=2)
    for table in (31, 32):
        one.do("open-table", table=table, seat_count=6, typed=True)
    one.enter(*NAMES[:6])
    one.draw()
    one.do("start")
    for sitting in (1, 2):
        count(one, sitting, 9)
    return one


def seated(one, sitting):
    return [entry for entry in one.view["entries"] if entry["sitting"] == sitting]


def count(one, sitting, hands, **chips):
    """Type a table; `chips` gives by name those that have changed."""
    there = seated(one, sitting)
    counts = [{"entry": one["entry"], "chips": chips.get(one["name"], one["chips"] or 10_000)} for one in there]
    one.do("type-table", sitting=sitting, hands=hands, button=there[0]["seat"], counts=counts)


def asked(clock, tag="", **query):
    return httpx.get(f"{clock.site}/api/phone", params=query, headers={"If-None-Match": tag} if tag else {})


def test_a_phone_gets_the_level_the_prizes_and_its_entrys_seat(clock, evening):
    one = seated(evening, 2)[0]

    said = asked(clock, entry=one["entry"]).raise_for_status().json()

    assert said["clock"]["event"] == "Friday"
    assert said["prizes"]["pool"] == 12_000
    assert sum(said["prizes"]["places"]) == 12_000
    followed = said["followed"]
    assert (followed["name"], followed["table"], followed["seat"]) == (one["name"], 32, one["seat"])
    assert not followed["moves"]


def test_chips_are_shown_only_if_the_room_allows_it(clock, evening):
    assert asked(clock, entry=1).json()["followed"]["chips"] is None


def code_of(clock, evening, entry):
    path = f"{clock.site}/api/tournaments/{evening.id}/entries/{entry}/phone"
    return httpx.get(path, headers=HEADERS).raise_for_status().json()["code"]


@pytest.mark.parametrize("clock", [SHOWS_STACKS], indirect=True)
def test_a_players_chips_are_shown_with_the_hand_after_which_they_were_counted(clock, evening):
    code = code_of(clock, evening, 1)
    followed = asked(clock, entry=1, code=code).json()["followed"]

    assert (followed["chips"], followed["hand"]) == (10_000, 9)
    spaced = asked(clock, entry=1, code=f" {code.upper()} ").json()["followed"]
    assert spaced["chips"] == 10_000


@pytest.mark.parametrize("clock", [SHOWS_STACKS], indirect=True)
def test_a_client_that_tries_entry_numbers_learns_no_stack(clock, evening, room):
    """Tried without a code, with another entry's, with one of another tournament, and with invalid ones."""
    other = room.create("Saturday")
    other.enter("Ana")
    codes = ("", code_of(clock, evening, 2), code_of(clock, other, 1), "a" * 10, "é", "0", "\0")
    for code in codes:
        for entry in (1, 3, 4, 5, 6):
            followed = asked(clock, entry=entry, code=code, tournament=evening.id).json()["followed"]
            assert (followed["chips"], followed["hand"]) == (None, 0)


@pytest.mark.parametrize("clock", ["public_prizes = false\n", ""], indirect=True)
def test_winnings_are_shown_without_a_code_only_if_the_results_are_public(clock, room, request):
    one = room.create("Over", buy_in=2000, currency="EUR")
    one.do("open-table", table=33, seat_count=6, typed=True)
    one.enter("Ana", "Bo")
    one.draw()
    one.do("start")
    counts = [{"entry": 1, "chips": 20_000}, {"entry": 2, "chips": 0}]
    one.do("type-table", sitting=1, hands=9, button=1, counts=counts)
    one.do("confirm-bust", entry=2)
    one.do("end")
    is_public = request.node.callspec.params["clock"] == ""

    assert bool(asked(clock, entry=1).json()["followed"]["payout"]) == is_public
    assert asked(clock, entry=1, code=code_of(clock, one, 1)).json()["followed"]["payout"]


def test_a_cards_code_depends_on_no_secret_of_a_person_and_lasts_as_long_as_the_database(clock, evening):
    """Before, it was derived from the director's key: a card was enough to try keys without asking the clock."""
    code = code_of(clock, evening, 1)
    digest = hmac.digest(KEY.encode(), f"day of 1 in {evening.id}".encode(), sha256)
    assert base64.b32encode(digest).decode()[:10].lower() != code

    clock.stop()
    clock.settings.write_text(clock.settings.read_text().replace(KEY, "another-key"))
    clock.start()
    headers = {"Authorization": "Bearer another-key"}
    path = f"{clock.site}/api/tournaments/{evening.id}/entries/1/phone"
    assert httpx.get(path, headers=headers).json()["code"] == code


@pytest.mark.parametrize("clock", ['names = "numbers"\n'], indirect=True)
def test_a_name_is_shown_in_the_rooms_own_way(clock, evening):
    assert asked(clock, entry=1).json()["followed"]["name"] == "1"


def test_a_moved_player_is_shown_the_new_seat(clock, evening):
    mover, other = seated(evening, 1)[0], seated(evening, 2)
    free = min(set(range(1, 7)) - {one["seat"] for one in other})

    evening.do("move-entry", entry=mover["entry"], to={"sitting": 2, "seat": free})

    followed = asked(clock, entry=mover["entry"]).json()["followed"]
    assert (followed["table"], followed["seat"], followed["moves"]) == (32, free, True)
    assert followed["why"] == {"why": "floor"}


def test_a_moved_player_is_shown_the_reason_and_the_clause(clock, evening):
    """The director moves two to the other table; then the rules want one back, the next to post the big blind."""
    for _ in range(2):
        mover, there = seated(evening, 1)[0], seated(evening, 2)
        free = min(set(range(1, 7)) - {one["seat"] for one in there})
        evening.do("move-entry", entry=mover["entry"], to={"sitting": 2, "seat": free})
        count(evening, 1, 12)
        count(evening, 2, 12)
    action = next(one["action"] for one in evening.view["proposals"] if one["action"]["do"] == "move-entry")
    evening.do("move-entry", entry=action["entry"], to=action["to"])

    why = asked(clock, entry=action["entry"]).json()["followed"]["why"]
    assert (why["why"], why["players"], why["there"]) == ("due", 5, 1)
    assert "11" in why["clause"]

    others = [one["entry"] for one in seated(evening, 2)]
    count(evening, 1, 15)
    count(evening, 2, 15)
    evening.do("break-table", sitting=1)
    broken = [one for one in evening.view["entries"] if one["entry"] not in others]
    assert [asked(clock, entry=one["entry"]).json()["followed"]["why"]["why"] for one in broken] == ["break"] * 2


def test_the_tables_in_the_same_section_are_listed(clock, evening):
    place = f"{clock.site}/api/plan/place"
    for table, section in ((30, "Hall"), (31, "Hall"), (32, "Bar")):
        httpx.post(place, json={"table": table, "section": section}, headers=HEADERS).raise_for_status()
    one = seated(evening, 1)[0]

    assert asked(clock, entry=one["entry"]).json()["followed"]["near"] == [{"name": "Hall", "tables": [30, 31]}]


def test_a_player_who_is_out_is_shown_their_place(clock, evening):
    loser, winner = seated(evening, 1)[:2]
    count(evening, 1, 12, **{loser["name"]: 0, winner["name"]: 20_000})
    evening.do("confirm-bust", entry=loser["entry"])

    assert asked(clock, entry=loser["entry"]).json()["followed"]["place"] == 6


def test_a_missing_or_voided_entry_is_shown_as_nobody(clock, evening):
    evening.enter("Late")
    late = evening.view["entries"][-1]["entry"]
    evening.do("void-entry", entry=late)

    for number in (late, 999, -1, 10**12):
        assert asked(clock, entry=number).json()["followed"] is None


def test_nothing_unchanged_is_sent_again(clock, evening):
    """The time is the exception: every answer has it."""
    first = asked(clock, entry=1)
    held = first.json()["structure_tag"]
    second = asked(clock, entry=1, structure=held)
    third = asked(clock, second.headers["ETag"], entry=1, structure=held)
    assert first.json()["structure"]["entries"]
    assert second.json()["structure"] is None
    assert (third.status_code, third.content) == (304, b"")
    assert int(third.headers["Clock-Ms"]) >= int(first.headers["Clock-Ms"])

    evening.do("pause")

    assert asked(clock, second.headers["ETag"], entry=1, structure=held).json()["clock"]["running"] is False


def test_a_room_without_a_tournament_answers_404(clock):
    assert asked(clock).status_code == 404


def test_a_phone_can_ask_for_one_of_several_tournaments(clock, evening):
    with RoomApi(clock) as room:
        other = room.create("Saturday")

    assert asked(clock, tournament=other.id).json()["clock"]["event"] == "Saturday"


def test_a_phone_keeps_its_result_until_the_next_tournament_starts_or_has_its_player(clock, room):
    one = room.create("Friday", structure="demo")
    one.do("open-table", table=31, seat_count=6, typed=True)
    one.enter("Ana", "Bo")
    one.draw()
    one.do("start")
    count(one, 1, 9, Ana=10_000, Bo=0)
    one.do("confirm-bust", entry=2)
    one.do("end")
    later = room.create("Saturday", structure="demo")
    later.do("open-table", table=32, seat_count=6, typed=True)
    later.enter("Cy", "Bo")

    def shown(entry, moves_on=True):
        query = {"tournament": one.id, "entry": entry, "moves_on": moves_on}
        return asked(clock, **query).raise_for_status().json()

    assert shown(1)["clock"]["event"] == "Friday"
    assert shown(1)["followed"]["place"] == 1
    assert shown(2)["clock"]["event"] == "Saturday"
    later.draw()
    later.do("start")
    assert shown(1)["clock"]["event"] == "Saturday"
    assert shown(1, moves_on=False)["clock"]["event"] == "Friday"
