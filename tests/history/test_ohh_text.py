"""A hand as Open Hand History, checked against its specification; and errors in other programs' histories."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.actions import CorrectBets, ForfeitChips, KillHand
from engine.events import HandEnded
from engine.history.ohh.read import read_ohh
from engine.history.ohh.text import to_ohh
from engine.history.phh.form import BadHistory, Phh
from engine.history.record import HandRecord, final
from tests.kit.played import EXAMPLES, outcome, random_records, record_of_story, replayed
from tests.kit.story import Story, book, flop
from tests.said import english

seeds = st.integers(0, 2**32 - 1)


def written(record: HandRecord) -> dict[str, Any]:
    """The object of one hand."""
    parsed = json.loads(to_ohh([record]))
    assert list(parsed) == ["ohh"]
    ohh = parsed["ohh"]
    assert isinstance(ohh, dict)
    return ohh


def acts(ohh: dict[str, Any], street: str) -> list[tuple[Any, ...]]:
    """The actions of a street: the player, the action, and the chips added."""
    rounds = {part["street"]: part["actions"] for part in ohh["rounds"]}
    return [(act["player_id"], act["action"], act["amount"]) for act in rounds.get(street, ())]


def side_pot() -> Story:
    story = Story(1000, 3000, 600, ante=100, form="big-blind", chip=25)
    story.tell("3 raises 600", "1 calls", "2 raises 2900", "1 calls", "board 2h7dKs3c4c")
    return story.tell("2 shows AhKd", "3 shows 9c9s", "1 shows QcQs", "push")


def test_an_action_adds_chips_and_the_pots_leave_out_what_nobody_called():
    """
    A raise to 2,900 from the big blind of 100 is 2,800 more; the 1,900 that came back are in no pot.
    """
    ohh = written(record_of_story(side_pot()))

    assert acts(ohh, "Preflop") == [
        (2, "Post Ante", 100), (1, "Post SB", 50), (2, "Post BB", 100),
        (1, "Dealt Cards", 0), (2, "Dealt Cards", 0), (3, "Dealt Cards", 0),
        (3, "Raise", 600), (1, "Call", 550), (2, "Raise", 2800), (1, "Call", 400),
    ]  # fmt: skip
    assert [(pot["number"], pot["amount"], pot["player_wins"]) for pot in ohh["pots"]] == [
        (0, 1900, [{"player_id": 2, "win_amount": 1900}]),
        (1, 800, [{"player_id": 2, "win_amount": 800}]),
    ]
    assert acts(ohh, "Showdown") == [(2, "Shows Cards", 0), (3, "Shows Cards", 0), (1, "Shows Cards", 0)]


def test_an_all_in_is_marked_on_the_action_that_made_it_so():
    """The action that put in the last chip, whatever it was for."""
    rounds = written(record_of_story(side_pot()))["rounds"]

    assert [act["player_id"] for act in rounds[0]["actions"] if act["is_allin"]] == [3, 2, 1]
    assert [part["cards"] for part in rounds] == [[], ["2h", "7d", "Ks"], ["3c"], ["4c"], []]


@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_every_random_hand_keeps_to_the_specification(seed):
    """
    Every field that is required is there; rounds and actions are numbered; chips add up; no bet preflop.
    """
    for record in random_records(seed, 4, kill=0.03, undo=0.02, move=0.2):
        ohh = written(record)
        ended = record.events[-1]
        assert isinstance(ended, HandEnded)
        put_in = sum(act["amount"] for part in ohh["rounds"] for act in part["actions"])

        assert set(ohh) >= REQUIRED
        assert [part["id"] for part in ohh["rounds"]] == sorted({part["id"] for part in ohh["rounds"]})
        for part in ohh["rounds"]:
            assert [act["action_number"] for act in part["actions"]] == list(range(1, len(part["actions"]) + 1))
            assert {act["action"] for act in part["actions"]} <= NAMED
        assert "Bet" not in {name for _, name, _ in acts(ohh, "Preflop")}
        assert ohh["dealer_seat"] == record.deal.button
        for pot in ohh["pots"]:
            assert sum(win["win_amount"] for win in pot["player_wins"]) == pot["amount"]
        assert sum(pot["amount"] for pot in ohh["pots"]) <= put_in
        assert {player["seat"] for player in ohh["players"]} == set(record.deal.seats)


REQUIRED = {"spec_version", "site_name", "network_name", "internal_version", "tournament", "tournament_info",
            "game_number", "start_date_utc", "table_name", "game_type", "bet_limit", "table_size", "currency",
            "dealer_seat", "small_blind_amount", "big_blind_amount", "ante_amount", "players", "rounds",
            "pots"}  # fmt: skip
NAMED = {"Dealt Cards", "Mucks Cards", "Shows Cards", "Post Ante", "Post SB", "Post BB", "Straddle", "Fold", "Check",
         "Bet", "Raise", "Call", "Add to Pot"}  # fmt: skip


def test_hands_are_separated_by_one_blank_line():
    """
    So that a hand can be added to the file when it ends.
    """
    records = random_records(2, 3)

    parts = to_ohh(records).split("\n\n")

    assert [json.loads(part)["ohh"]["game_number"] for part in parts] == ["1-1", "1-2", "1-3"]
    assert "".join(to_ohh([record]) + "\n" * (record is not records[-1]) for record in records) == to_ohh(records)


def test_a_bet_is_written_as_a_bet_only_after_the_flop():
    """Before the flop the blinds count as the bet, and the format has no other."""
    story = flop(500, 500).tell("1 bets 100", "2 folds", "push")

    assert acts(written(record_of_story(story)), "Flop") == [(1, "Bet", 100), (2, "Fold", 0)]


def test_a_date_is_written_if_it_is_known():
    """It is left empty if the record had no times."""
    record = record_of_story(Story(1000, 1000).tell("2 folds", "push"))

    assert written(record)["start_date_utc"] is None
    assert written(replace(record, started="2023-11-14T22:13:20"))["start_date_utc"] == "2023-11-14T22:13:20"


def test_actions_of_the_floor_are_read_back():
    """A killed hand, forfeited chips, a corrected bet."""
    story = flop(900, 900, 900, by=book(splash="dead")).tell("1 checks")
    story.ask(ForfeitChips(2, 75, "splashed the pot"))
    story.tell("2 bets 100", "3 calls", "1 calls")
    story.ask(CorrectBets((1, 2, 3), (50, 50, 50), "the bet was 150"))
    story.ask(KillHand(3, "away from the table"))
    record = record_of_story(story.tell("board 4c", "1 checks", "2 bets 100", "1 folds", "push"))

    (back,) = read_ohh(to_ohh([record])).values()

    assert ("Add to Pot", 75) in [act[1:] for act in acts(written(record), "Flop")]
    assert replayed(back) == outcome(record.events)


def foreign(record: HandRecord) -> str:
    """The hand as written by a program without our fields, and with money in decimals."""
    ohh = {name: value for name, value in written(record).items() if not name.startswith("_")}
    for part in ohh["rounds"]:
        part["cards"] = part["cards"] or ""
        part["actions"] = [
            {name: float(value) if name == "amount" else value for name, value in act.items() if name[0] != "_"}
            for act in part["actions"]
        ]
    return json.dumps({"ohh": ohh}, indent=1)


@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_a_hand_without_our_own_fields_reaches_the_same_stacks(seed):
    """The smallest chip and the matching of antes are inferred from the play."""
    for record in random_records(seed, 4, kill=0, undo=0.02, move=0.2):
        (back,) = read_ohh(foreign(record)).values()
        assert isinstance(back, Phh)
        if back.smallest_chip % record.deal.terms.chip == 0:  # nobody bet a fraction of a chip
            replayed(back)
            assert back.finishing_stacks == final(record).stacks


def change(**fields: Any) -> str:
    """A sound hand with some fields changed."""
    ohh = written(record_of_story(side_pot()))
    return json.dumps({"ohh": ohh | fields})


def with_act(**fields: Any) -> str:
    ohh = written(record_of_story(side_pot()))
    ohh["rounds"][0]["actions"][6] |= fields
    return json.dumps({"ohh": ohh})


BAD = {
    "{": "not JSON: it is incomplete",
    "[1]": "must be an object, not a whole number",
    "{}": "missing required field `ohh`",
    '{"ohh": {"dealer_seat": 1, "players": []}}': "missing required field `rounds`",
    change(players=[], rounds=[], pots=[]): "players: a hand needs at least two players who are dealt in",
    change(game_type="Omaha"): "game_type 'Omaha' is not supported: only Holdem",
    change(
        rounds=[{"id": 0, "street": "Preflop", "actions": [{"action": "Fold"}]}]
    ): "action 1, 'Fold': `player_id` is missing",
    change(
        pots=[{"number": 0, "amount": 5, "rake": 1, "player_wins": []}]
    ): "pot 0 has a rake of 1; only hands without",
    change(pots=[{"number": 0, "amount": 5, "player_wins": [{"player_id": 9, "win_amount": 5}]}]): "no player 9",
    change(big_blind_amount=0.02): "0.02 is not a whole number of chips",
    with_act(amount=600.5): "Preflop, action 7, 'Raise': 600.5 is not a whole number of chips",
    with_act(amount=-600): "Preflop, action 7, 'Raise': the number of chips is negative: -600",
    with_act(player_id=8): "Preflop, action 7, 'Raise': there is no player 8",
    with_act(action="Post Dead"): "Preflop, action 7, 'Post Dead': not a supported action",
    with_act(action=5): "must be text in quotes, not a whole number",
}


@pytest.mark.parametrize("text", BAD)
def test_an_error_in_a_hand_is_reported_in_one_line(text):
    """With the round and the action. The other hands of the file are not lost."""
    good = to_ohh([record_of_story(side_pot())])

    bad, sound = read_ohh(f"{text}\n\n{good}").values()

    assert isinstance(bad, BadHistory)
    assert BAD[text] in english(bad)
    assert "\n" not in english(bad)
    assert isinstance(sound, Phh)


def test_a_hand_whose_chips_do_not_add_up_is_rejected():
    """The pots of the file and its play must lead to the same stacks."""
    ohh = written(record_of_story(side_pot()))
    ohh["pots"][1]["player_wins"] = [{"player_id": 1, "win_amount": 800}]
    (back,) = read_ohh(json.dumps({"ohh": ohh})).values()

    with pytest.raises(AssertionError):
        replayed(back)
