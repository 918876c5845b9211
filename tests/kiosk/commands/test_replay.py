"""`kiosk replay`: its output, and one clear line for everything that can be wrong with a file."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from kiosk import cli
from kiosk.commands import replay
from tests.kit.commands import arguments

# p3 and p4 are all-in, p1 covers them and splits both pots with p4; the big blind folds.
SIDE_POTS = """
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [25, 75, 0, 0]
min_bet = 75
starting_stacks = [5000, 5000, 1000, 2000]
actions = ["d dh p1 AhKd", "d dh p2 ????", "d dh p3 9c9s", "d dh p4 AcKs", "p3 cbr 1000",
  "p4 cbr 2000 # a count, please", "", "# p1 thinks", "p1 cbr 5000",
  "p2 f", "p1 sm AhKd", "p3 sm 9c9s", "p4 sm -", "d db 2hAs5h", "d db 3c", "d db Qd"]
hand = 17
finishing_stacks = [5538, 4925, 0, 2537]
event = "unknown fields are left alone"
"""
FOLDED = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [1000, 1000]
actions = ["p2 f"]
"""


def hand(text: str = FOLDED, **fields: str) -> str:
    """A history with some fields written differently; an empty one is left out."""
    kept = [line for line in text.strip().splitlines() if line.partition(" =")[0] not in fields]
    return "\n".join([*kept, *(f"{name} = {value}" for name, value in fields.items() if value)])


def run(*words: str | Path) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = replay.run(arguments("replay", replay, *words), out, err)
    return status, out.getvalue(), err.getvalue()


def answer(path: Path, *options: str) -> dict[str, Any]:
    """The one JSON object printed for a file with one hand."""
    _, out, _ = run(path, "--json", *options)
    (line,) = out.splitlines()
    parsed = json.loads(line)
    assert isinstance(parsed, dict)
    return parsed


@pytest.fixture
def file(tmp_path: Path):
    """A file with a text in it."""

    def write(text: str, name: str = "hand.phh") -> Path:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return write


def test_a_hand_is_one_json_object_with_its_pots_main_pot_first(file):
    """
    Other programs rely on this object. Players count from 1 in the file's order.
    """
    path = file(SIDE_POTS)

    assert answer(path) == {
        "file": str(path),
        "hand": 17,
        "ok": True,
        "finishing_stacks": [5538, 4925, 0, 2537],
        "pots": [
            {"amount": 3075, "eligible": [1, 3, 4], "awards": {"p1": 1538, "p4": 1537}},
            {"amount": 2000, "eligible": [1, 4], "awards": {"p1": 1000, "p4": 1000}},
        ],
        "uncalled": {"player": 1, "amount": 3000},
        "error": None,
        "unread": [],
    }


def test_players_keep_their_numbers_whatever_their_seats(file):
    """
    PHH's p1 is p1, in seat 7 as in seat 1.
    """
    assert answer(file(f"{SIDE_POTS}seats = [7, 9, 1, 4]"))["pots"] == answer(file(SIDE_POTS, "other.phh"))["pots"]


def test_odd_chips_follow_the_smallest_chip_that_the_file_names(file):
    """3,075 between two is 1,550 and 1,525 if no chip below 25 is in play."""
    text = hand(SIDE_POTS, _smallest_chip="25", finishing_stacks="")

    assert answer(file(text))["pots"][0]["awards"] == {"p1": 1550, "p4": 1525}


def test_a_hand_without_finishing_stacks_is_ok_if_it_settles(file):
    """There is nothing to compare, so nothing is wrong."""
    found = answer(file(FOLDED))

    assert (found["ok"], found["finishing_stacks"], found["uncalled"]) == (
        True,
        [1050, 950],
        {"player": 1, "amount": 50},
    )


def test_heads_up_blinds_and_antes_are_listed_in_reverse(file):
    """
    PHH gives p1, the big blind, the second number: here the blind of 100 and the ante of 25.
    """
    path = file(hand(antes="[0, 25]"))

    assert answer(path)["finishing_stacks"] == [1050, 950]
    assert answer(file(hand(antes="[0, 25]", actions='["p2 cbr 200", "p1 f"]')))["finishing_stacks"] == [875, 1125]


def test_other_finishing_stacks_than_the_file_gives_are_not_ok(file):
    """Both are in the output to compare, and the exit code shows it."""
    path = file(hand(finishing_stacks="[1100, 900]"))

    found = answer(path)

    assert found["ok"] is False
    assert found["finishing_stacks"] == [1050, 950]
    assert found["error"] == "the file's finishing_stacks are 1,100 and 900"
    assert run(path)[0] == 1


