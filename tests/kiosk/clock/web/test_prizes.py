"""The prizes are one truth: in every kind of tournament, all surfaces agree with each other and with the payouts."""

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from httpx import HTTPStatusError

from tests.kit.clock import ClockThread
from tests.kit.prize_surfaces import HEADERS, differences, get, pdf_text, read
from tests.kit.room import NAMES, OrderRefused, RoomApi, TournamentApi, room_settings
from tests.kit.sizes import size

SEEDS = size("KIOSK_PRIZE_EVENINGS", 1)
EVENINGS = [*range(SEEDS), *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(SEEDS, 4 * SEEDS))]
OWN = {"name": "Own", "rows": [{"entries": 1, "shares": [4000, 2000, 1500, 1000, 800, 700]}]}
STACK = 5_000
CLOSED = 4
"""The entry of the structure after which registration is closed."""


@pytest.fixture
def clock(request, tmp_path, free_port):
    """The test's own settings are its parameter."""
    one = ClockThread(tmp_path, free_port, getattr(request, "param", "") + room_settings(free_port))
    one.start()
    yield one
    one.stop()


@pytest.fixture
def room(clock):
    with RoomApi(clock) as one:
        yield one


def seated(room: RoomApi, *names: str, table: int = 1, **terms: Any) -> TournamentApi:
    """Everybody at one typed table, and the clock runs."""
    one = room.create("Friday", **({"structure": "demo", "currency": "EUR", "buy_in": 2000} | terms))
    one.do("open-table", table=table, seat_count=10, typed=True)
    one.enter(*names)
    one.draw()
    one.do("start")
    return one


def held(one: TournamentApi) -> dict[int, int]:
    """The chips of the players who are in."""
    return {entry["entry"]: STACK if entry["chips"] is None else entry["chips"] for entry in one.view["entries"]
            if entry["sitting"] and not (entry["finish"] or entry["voided"] or entry["waits"])}  # fmt: skip


def count(one: TournamentApi, chips: dict[int, int], hands: int) -> None:
    """The table is typed."""
    counts = [{"entry": entry, "chips": many} for entry, many in chips.items()]
    one.do("type-table", sitting=1, counts=counts, hands=hands, button=1, adjust=True)


def lose(one: TournamentApi, *losers: int, hands: int = 9) -> None:
    """These go out in one hand, all with equal stacks: their places tie."""
    chips = held(one)
    first = next(entry for entry in chips if entry not in losers)
    least = min(chips[entry] for entry in losers)
    for entry in losers:
        chips[first] += chips[entry] - least
        chips[entry] = least
    count(one, chips, hands)
    chips[first] += least * len(losers)
    count(one, chips | dict.fromkeys(losers, 0), hands + 1)
    while busts := [p["action"] for p in one.view["proposals"] if p["action"]["do"] == "confirm-bust"]:
        one.do("confirm-bust", entry=busts[0]["entry"])


def offered(clock: ClockThread, one: TournamentApi, by: str, kept: int = 0, unit: int = 1) -> dict[str, Any]:
    """The amounts of a proposed deal."""
    path = f"/api/tournaments/{one.id}/deal?by={by}&for_winner={kept}&round_to={unit}"
    answer: dict[str, Any] = get(clock, path).json()
    return answer


def four_left(room: RoomApi, **terms: Any) -> TournamentApi:
    """Four left of ten."""
    one = seated(room, *NAMES[:10], **{"payouts": OWN} | terms)
    one.do("jump", entry=CLOSED)
    lose(one, 10)
    lose(one, 8, 9, hands=12)
    lose(one, 5, 6, 7, hands=15)
    count(one, {1: 25_000, 2: 12_000, 3: 8_000, 4: 5_000}, 18)
    return one


