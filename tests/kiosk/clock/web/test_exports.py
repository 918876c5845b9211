"""Results and hands for other programs: an Open Tournament Summary; Open Hand History and PHH by table and player."""

import json
import tomllib

import httpx
import pytest
from msgspec.structs import replace

from engine.history.ohh.read import read_ohh
from engine.history.record import HandRecord, hands
from engine.tournament.field.entries import Alias, BustAt, Entry, with_changes
from engine.tournament.state import Tournament
from kiosk.clock.features.hands import HandFilter, is_wanted, whose
from kiosk.protocol.codec import encode_event
from kiosk.storage.chain import START, chain
from tests.kit.clock import KEY, ClockThread
from tests.kit.played import random_events
from tests.kit.pokerstars import read_hand
from tests.kit.room import KioskConnection, RoomApi, TournamentApi, clock

__all__ = ["clock"]

HEADERS = {"Authorization": f"Bearer {KEY}"}
AT_MS = 1_795_000_000_000
AT_ONCE = 50


@pytest.fixture
def room(clock):
    with RoomApi(clock) as one:
        yield one


def read(clock: ClockThread, tournament: TournamentApi, path: str, **params: object) -> httpx.Response:
    site = f"{clock.site}/api/tournaments/{tournament.id}/{path}"
    return httpx.get(site, headers=HEADERS, params=params)  # type: ignore[arg-type]


def typed_to_its_end(room: RoomApi, **more: object) -> TournamentApi:
    one = room.create("Freitag", structure="demo", buy_in=2000, fee=300, currency="EUR", re_entries=1, late_levels=2,
                      **more)  # fmt: skip
    one.do("open-table", table=1, seat_count=9, typed=True)
    one.enter("Ana", "Bo")
    one.draw()
    one.do("start")
    one.do("type-table", sitting=1, counts=[{"entry": 1, "chips": 10000}, {"entry": 2, "chips": 0}], hands=9, button=1)
    one.do("confirm-bust", entry=2)
    return one


def test_the_summary_of_a_finished_event_has_every_place_and_prize(clock, room):
    one = typed_to_its_end(room)
    one.do("jump", entry=4)  # late registration is closed
    one.do("end")

    said = read(clock, one, "results.ots").json()["ots"]

    assert (said["spec_version"], said["tournament_name"], said["tournament_number"]) == ("1.1.5", "Freitag", one.id)
    assert (said["buyin_amount"], said["fee_amount"], said["prize_pool"], said["currency"]) == (20, 3, 40, "EUR")
    assert (said["type"], said["player_count"], said["initial_stack"]) == ("STT", 2, 5000)
    assert said["flags"] == ["Re-Entry"]
    assert said["tournament_finishes_and_winnings"] == [
        {"player_name": "Ana", "still_playing": False, "finish_position": 1, "prize": 40},
        {"player_name": "Bo", "still_playing": False, "finish_position": 2, "prize": 0},
    ]
    assert said["start_date_utc"] <= said["end_date_utc"]
    assert said["end_date_utc"].endswith("Z")


def test_a_player_still_in_has_no_place_yet_and_re_entries_are_counted(clock, room):
    one = typed_to_its_end(room)
    one.enter("Bo")

    said = read(clock, one, "results.ots").json()["ots"]

    assert said["end_date_utc"] is None
    assert [finish["still_playing"] for finish in said["tournament_finishes_and_winnings"]] == [True, True, False]
    assert "finish_position" not in said["tournament_finishes_and_winnings"][0]
    assert said["tournament_rebuys"] == [{"player_name": "Bo", "rebuys": 1, "addons": 0}]


@pytest.mark.parametrize(("currency", "amount"), [("JPY", 2000), ("KWD", 2), ("EUR", 20), ("", 2000)])
def test_amounts_are_in_the_currency_whatever_its_minor_unit(clock, room, currency, amount):
    one = room.create("Night", buy_in=2000, currency=currency)

    said = read(clock, one, "results.ots").json()["ots"]

    assert said["buyin_amount"] == amount
    assert said["currency"] == (currency or "XPM")