def test_every_hand_of_a_phhs_file_has_a_line(file):
    """An unreadable hand does not affect the hands around it."""
    path = file(f"[1]\n{FOLDED}\n[2]\n{hand(variant='')}\n[3]\n{FOLDED}", "hands.phhs")

    status, out, _ = run("--json", path)
    lines = [json.loads(line) for line in out.splitlines()]

    assert [(line["hand"], line["ok"], line["error"]) for line in lines] == [
        (1, True, None),
        (2, False, "missing required field `variant`"),
        (3, True, None),
    ]
    assert status == 1


def test_the_output_for_people_has_one_line_a_hand_and_a_sum(file):
    """
    Without --json the answer is words.
    """
    path = file(SIDE_POTS)

    assert run(path) == (
        0,
        f"{path} 17: ok; p1 wins 1,538, p4 wins 1,537; p1 wins 1,000, p4 wins 1,000; stacks 5,538 4,925 0 2,537\n"
        "1 hand: 1 as expected, 0 not\n",
        "",
    )


def test_a_long_run_shows_its_progress_on_standard_error(file):
    """Standard output stays free for programs that parse it."""
    many = "\n".join(f"[{number}]\n{FOLDED}" for number in range(1, replay.EVERY + 2))

    _, out, err = run(file(many, "many.phhs"))

    assert err == "1,000 hands\n"
    assert out.endswith("1,001 hands: 1,001 as expected, 0 not\n")


def test_a_hand_against_the_book_is_refused_with_the_clause_and_can_be_forced(file):
    """The reason for allowing it is given on the command line."""
    raised = file(hand(actions='["p2 cbr 150", "p1 f"]'))

    assert answer(raised)["error"] == "action 1, 'p2 cbr 150': the minimum raise is to 200 (TDA 2024 rule 43-A)"
    assert answer(raised, "--force", "the floor let it stand")["finishing_stacks"] == [900, 1100]


def test_another_book_can_be_named_by_its_file(file):
    """
    A room copies a book, changes it and names the file.
    """
    shipped = Path(replay.__file__).parents[2] / "engine" / "rulebooks" / "tda.toml"
    text = shipped.read_text("utf-8")
    ours = file(text.replace('value = "one-each"', 'value = "all-to-first"'), "ours.toml")
    # 3,075 is exactly 41 chips of 75: 13 for each of three players, and two odd chips.
    path = file(hand(SIDE_POTS, _smallest_chip="75", finishing_stacks="").replace("9c9s", "AdKh"))

    assert answer(path)["pots"][0]["awards"] == {"p1": 1050, "p3": 1050, "p4": 975}
    assert answer(path, "--book", str(ours))["pots"][0]["awards"] == {"p1": 1125, "p3": 975, "p4": 975}


