"""Open Hand Histories as other programs write them: what a hand is not played by never refuses it."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.books.rulebook import load_book
from engine.history.ohh_read import read_ohh
from engine.history.phh import BadHistory, Phh
from kiosk.commands import replay
from ui.words.languages import words_in

TDA = load_book("tda")


def acted(number: int, player: int, action: str, amount: Any = 0, **more: Any) -> dict[str, Any]:
    return {"action_number": number, "player_id": player, "action": action, "amount": amount, "is_allin": False, **more}


def sound(**changes: Any) -> dict[str, Any]:
    """Seat 1 raises to 60, seat 3 calls, seat 1 bets the flop and wins 170."""
    hand = {
        "spec_version": "1.4.9",
        "site_name": "A club",
        "tournament": True,
        "tournament_info": {"tournament_number": "7", "name": "Friday", "flags": []},
        "game_number": "12",
        "table_name": "4",
        "game_type": "Holdem",
        "bet_limit": {"bet_type": "NL", "bet_cap": 0},
        "table_size": 9,
        "currency": "",
        "dealer_seat": 1,
        "small_blind_amount": 10,
        "big_blind_amount": 20,
        "players": [
            {"id": 0, "seat": 1, "name": "A", "starting_stack": 1000},
            {"id": 1, "seat": 2, "name": "B", "starting_stack": 1000},
            {"id": 2, "seat": 3, "name": "C", "starting_stack": 1000},
        ],
        "rounds": [
            {"id": 0, "street": "Preflop", "cards": [], "actions": [
                acted(0, 1, "Post SB", 10), acted(1, 2, "Post BB", 20), acted(2, 0, "Raise", 60),
                acted(3, 1, "Fold"), acted(4, 2, "Call", 40)]},
            {"id": 1, "street": "Flop", "cards": ["7c", "2d", "9s"], "actions": [
                acted(0, 2, "Check"), acted(1, 0, "Bet", 40), acted(2, 2, "Fold")]},
        ],
        "pots": [{"number": 0, "amount": 130, "rake": 0, "player_wins": [{"player_id": 0, "win_amount": 130}]}],
    }  # fmt: skip
    return {**hand, **changes}


def flop(*actions: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    return [sound()["rounds"][0], {"id": 1, "street": "Flop", "cards": ["7c", "2d", "9s"], "actions": actions, **more}]


def ended(text: str) -> list[tuple[int, ...] | str]:
    """The stacks of each hand of a text, or why it cannot be read or played."""
    return [result(hand) for hand in read_ohh(text).values()]


def result(hand: Phh | BadHistory) -> tuple[int, ...] | str:
    told = replay.replay_hand("a file", 1, hand, replay.Replaying(lambda _: TDA, "", words_in("en")))
    return told.finishing_stacks if told.ok else told.error or ""


def text_of(**changes: Any) -> str:
    return json.dumps({"ohh": sound(**changes)})


SOUND = (990, 940, 1070)
"""The stacks at the end, from left of the button."""
UNPLAYED: dict[str, Any] = {
    "a tournament's flags as text": {"tournament_info": {"tournament_number": 7, "flags": ""}},
    "a tournament that is a text": {"tournament_info": "Friday"},
    "an empty tournament": {"tournament_info": {}},
    "no table name": {"table_name": None},
    "a table name that is a number": {"table_name": 4},
    "a table size as text": {"table_size": "nine"},
    "flags that are not a list": {"flags": "x"},
    "no bet cap": {"bet_limit": {"bet_type": "NL", "bet_cap": None}},
    "no limit named": {"bet_limit": None},
    "a game in small letters": {"game_type": "holdem"},
    "a number as the hand's name": {"game_number": 12},
    "an object as the hand's name": {"game_number": {}},
    "an ante that is text": {"ante_amount": "none"},
    "players without names": {"players": [{**player, "name": None} for player in sound()["players"]]},
    "a guest who only watches": {"players": [*sound()["players"], {"id": "w", "seat": None, "is_sitting_out": True}]},
    "a pot's amount as text": {"pots": [{"number": "main", "amount": "130", "player_wins": [
        {"player_id": 0, "win_amount": 130, "cashout_fee": "-"}]}]},
    "no rake": {"pots": [{"number": 0, "amount": 130, "rake": None, "player_wins": [
        {"player_id": 0, "win_amount": 130}]}]},
    "no cards before the flop": {"rounds": [{**sound()["rounds"][0], "cards": None}, sound()["rounds"][1]]},
    "a round without actions": {"rounds": [*sound()["rounds"], {"id": 4, "street": "Showdown", "actions": None}]},
    "folds and checks with nothing where chips belong": {"rounds": flop(
        acted(0, 2, "Check", amount=None), acted(1, 0, "Bet", 40), acted(2, 2, "Fold", amount="", cards=None))},
    "actions without numbers": {"rounds": flop(
        *({**action, "action_number": None} for action in sound()["rounds"][1]["actions"]))},
    "is_allin as a word": {"rounds": flop(
        acted(0, 2, "Check", is_allin="no"), acted(1, 0, "Bet", 40), acted(2, 2, "Fold"))},
}  # fmt: skip


def test_the_hand_of_these_tests_is_sound():
    assert ended(text_of()) == [SOUND]


@pytest.mark.parametrize("changes", UNPLAYED.values(), ids=UNPLAYED)
def test_a_field_that_nobody_plays_by_never_refuses_a_hand(changes: dict[str, Any]):
    assert ended(text_of(**changes)) == [SOUND]


def test_a_player_who_sits_out_but_posts_is_in_the_hand():
    """
    In a tournament, who is away is dealt in, posts, and is folded (TDA 30).
    """
    players = sound()["players"]
    players[1]["is_sitting_out"] = True

    assert ended(text_of(players=players)) == [SOUND]


ONE = text_of()
MANY = {
    "a blank line between": f"{ONE}\n\n{ONE}\n",
    "one on each line": f"{ONE}\n{ONE}",
    "lines of Windows": f"{ONE}\r\n\r\n{ONE}\r\n",
    "a list": f"[{ONE}, {ONE}]",
    "printed with blank lines inside": 2 * json.dumps({"ohh": sound()}, indent=1).replace('"players"', '\n\n"players"'),
    "without the object around": f"{json.dumps(sound())}\n{json.dumps(sound())}",
    "a mark at the start": f"\ufeff{ONE}\n\n{ONE}",
}


@pytest.mark.parametrize("text", MANY.values(), ids=MANY)
def test_hands_are_told_apart_however_they_are_separated(text: str):
    assert ended(text) == [SOUND, SOUND]


@pytest.mark.parametrize("damage", ["{", ONE[:-40], ONE.replace('"Flop"', '"Flop'), "{]}"])
@pytest.mark.parametrize("between", ["\n\n", "\n"])
def test_a_damaged_hand_costs_no_other(damage: str, between: str):
    bad, good = ended(damage + between + ONE)

    assert str(bad).startswith("not JSON: it ")
    assert good == SOUND


FIRST, *OTHERS = sound()["players"]
NOBODY = {"action_number": 3, "action": "Add to Pot", "amount": 5}
WRONG: dict[str, dict[str, Any]] = {
    "players, entry 1, starting_stack: the number of chips is negative: -5": {
        "players": [{**FIRST, "starting_stack": -5}, *OTHERS]},
    "players, entry 1, starting_stack: must be a number, not text in quotes": {
        "players": [{**FIRST, "starting_stack": "5"}, *OTHERS]},
    "players: must be a list, not an object": {"players": {}},
    "dealer_seat: must be a whole number, not null": {"dealer_seat": None},
    "bet_type 'SPREAD' is unknown; there are: NL, PL, FL": {"bet_limit": {"bet_type": "spread"}},
    "Flop, action 1, 'Bet': must be a number, not null": {
        "rounds": flop(acted(0, 2, "Check"), acted(1, 0, "Bet", amount=None), acted(2, 2, "Fold"))},
    "Flop, action 2, 'Check': this is a check, but it is 40 to call": {
        "rounds": flop(acted(0, 2, "Check"), acted(1, 0, "Bet", 40), acted(2, 2, "Check"))},
    "Flop, action 2, 'Call': this puts in 10, but it is 40 to call": {
        "rounds": flop(acted(0, 2, "Check"), acted(1, 0, "Bet", 40), acted(2, 2, "Call", 10))},
    "Flop, action 0, 'Bet': it is seat 3's turn, not seat 1's (TDA 2024 rule 50-A)": {
        "rounds": flop(acted(0, 0, "Bet", 40), acted(1, 2, "Fold"))},
    "Flop, action 1, 'Bet': seat 1 has 940 in all on this street: it cannot be 5,000": {
        "rounds": flop(acted(0, 2, "Check"), acted(1, 0, "Bet", 5000), acted(2, 2, "Fold"))},
    "Flop, cards: the two of diamonds is already on the board": {
        "rounds": flop(cards=["7c", "2d", "2d"])},
    "the hand is not over: seat 3 has to act": {
        "rounds": flop()},
    "the file has no pots, so the result cannot be checked": {"pots": None},
    "according to the file's pots, the stacks would be 990, 940 and 1,080": {
        "pots": [{"player_wins": [{"player_id": 0, "win_amount": 140}]}]},
    "Flop, action 3, 'Add to Pot': no player put these chips in: only players' chips can be played": {
        "rounds": flop(*sound()["rounds"][1]["actions"], NOBODY)},
}  # fmt: skip


@pytest.mark.parametrize(("line", "changes"), WRONG.items(), ids=WRONG)
def test_what_is_wrong_is_said_in_the_words_of_the_file(line: str, changes: dict[str, Any]):
    (said,) = ended(text_of(**changes))

    assert said == line


def test_the_same_line_is_wrong_for_a_player_named_null_or_missing():
    for player in (None, -1, ""):
        (said,) = ended(text_of(rounds=flop(*sound()["rounds"][1]["actions"], {**NOBODY, "player_id": player})))
        assert "no player put these chips in" in str(said)


NAMES = ["h.ohh", "h.OHH", "h.Ohh", "h.json", "h.txt", "h.phh", "h"]


@pytest.mark.parametrize("name", NAMES)
def test_the_form_of_a_file_is_told_by_its_text_and_not_by_its_name(tmp_path: Path, name: str):
    (tmp_path / name).write_text(f"\n {ONE}\n", "utf-8-sig")
    how = replay.Replaying(lambda _: TDA, "", words_in("en"))

    (told,) = replay.replay_file(str(tmp_path / name), how)

    assert told.finishing_stacks == SOUND


def test_a_file_called_ohh_that_is_neither_form_is_judged_as_json(tmp_path: Path):
    (tmp_path / "h.OHH").write_text('"ohh": {}')
    how = replay.Replaying(lambda _: TDA, "", words_in("en"))

    told = [each.error for each in replay.replay_file(str(tmp_path / "h.OHH"), how)]

    assert told[0] == "must be an object, not text in quotes"


CASES = {
    "h01_upper_extension.OHH": "ok",
    "h01c_named_json.json": "ok",
    "h02_tournament_flags_text.ohh": "ok",
    "h02b_tournament_number_int.ohh": "ok",
    "h02c_tournament_number_missing.ohh": "ok",
    "h02d_tournament_info_empty.ohh": "ok",
    "h02g_table_name_null.ohh": "ok",
    "h02h_flags_text.ohh": "ok",
    "h02j_player_name_null.ohh": "ok",
    "h02k_pot_amount_text.ohh": "ok",
    "h02m_round_cards_null.ohh": "ok",
    "h02n_action_cards_null.ohh": "ok",
    "h02p_bet_cap_null.ohh": "ok",
    "h03_add_to_pot_null_player.ohh": "no player put these chips in",
    "h03b_add_to_pot_no_player.ohh": "no player put these chips in",
    "h04_sitting_out_posts.ohh": "ok",
    "h05_jsonl.ohh": "ok",
    "h06_no_pots.ohh": "the file has no pots",
    "h07_negative_stack.ohh": "players, entry 1, starting_stack: the number of chips is negative: -5",
    "h08_ohh_below_min_raise.ohh": "Preflop, action 2, 'Raise': the minimum raise is to 40",
    "h08b_ohh_out_of_turn.ohh": "Preflop, action 3, 'Fold': it is seat 1's turn, not seat 2's",
    "h08c_ohh_card_twice.ohh": "Flop, cards: the two of diamonds is already on the board",
    "h08d_ohh_bets_more_than_stack.ohh": "Flop, action 1, 'Bet': seat 1 has 260 in all",
    "h08e_ohh_check_facing_bet.ohh": "Flop, action 2, 'Check': this is a check, but it is 30 to call",
    "h10_fraction.phh": "blinds_or_straddles, entry 1: 0.5 is not a whole number of chips",
    "h10b_unknown_stack.phh": "starting_stacks, entry 1: inf is not a whole number of chips",
    "h11_seats_and_players.phh": "action 4, 'p1 cbr 30' (seat 2): it is seat 1's turn, not seat 2's",
    "h12_check_facing_bet.ohh": "this is a check, but it is 30 to call",
    "h12b_call_of_10_facing_30.ohh": "this puts in 10, but it is 30 to call",
    "h12c_call_of_10_right_pot.ohh": "this puts in 10, but it is 30 to call",
    "h13_unknown_board.phh": "the board cards are unknown here",
}


@pytest.mark.parametrize("name", CASES)
def test_a_history_that_failed_once_is_read_or_says_why_not(shared: Path, name: str):
    how = replay.Replaying(lambda _: TDA, "", words_in("en"))
    results = list(replay.replay_file(str(shared / "cases" / "histories" / name), how))

    assert results
    for each in results:
        assert (each.ok and CASES[name] == "ok") or CASES[name] in (each.error or "")
    assert len(results) == (2 if "jsonl" in name else 1)