@pytest.fixture
def played(clock, room):
    """Two tables, each with five random hands; returns the hands."""
    one = room.create("Club night", structure="demo")
    one.open_tables(1, 2)
    one.enter("Ana")
    hands_of: dict[int, list[HandRecord]] = {}
    for table in (1, 2):
        events = random_events(table, 5)
        hands_of[table] = hands(events)
        with KioskConnection(clock, table) as kiosk:
            sitting = kiosk.hello()["sitting"]
        with KioskConnection(clock, table) as kiosk:
            kiosk.hello(sitting)
            records = chain(START, 1, AT_MS, [encode_event(event) for event in events])
            for first in range(0, len(records), AT_ONCE):
                kiosk.send(records[first : first + AT_ONCE])
    return one, hands_of


def test_all_hands_of_all_tables_are_exported_in_every_format(clock, played):
    one, hands_of = played
    wanted = sum(map(len, hands_of.values()))

    ohh = read(clock, one, "hands.ohh").text
    phhs = tomllib.loads(read(clock, one, "hands.phhs").text)
    stars = read(clock, one, "hands.pokerstars").text.split("\n\n\n")

    assert [set(read_hand(f"{hand.strip()}\n").stacks) for hand in stars] == [
        set(hand["seats"]) for hand in phhs.values()
    ]
    assert len(ohh.split("\n\n")) == len(phhs) == wanted == 10
    assert all(json.loads(hand)["ohh"]["spec_version"] for hand in ohh.split("\n\n"))
    assert all(read_ohh(f"{hand}\n") for hand in ohh.split("\n\n"))


def test_hands_can_be_exported_by_table_and_level(clock, played):
    one, hands_of = played
    level = hands_of[1][0].deal.terms.level

    by_table = tomllib.loads(read(clock, one, "hands.phhs", table=2).text)
    by_level = tomllib.loads(read(clock, one, "hands.phhs", table=1, level=level).text)

    assert len(by_table) == len(hands_of[2])
    assert len(by_level) == sum(hand.deal.terms.level == level for hand in hands_of[1]) > 0
    assert read(clock, one, "hands.ohh", table=9).text == ""


def test_hands_can_be_exported_by_player(clock, played):
    one, hands_of = played
    name = hands_of[1][0].names[0]
    one.enter(name)
    entry = one.view["entries"][-1]["entry"]

    mine = tomllib.loads(read(clock, one, "hands.phhs", entry=entry).text)

    assert len(mine) == sum(name in hand.names for each in hands_of.values() for hand in each) > 0
    assert read(clock, one, "hands.ohh", entry=1).text == ""
    assert read(clock, one, "hands.ohh", entry=99).status_code == 404
    assert read(clock, one, "hands.xml").status_code == 422


def test_a_players_hands_are_found_whatever_name_a_table_shows():
    hand = hands(random_events(1, 1))[0]
    first = Entry(7, "ann", "Ann Bell", 5000, bust=BustAt(1, 3, 9))
    entries = {
        7: first, 8: Entry(8, "ann", "Ann Bell", 5000, nth=2), 9: Entry(9, "abe", "Ann Berg", 5000),
        10: Entry(10, "x", "Walk In", 5000, alias=Alias(1, "key 1", 4)),
    }  # fmt: skip
    now = Tournament(entries=entries, players=with_changes({}, {}, entries))

    assert whose(now, 7).ids == whose(now, 8).ids == {"7", "8"}
    assert whose(now, 9).ids == {"9"}
    assert whose(now, 10).ids == {"10", "key 1"}
    shown = replace(hand, names=("Ann B.", "Ann B."), players=("8", "9"))
    assert is_wanted(shown, HandFilter(whose=whose(now, 7)))
    assert not is_wanted(shown, HandFilter(whose=whose(now, 10)))


def test_only_tabled_cards_are_exported(clock, played):
    one, hands_of = played
    tabled = {str(card) for each in hands_of.values() for hand in each for card in _seen(hand)}

    text = read(clock, one, "hands.ohh").text

    shown = {card for hand in text.split("\n\n") for card in _cards(json.loads(hand)["ohh"])}
    assert shown == tabled


def _seen(hand: HandRecord) -> list[object]:
    return [event.card for event in hand.events if hasattr(event, "card")]


def _cards(hand: dict[str, object]) -> set[str]:
    rounds = hand["rounds"]
    assert isinstance(rounds, list)
    board = [card for one in rounds for card in one.get("cards") or ()]
    return {*board, *(card for one in rounds for act in one["actions"] for card in act.get("cards") or ())}