# An error in the file -> the line that reports it.
WRONG = {
    "broken TOML": ("variant = ", "not TOML: it cannot be read at the end of the file"),
    "a list a thousand deep": (
        "antes = " + "[" * 2_000,
        "not TOML: a number is too long, or lists are nested too deep",
    ),
    "an empty file": ("", "missing required field `variant`"),
    "no variant": (hand(variant=""), "missing required field `variant`"),
    "no minimum bet": (hand(min_bet=""), "missing required field `min_bet`"),
    "no actions": (hand(actions=""), "missing required field `actions`"),
    "stud": (
        hand(variant='"F7S"'),
        "variant 'F7S' is not supported: only NT, PT and FT (no-limit, pot-limit and limit hold'em)",
    ),
    "a number for a variant": (
        hand(variant="5"),
        "variant 5 is not supported: only NT, PT and FT (no-limit, pot-limit and limit hold'em)",
    ),
    "limit without its bets": (hand(variant='"FT"'), "missing required field `small_bet`"),
    "limit with a big bet of its own": (
        hand(variant='"FT"', small_bet="100", big_bet="300"),
        "big_bet must be twice small_bet",
    ),
    "too few antes": (hand(antes="[0]"), "antes has 1 numbers for 2 players"),
    "too many blinds": (hand(blinds_or_straddles="[1, 2, 3]"), "blinds_or_straddles has 3 numbers for 2 players"),
    "too few finishing stacks": (hand(finishing_stacks="[0]"), "finishing_stacks has 1 numbers for 2 players"),
    "too few seats": (hand(seats="[1]"), "seats has 1 numbers for 2 players"),
    "one player": (
        hand(antes="[0]", blinds_or_straddles="[0]", starting_stacks="[5]"),
        "a hand needs at least two players",
    ),
    "an empty stack": (hand(starting_stacks="[0, 5]"), "starting_stacks must be above 0"),
    "a negative blind": (hand(blinds_or_straddles="[-1, 2]"), "antes and blinds_or_straddles cannot be negative"),
    "a free bet": (hand(min_bet="0"), "min_bet and the smallest chip must be above 0"),
    "a seat for two": (hand(seats="[3, 3]"), "two players in one seat"),
    "seat 0": (hand(seats="[0, 3]"), "seat numbers start at 1"),
    "half a chip": (
        hand(starting_stacks="[10.5, 5]"),
        "starting_stacks, entry 1: 10.5 is not a whole number of chips",
    ),
    "an unknown stack": (
        hand(starting_stacks="[inf, 5]"),
        "starting_stacks, entry 1: inf is not a whole number of chips",
    ),
    "words for a blind": (
        hand(blinds_or_straddles='["big", 5]'),
        "blinds_or_straddles, entry 1: must be a whole number, not text in quotes",
    ),
    "one string for all actions": (hand(actions='"p2 f"'), "actions: must be a list, not text in quotes"),
    "an unknown action": (hand(actions='["p2 limps"]'), "action 1, 'p2 limps': not a hold'em action"),
    "a player too many": (hand(actions='["p3 f"]'), "action 1, 'p3 f': there is no player 'p3'"),
    "a nameless player": (hand(actions='["pX f"]'), "action 1, 'pX f': there is no player 'pX'"),
    "a bet of half a chip": (
        hand(actions='["p2 cbr 200.5"]'),
        "action 1, 'p2 cbr 200.5': '200.5' is not a whole number of chips",
    ),
    "a bet below nothing": (
        hand(actions='["p2 cbr -5"]'),
        "action 1, 'p2 cbr -5': '-5' is not a whole number of chips",
    ),
    "more than the stack": (
        hand(actions='["p2 cbr 1001"]'),
        "action 1, 'p2 cbr 1001': seat 2 can put in only 1,000 on this street: 1,001 is too much",
    ),
    "no card": (
        hand(actions='["d dh p1 1h2h"]'),
        "action 1, 'd dh p1 1h2h': '1h' is not a card; "
        "a card is a rank from 23456789TJQKA and a suit from cdhs, as in Qh",
    ),
    "half a card": (
        hand(actions='["p2 cc", "p1 cc", "d db 2h3h4"]'),
        "action 3, 'd db 2h3h4': '2h3h4' is not a list of cards such as AhKd",
    ),
    "a card twice": (
        hand(actions='["p2 cc", "p1 cc", "d db 2h3h2h"]'),
        "action 3, 'd db 2h3h2h': the two of hearts is already on the board",
    ),
    "a premature card": (
        hand(actions='["p2 cc", "d db 2h3h4h"]'),
        "action 2, 'd db 2h3h4h': no card is due yet: the betting is not over",
    ),
    "acting out of turn": (
        hand(actions='["p1 cc"]'),
        "action 1, 'p1 cc': the action is on seat 2, not seat 1 (TDA 2024 rule 50-A)",
    ),
    "a hand cut short": (hand(actions='["p2 cc"]'), "the hand is not over: action on p1"),
    "a board cut short": (
        hand(actions='["p2 cbr 1000", "p1 cc", "d db 2h3h4h"]'),
        "the hand is not over: cards are missing",
    ),
    "hands never shown": (
        hand(actions='["p2 cbr 1000", "p1 cc", "d db 2h3h4h", "d db 5h", "d db 6h"]'),
        "the hand is not over: cards are missing",
    ),
}


@pytest.mark.parametrize(("text", "line"), WRONG.values(), ids=WRONG)
def test_an_error_in_a_history_is_one_line(file, text, line):
    """
    The line names the field or the action; there is no traceback and no half result.
    """
    found = answer(file(text))

    assert found["error"] == line
    assert (found["ok"], found["finishing_stacks"], found["pots"], found["uncalled"]) == (False, [], [], None)


def test_a_missing_file_is_one_line_and_the_others_are_played(file, tmp_path):
    """
    One wrong name does not affect the other files.
    """
    missing, there = tmp_path / "missing.phh", file(FOLDED)

    status, out, _ = run(missing, there)

    assert out.splitlines()[0].startswith(f"{missing}: No such file or directory: ")
    assert out.splitlines()[1].startswith(f"{there} 1: ok; ")
    assert status == 1


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"\x00" * 64, bytes(range(256))])
def test_bytes_that_are_not_text_are_one_line(tmp_path, content):
    """A picture or a truncated file named by mistake is reported as unreadable."""
    path = tmp_path / "hand.phh"
    path.write_bytes(content)

    found = answer(path)

    assert found["ok"] is False
    assert "not UTF-8" in found["error"] or "not TOML" in found["error"]


def test_an_unknown_book_is_one_line_with_the_list_of_books(file):
    """
    The command could not be understood: exit 2, nothing on standard output.
    """
    status, out, err = run(file(FOLDED), "--book", "las-vegas")

    assert (status, out) == (2, "")
    assert err.startswith("there is no rule book 'las-vegas'; available: ")
    assert "tda" in err


def test_a_command_without_files_says_what_is_needed(capsys):
    """
    The command could not be understood: exit 2.
    """
    with pytest.raises(SystemExit) as stopped:
        cli.main(["replay"])

    assert stopped.value.code == 2
    assert "FILES" in capsys.readouterr().err
