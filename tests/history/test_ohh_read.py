"""Open Hand Histories as other programs write them: a field that play does not need never makes a hand fail."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.books.rulebook import load_book
from engine.history.ohh.read import read_ohh
from engine.history.phh.form import BadHistory, Phh
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
    """The stacks after each hand of a text, or the reason why it cannot be read or played."""
    return [result(hand) for hand in read_ohh(text).values()]


def result(hand: Phh | BadHistory) -> tuple[int, ...] | str:
    report = replay.replay_hand("a file", 1, hand, replay.Replaying(lambda _: TDA, "", words_in("en")))
    return report.finishing_stacks if report.ok else report.error or ""


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
    "no cards preflop": {"rounds": [{**sound()["rounds"][0], "cards": None}, sound()["rounds"][1]]},
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
def test_a_field_that_play_does_not_need_never_refuses_a_hand(changes: dict[str, Any]):
    assert ended(text_of(**changes)) == [SOUND]


def test_a_player_who_sits_out_but_posts_is_in_the_hand():
    """In a tournament, an absent player is dealt in, posts, and is folded (TDA 30)."""
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
    "a list in the object": json.dumps({"ohh": [sound(), sound()]}),
    "a list by another name": f'{{"hands": [{ONE}, {ONE}]}}',
    "the object in capitals": 2 * ONE.replace('"ohh"', '"OHH"'),
}


@pytest.mark.parametrize("text", MANY.values(), ids=MANY)
def test_hands_are_split_whatever_the_separator(text: str):
    assert ended(text) == [SOUND, SOUND]


@pytest.mark.parametrize("damage", ["{", ONE[:-40], ONE.replace('"Flop"', '"Flop'), "{]}"])
@pytest.mark.parametrize("between", ["\n\n", "\n"])
def test_a_damaged_hand_does_not_affect_the_next(damage: str, between: str):
    bad, good = ended(damage + between + ONE)

    assert str(bad).startswith("not JSON: it ")
    assert good == SOUND


def respelled(**names: str) -> dict[str, Any]:
    """The hand with other names of its actions; `Post_SB` stands for `Post SB`."""
    by_name = {name.replace("_", " "): other for name, other in names.items()}
    rounds = sound()["rounds"]
    for action in (action for street in rounds for action in street["actions"]):
        action["action"] = by_name.get(action["action"], action["action"])
    return {"rounds": rounds}


def with_players(**changes: Any) -> dict[str, Any]:
    return {"players": [{**player, **changes} for player in sound()["players"]]}


def with_ids(kind: Any) -> dict[str, Any]:
    """The hand with the player ids of its actions converted to this kind."""
    rounds = sound()["rounds"]
    for action in (action for street in rounds for action in street["actions"]):
        action["player_id"] = kind(action["player_id"])
    return {"rounds": rounds}


def raised_to(chips: Any) -> dict[str, Any]:
    rounds = sound()["rounds"]
    rounds[0]["actions"][2]["amount"] = chips
    return {"rounds": rounds}


def with_pot(**changes: Any) -> dict[str, Any]:
    return {"pots": [{**sound()["pots"][0], **changes}]}


GAMES = [
    "Texas Hold'em", "Hold'em", "Hold\u2019em", "HOLD'EM", "texas_holdem", "NLHE", "NLH", "No Limit Hold'em",
    "No-Limit Texas Hold'em", "Tournament Hold'em", "Hold'em No Limit",
    "Hold'em (No Limit)", "Holdem NL", "NLH 9-max", "Texas Hold'em Poker", "", None,
]  # fmt: skip
BETTING = ["NL", "nl", "No Limit", "no-limit", "No_Limit", "NoLimit", "No Limit Hold'em", "", "N/A", None]
SPELLED: dict[str, dict[str, Any]] = {
    **{f"a game called {game!r}": {"game_type": game} for game in GAMES},
    **{f"betting called {name!r}": {"bet_limit": {"bet_type": name}} for name in BETTING},
    **{f"betting without its object, {name!r}": {"bet_limit": name} for name in BETTING},
    **{f"a stack of {stack!r}": with_players(starting_stack=stack)
       for stack in ("1000", "1,000", "1 000", "1'000", "1000.0", "1000,00", "$1,000.00", "1.000,00", "1000 chips")},
    **{f"a raise of {chips!r}": raised_to(chips) for chips in (60.0, "60", "60.00", "60,00", "+60", "\u20ac60")},
    **{f"a big blind of {chips!r}": {"big_blind_amount": chips} for chips in ("20", 20.0, "20.00", "", None)},
    **{f"a button at {seat!r}": {"dealer_seat": seat} for seat in ("1", 1.0, "Seat 1", "#1")},
    "seats as text": {"players": [{**player, "seat": str(player["seat"])} for player in sound()["players"]]},
    "ids of players as text": {"players": [{**player, "id": str(player["id"])} for player in sound()["players"]]},
    "ids of actions as text": with_ids(str),
    "ids of actions as decimals": with_ids(float),
    "names in place of ids": with_ids(lambda number: "ABC"[number]),
    "small letters": respelled(Fold="fold", Call="call", Raise="raise", Post_SB="post sb", Post_BB="post_bb"),
    "capitals": respelled(Fold="FOLD", Check="CHECK", Bet="BET"),
    "third person": respelled(Fold="Folds", Check="checks", Bet="bets", Raise="Raises", Call="calls"),
    "blinds in words": respelled(Post_SB="Post Small Blind", Post_BB="Posts Big Blind"),
    "all-in for a raise and a call": respelled(Raise="All-In", Call="All In"),
    "somebody who is out": {"players": [*sound()["players"], {"id": 7, "seat": 7, "starting_stack": 0}]},
    "a guest who sits out": {"players": [*sound()["players"], {
        "id": 7, "seat": 7, "starting_stack": 500, "is_sitting_out": "TRUE"}]},
    **{f"a board of {cards!r}": {"rounds": flop(*sound()["rounds"][1]["actions"], cards=cards)}
       for cards in ("7c2d9s", "7c 2d 9s", "7C,2D,9S", ["7C", "2D", "9S"], ["7c 2d 9s"],
                     ["7\u2663", "2\u2666", "9\u2660"],
                     "[7c 2d 9s]", ["7 of clubs", "two of Diamonds", "Nine of spades"], ["7c", "2d", "9s", None])},
    **{f"a rake of {rake!r}": with_pot(rake=rake) for rake in ("0", "0.00", "", "none", None, 0.0)},
    **{f"a win of {win!r}": with_pot(player_wins=[{"player_id": 0, "win_amount": win}]) for win in ("130", "130.00")},
    "a winner as text": with_pot(player_wins=[{"player_id": "0", "win_amount": 130}]),
    "a loser in the list": with_pot(player_wins=[
        {"player_id": 0, "win_amount": 130}, {"player_id": None, "win_amount": 0}]),
    **{f"a street called {name!r}": {"rounds": [{**sound()["rounds"][0], "street": name}, sound()["rounds"][1]]}
       for name in ("Pre-Flop", "preflop", "PREFLOP", None)},
}  # fmt: skip


@pytest.mark.parametrize("changes", SPELLED.values(), ids=SPELLED)
def test_other_spellings_of_the_play_are_read_as_the_same_hand(changes: dict[str, Any]):
    assert ended(text_of(**changes)) == [SOUND]


@pytest.mark.parametrize(
    "cards", ["AhKd", "Ah Kd", "ahkd", "AH,KD", ["Ah", "Kd"], ["AhKd"], ["A\u2665", "K\u2666"], ["Ace of hearts", "Kd"]]
)
def test_the_cards_of_a_hand_are_read_in_every_spelling(cards: Any):
    dealt = acted(9, 0, "Dealt Cards", cards=cards)
    first, second = sound()["rounds"]
    (hand,) = (
        read_ohh(text_of(rounds=[{**first, "actions": [*first["actions"][:2], dealt, *first["actions"][2:]]}, second]))[
            "1"
        ],
    )

    assert isinstance(hand, Phh)
    assert "d dh p3 AhKd" in hand.actions


@pytest.mark.parametrize("cards", [None, "", [], ["", ""], ["Xx", "Xx"], "??", "** **", ["X", "X"]])
def test_cards_that_nobody_saw_are_unknown(cards: Any):
    dealt = acted(9, 0, "Dealt Cards", cards=cards)
    first, second = sound()["rounds"]

    assert ended(text_of(rounds=[{**first, "actions": [dealt, *first["actions"]]}, second])) == [SOUND]


@pytest.mark.parametrize("ten", ["Tc", "10c", "10C", "tc", "10\u2663"])
@pytest.mark.parametrize("is_whole", [False, True])
def test_a_later_street_has_its_own_cards_or_the_whole_board(ten: str, is_whole: bool):
    turn = ["7c", "2d", "9s", ten] if is_whole else [ten]
    checked = [acted(0, 2, "Check"), acted(1, 0, "Check")]
    rounds = [
        *flop(*checked),
        {
            "street": "Turn",
            "cards": turn,
            "actions": [acted(0, 2, "Check"), acted(1, 0, "Bet", 40), acted(2, 2, "Fold")],
        },
    ]

    assert ended(text_of(rounds=rounds)) == [SOUND]


APART = [("Time Bank", 0), ("Time Bank", 15), ("Chat", None), ("Sits Out", 0), ("Waves", None),
         ("Uncalled Bet Returned", 40), ("Added Chips", 500), ("Payout", 90)]  # fmt: skip


@pytest.mark.parametrize(("name", "chips"), APART)
def test_an_action_that_is_not_part_of_a_hand_is_reported_and_the_hand_is_read(name: str, chips: int | None):
    actions = sound()["rounds"][1]["actions"]
    (hand,) = read_ohh(text_of(rounds=flop(actions[0], acted(9, 0, name, chips), *actions[1:]))).values()
    how = replay.Replaying(lambda _: TDA, "", words_in("en"))

    report = replay.replay_hand("a file", 1, hand, how)

    assert (report.ok, report.finishing_stacks, report.unread) == (True, SOUND, (name,))
    assert replay.in_words(report, how.words).endswith(f"; not read: {name!r}")


def test_a_misspelled_action_is_reported_together_with_its_consequence():
    actions = sound()["rounds"][1]["actions"]
    (hand,) = read_ohh(text_of(rounds=flop(acted(0, 2, "Chekc"), *actions[1:]))).values()
    how = replay.Replaying(lambda _: TDA, "", words_in("en"))

    line = replay.in_words(replay.replay_hand("a file", 1, hand, how), how.words)

    assert "the action is on seat 3, not seat 1" in line
    assert line.endswith("; not read: 'Chekc'")


def test_an_all_in_without_an_amount_is_the_rest_of_the_stack():
    rounds = flop(acted(0, 2, "All-in", None), acted(1, 0, "Fold"))
    pots = [{"number": 0, "amount": 130, "player_wins": [{"player_id": 2, "win_amount": 130}]}]

    assert ended(text_of(rounds=rounds, pots=pots)) == [(990, 1070, 940)]


FIRST, *OTHERS = sound()["players"]
NOBODY = {"action_number": 3, "action": "Add to Pot", "amount": 5}
WRONG: dict[str, dict[str, Any]] = {
    "players, entry 1, starting_stack: the number of chips is negative: -5": {
        "players": [{**FIRST, "starting_stack": -5}, *OTHERS]},
    "players, entry 1, starting_stack: must be a number, not text in quotes": {
        "players": [{**FIRST, "starting_stack": "five"}, *OTHERS]},
    "players, entry 1, starting_stack: '1.000' can be read in two ways: write it as a number, without quotes": {
        "players": [{**FIRST, "starting_stack": "1.000"}, *OTHERS]},
    "players, entry 1, starting_stack: 100.5 is not a whole number of chips": {
        "players": [{**FIRST, "starting_stack": 100.5}, *OTHERS]},
    "players, entry 1, starting_stack: '99.50' is not a whole number of chips": {
        "players": [{**FIRST, "starting_stack": "99.50"}, *OTHERS]},
    "players, entry 1: missing required field `seat`": {"players": [{"id": 0, "starting_stack": 1000}, *OTHERS]},
    "players, entry 1: missing required field `starting_stack`": {"players": [{"id": 0, "seat": 1}, *OTHERS]},
    "game_type 'Omaha Holdem' is not supported: only Holdem": {"game_type": "Omaha Holdem"},
    "game_type \"Short Deck Hold'em\" is not supported: only Holdem": {"game_type": "Short Deck Hold'em"},
    "game_type 'Pot Limit Holdem' and bet_type 'NL' are different betting structures": {
        "game_type": "Pot Limit Holdem"
    },
    "bet_type 'Mixed' is unknown; valid types: NL, PL, FL": {"bet_limit": "Mixed"},
    "Flop, action 0, 'Check': this street has no cards, or too few": {"rounds": flop(
        *sound()["rounds"][1]["actions"], cards=None)},
    "Flop, cards: '2x' is not a card; a card is a rank from 23456789TJQKA and a suit from cdhs, as in Qh": {
        "rounds": flop(cards=["7c", "2x", "9s"])},
    "Flop, action 1, 'Post Dead': not a supported action": {"rounds": flop(
        acted(0, 2, "Check"), acted(1, 0, "Post Dead", 20))},
    "Flop, action 1, 'Raise To': not a supported action": {"rounds": flop(
        acted(0, 2, "Check"), acted(1, 0, "Raise To", 40))},
    "players: must be a list, not an object": {"players": {}},
    "dealer_seat: must be a whole number, not null": {"dealer_seat": None},
    "bet_type 'spread' is unknown; valid types: NL, PL, FL": {"bet_limit": {"bet_type": "spread"}},
    "Flop, action 1, 'Bet': must be a number, not null": {
        "rounds": flop(acted(0, 2, "Check"), acted(1, 0, "Bet", amount=None), acted(2, 2, "Fold"))},
    "Flop, action 2, 'Check': this is a check, but it is 40 to call": {
        "rounds": flop(acted(0, 2, "Check"), acted(1, 0, "Bet", 40), acted(2, 2, "Check"))},
    "Flop, action 2, 'Call': this puts in 10, but it is 40 to call": {
        "rounds": flop(acted(0, 2, "Check"), acted(1, 0, "Bet", 40), acted(2, 2, "Call", 10))},
    "Flop, action 0, 'Bet': the action is on seat 3, not seat 1 (TDA 2024 rule 50-A)": {
        "rounds": flop(acted(0, 0, "Bet", 40), acted(1, 2, "Fold"))},
    "Flop, action 1, 'Bet': seat 1 can put in only 940 on this street: 5,000 is too much": {
        "rounds": flop(acted(0, 2, "Check"), acted(1, 0, "Bet", 5000), acted(2, 2, "Fold"))},
    "Flop, cards: the two of diamonds is already on the board": {
        "rounds": flop(cards=["7c", "2d", "2d"])},
    "the hand is not over: action on seat 3": {
        "rounds": flop()},
    "the file has no pots, so the result cannot be checked": {"pots": None},
    "according to the file's pots, the stacks would be 990, 940 and 1,080": {
        "pots": [{"player_wins": [{"player_id": 0, "win_amount": 140}]}]},
    "Flop, action 3, 'Add to Pot': no player put in these chips: only players' chips can be in a hand": {
        "rounds": flop(*sound()["rounds"][1]["actions"], NOBODY)},
}  # fmt: skip


@pytest.mark.parametrize(("line", "changes"), WRONG.items(), ids=WRONG)
def test_an_error_is_reported_in_the_words_of_the_file(line: str, changes: dict[str, Any]):
    (said,) = ended(text_of(**changes))

    assert said == line


def test_a_player_given_as_null_negative_or_empty_gets_the_same_error():
    for player in (None, -1, ""):
        (said,) = ended(text_of(rounds=flop(*sound()["rounds"][1]["actions"], {**NOBODY, "player_id": player})))
        assert "no player put in these chips" in str(said)


NAMES = ["h.ohh", "h.OHH", "h.Ohh", "h.json", "h.txt", "h.phh", "h"]


@pytest.mark.parametrize("name", NAMES)
def test_the_format_of_a_file_is_recognized_by_its_text_and_not_its_name(tmp_path: Path, name: str):
    (tmp_path / name).write_text(f"\n {ONE}\n", "utf-8-sig")
    how = replay.Replaying(lambda _: TDA, "", words_in("en"))

    (report,) = replay.replay_file(str(tmp_path / name), how)

    assert report.finishing_stacks == SOUND


ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_history_is_read_in_the_encodings_of_other_programs(tmp_path: Path, encoding: str, newline: str):
    text = json.dumps({"ohh": sound(site_name="Caf\u00e9")}, indent=1, ensure_ascii=False).replace("\n", newline)
    (tmp_path / "h.ohh").write_bytes(text.encode(encoding))
    how = replay.Replaying(lambda _: TDA, "", words_in("en"))

    (report,) = replay.replay_file(str(tmp_path / "h.ohh"), how)

    assert report.finishing_stacks == SOUND


def test_a_file_called_ohh_in_neither_format_is_reported_as_json(tmp_path: Path):
    (tmp_path / "h.OHH").write_text('"ohh": {}')
    how = replay.Replaying(lambda _: TDA, "", words_in("en"))

    report = [each.error for each in replay.replay_file(str(tmp_path / "h.OHH"), how)]

    assert report[0] == "must be an object, not text in quotes"


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
    "h03_add_to_pot_null_player.ohh": "no player put in these chips",
    "h03b_add_to_pot_no_player.ohh": "no player put in these chips",
    "h04_sitting_out_posts.ohh": "ok",
    "h05_jsonl.ohh": "ok",
    "h06_no_pots.ohh": "the file has no pots",
    "h07_negative_stack.ohh": "players, entry 1, starting_stack: the number of chips is negative: -5",
    "h08_ohh_below_min_raise.ohh": "Preflop, action 2, 'Raise': the minimum raise is to 40",
    "h08b_ohh_out_of_turn.ohh": "Preflop, action 3, 'Fold': the action is on seat 1, not seat 2",
    "h08c_ohh_card_twice.ohh": "Flop, cards: the two of diamonds is already on the board",
    "h08d_ohh_bets_more_than_stack.ohh": "Flop, action 1, 'Bet': seat 1 can put in only 260 on this street",
    "h08e_ohh_check_facing_bet.ohh": "Flop, action 2, 'Check': this is a check, but it is 30 to call",
    "h10_fraction.phh": "blinds_or_straddles, entry 1: 0.5 is not a whole number of chips",
    "h10b_unknown_stack.phh": "starting_stacks, entry 1: inf is not a whole number of chips",
    "h11_seats_and_players.phh": "action 4, 'p1 cbr 30' (seat 2): the action is on seat 1, not seat 2",
    "h12_check_facing_bet.ohh": "this is a check, but it is 30 to call",
    "h12b_call_of_10_facing_30.ohh": "this puts in 10, but it is 30 to call",
    "h12c_call_of_10_right_pot.ohh": "this puts in 10, but it is 30 to call",
    "h13_unknown_board.phh": "the board cards are unknown here",
}


@pytest.mark.parametrize("name", CASES)
def test_a_history_that_once_failed_is_read_or_refused_with_a_reason(shared: Path, name: str):
    how = replay.Replaying(lambda _: TDA, "", words_in("en"))
    results = list(replay.replay_file(str(shared / "cases" / "histories" / name), how))

    assert results
    for each in results:
        assert (each.ok and CASES[name] == "ok") or CASES[name] in (each.error or "")
    assert len(results) == (2 if "jsonl" in name else 1)