@pytest.mark.slow
def test_every_surface_shows_what_was_agreed_after_a_deal(clock, room):
    one = four_left(room)
    assert differences(clock, one) == []
    before = read(clock, one).rows
    offer = offered(clock, one, "icm")
    agreed = [share["amount"] for share in offer["shares"]]

    one.do("make-deal", shares=offer["shares"], for_winner=0)

    assert differences(clock, one) == []
    now = read(clock, one)
    assert now.rows == [*agreed, *before[4:]] != before
    assert now.won | {1: agreed[0], 2: agreed[1], 3: agreed[2], 4: agreed[3]} == now.won
    assert next(p["why"] for p in one.view["proposals"] if p["action"]["do"] == "end").startswith("the deal divides")
    board = get(clock, f"/api/phone?tournament={one.id}").json()["prizes"]
    assert [share["name"] for share in board["agreed"]] == ["Ana", "Bo", "Cyd", "Dee"]
    sheet = pdf_text(get(clock, f"/api/tournaments/{one.id}/prints/results").content)
    assert "prizes agreed by a deal between 4 players" in sheet
    assert sheet.index("Ana") < sheet.index("Dee") < sheet.index("Eli")
    text = get(clock, f"/api/tournaments/{one.id}/results.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(StringIO(text)))
    assert [(row["place"], row["name"]) for row in rows[:5]] == [
        ("", "Ana"), ("", "Bo"), ("", "Cyd"), ("", "Dee"), ("5", "Eli"),
    ]  # fmt: skip

    one.do("end")
    assert differences(clock, one) == []
    assert read(clock, one).rows == now.rows
    shown = [get(clock, path).json() for path in (f"/api/results?tournament={one.id}", "/api/results/earlier")]
    board = get(clock, f"/api/phone?tournament={one.id}").json()["prizes"]
    assert [shown[0]["dealt"], shown[1][0]["dealt"], board["dealt"], one.view["dealt"]] == [4, 4, 4, 4]
    sheet = pdf_text(get(clock, f"/api/tournaments/{one.id}/prints/results").content)
    assert "prizes agreed by a deal between 4 players" in sheet


def test_an_unknown_kind_of_deal_is_refused_with_the_kinds_that_there_are(clock, room):
    one = room.create("Friday", structure="demo")

    refused = httpx.get(f"{clock.site}/api/tournaments/{one.id}/deal?by=wish", headers=HEADERS)

    assert refused.status_code == 422
    assert refused.json()["why"] == "by must be one of: icm, chips, even"


@pytest.mark.slow
def test_undoing_a_deal_restores_the_prizes(clock, room):
    one = four_left(room)
    before = read(clock, one).rows
    made = one.do("make-deal", shares=offered(clock, one, "even")["shares"], for_winner=0)
    assert read(clock, one).rows[:4] == [4250] * 4
    assert made is not None

    one.do("undo", act=one.view["acts"][-1]["act"])

    assert read(clock, one).rows == before
    assert differences(clock, one) == []


@pytest.mark.slow
def test_a_player_out_after_a_deal_keeps_the_share_and_takes_the_place(clock, room):
    one = four_left(room)
    offer = offered(clock, one, "chips", 2_000, 500)
    one.do("make-deal", shares=offer["shares"], for_winner=2_000)
    assert differences(clock, one) == []
    assert 2_000 in read(clock, one).rows

    lose(one, 4, hands=20)

    assert differences(clock, one) == []
    share = offer["shares"][3]["amount"]
    assert [(row.place, row.amount) for row in read(clock, one).view.payouts if row.entry == 4] == [(4, share)]
    lose(one, 2, 3, hands=22)
    one.do("end")
    assert differences(clock, one) == []
    assert read(clock, one).won[1] == offer["shares"][0]["amount"] + 2_000


@pytest.mark.slow
def test_players_tied_across_paid_places_see_their_prize_before_the_end(clock, room):
    one = four_left(room)

    rows = read(clock, one).view.payouts

    assert [(row.place, row.entry, row.amount) for row in rows if row.place == 5] == [
        (5, 5, 1_000), (5, 6, 1_000), (5, 7, 1_000),
    ]  # fmt: skip
    sheet = pdf_text(get(clock, f"/api/tournaments/{one.id}/prints/payouts").content)
    assert all(name in sheet for name in NAMES[4:7])
    assert sheet.count("10\N{NO-BREAK SPACE}EUR") == 3


@pytest.mark.slow
def test_a_flight_shows_no_prizes_and_its_final_shares_out_the_places_that_nobody_can_take(clock, room):
    flight = {"why": "players-left", "at": 2}
    flights = []
    for table, letter in enumerate("AB", 1):
        names = [f"{name} {letter}" for name in NAMES[:9]]
        guarantee = {"guarantee": 300_000}
        one = seated(room, *names, table=table, buy_in=10_000, payouts=OWN, flight=flight, prizes=guarantee)
        assert differences(clock, one) == []
        assert read(clock, one).rows == []
        sheet = pdf_text(get(clock, f"/api/tournaments/{one.id}/prints/payouts").content)
        assert "the prize pool goes to the final" in sheet
        one.do("jump", entry=CLOSED)
        lose(one, *range(3, 10))
        one.do("end-flight")
        assert differences(clock, one) == []
        flights.append(one)
    final = room.create("Final", structure="demo", currency="EUR", buy_in=10_000, payouts=OWN)
    final.do("carry-over", flights=[one.id for one in flights])

    view = read(clock, final).view
    assert (view.unclaimed, view.shared) == (2, 27_000)
    assert view.prizes == (84_708, 42_352, 31_764, 21_176)
    assert sum(view.prizes) == view.pool == 180_000
    assert differences(clock, final) == []
    sheet = pdf_text(get(clock, f"/api/tournaments/{final.id}/prints/payouts").content)
    assert "too few players for 2 paid places: their 270\N{NO-BREAK SPACE}EUR" in sheet.replace("\r\n", " ")


@pytest.mark.slow
def test_no_prizes_are_shown_if_nothing_is_paid(clock, room):
    one = four_left(room, buy_in=0)

    assert read(clock, one).rows == []
    assert differences(clock, one) == []


@pytest.mark.slow
def test_every_table_for_a_spreadsheet_begins_with_a_utf_8_byte_order_mark(clock, room):
    one = four_left(room)
    wanted = {"form": "csv", "structure": get(clock, "/api/structures/demo").json()}
    said = [
        get(clock, f"/api/tournaments/{one.id}/results.csv").content,
        httpx.post(f"{clock.site}/api/structures/write", headers=HEADERS, json=wanted).content,
    ]

    assert [content[:3] for content in said] == [BOM_UTF8] * 2


@pytest.mark.slow
@pytest.mark.parametrize("clock", ["public_prizes = false\n"], indirect=True)
def test_a_room_that_hides_winnings_names_nobody_with_a_share(clock, room):
    one = four_left(room)
    one.do("make-deal", shares=offered(clock, one, "icm")["shares"], for_winner=0)

    phone = get(clock, f"/api/phone?tournament={one.id}&entry=1").json()
    results = get(clock, f"/api/results?tournament={one.id}").json()

    assert {share["name"] for share in phone["prizes"]["agreed"]} == {""}
    assert phone["followed"]["payout"] == 0
    assert (results["prizes"], results["agreed"], results["pool"]) == ([], [], 0)
    assert read(clock, one).won[1]


def test_no_code_outside_the_rules_computes_prizes_by_itself():
    root = Path(__file__).parents[4]
    asks = re.compile(r"^from engine\.tournament.* import .*\b(places_paid|winnings|amounts|divide)\b", re.MULTILINE)
    sources = [path for top in ("kiosk", "ui") for path in (root / top).rglob("*.py")]
    assert [str(path) for path in sources if asks.search(path.read_text("utf-8"))] == []


def deals(clock: ClockThread, one: TournamentApi, dice: Random) -> bool:
    """By any method, rounded or not, sometimes with typed amounts; returns whether it was made."""
    by, unit = dice.choice(("icm", "chips", "even")), dice.choice((1, 1, 50, 100))
    kept = dice.choice((0, 0, 100))
    try:
        offer = offered(clock, one, by, kept, unit)
    except HTTPStatusError:  # refused: entries are taken, or there is too little to divide
        return False
    shares = offer["shares"]
    if dice.random() < 0.3:
        moved = dice.randint(0, shares[0]["amount"])
        shares[0]["amount"] -= moved
        shares[-1]["amount"] += moved
    one.do("make-deal", shares=shares, for_winner=kept)
    return True


def tries(one: TournamentApi, what: str, **more: Any) -> None:
    """If the rules allow it."""
    with suppress(OrderRefused):
        one.do(what, **more)


def while_open(one: TournamentApi, dice: Random) -> Iterator[None]:
    """Some players go out, buy again, enter again or come late."""
    yield
    for hands in range(10, 10 + 3 * dice.randint(0, 2), 3):
        chips = held(one)
        if len(chips) > 2:
            lose(one, dice.choice(list(chips)), hands=hands)
        tries(one, "rebuy", entry=dice.choice(list(chips)))
        name = dice.choice(NAMES[:10])
        tries(one, "add-entry", player=name.casefold(), name=name)
        yield
    for entry in [entry["entry"] for entry in one.view["entries"] if not entry["finish"] and not entry["sitting"]]:
        tries(one, "seat-entry", entry=entry)


def to_the_end(clock: ClockThread, one: TournamentApi, dice: Random) -> Iterator[None]:
    """One to three bust at a time, with a deal that may be undone, or that ends it."""
    one.do("jump", entry=CLOSED)
    hands, has_deal = 20, False
    while len(chips := held(one)) > 1:
        count(one, {entry: max(many, 100) for entry, many in chips.items()}, hands)
        yield
        if not has_deal and dice.random() < 0.4 and deals(clock, one, dice):
            yield
            has_deal = dice.random() < 0.7
            if not has_deal:
                one.do("undo", act=one.view["acts"][-1]["act"])
            elif dice.random() < 0.3:
                break
        lose(one, *dice.sample(list(chips), dice.randint(1, min(3, len(chips) - 1))), hands=hands + 1)
        hands += 4
    yield


@pytest.mark.slow
@pytest.mark.fuzz
@pytest.mark.parametrize("seed", EVENINGS)
def test_all_surfaces_agree_in_any_tournament(clock, room, seed):
    dice = Random(seed)
    money = {
        "guarantee": dice.choice((0, 0, 9_999, 50_000)), "round_to": dice.choice((1, 1, 100, 700)),
        "bounty": dice.choice((0, 0, 333)),
    }  # fmt: skip
    one = seated(
        room, *NAMES[: dice.randint(2, 9)], buy_in=dice.choice((0, 1, 33, 2_000, 12_345)), fee=dice.choice((0, 200)),
        payouts=dice.choice(("club", "curve", OWN)), prizes=money, rebuys=1, rebuy_cost=1_111, re_entries=1,
        late_levels=2,
    )  # fmt: skip

    for _ in chain(while_open(one, dice), to_the_end(clock, one, dice)):
        assert differences(clock, one) == []

    if any(p["action"]["do"] == "end" for p in one.view["proposals"]):
        before = read(clock, one)
        one.do("end")
        assert differences(clock, one) == []
        after = read(clock, one)
        gained = [entry for entry, amount in after.won.items() if amount != before.won.get(entry, 0)]
        assert sum(before.rows) == sum(after.rows)
        assert len(gained) <= 1  # only the winner
