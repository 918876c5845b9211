"""Checks whether a test notices when a line of the betting, the pots or the showdown is wrong. By hand:

    python -m tests.proofs.mutants [WORDS]

Each mutant is one change of text, made by itself in a copy of the tree. The tests for its file run there until one
fails. Prints a line of JSON for each mutant: the test that killed it, or null. WORDS choose the mutants whose file,
text or change contains one of them.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
COPIED = ("engine", "kiosk", "tests", "pyproject.toml")
TESTS = (
    "tests/rules/test_betting.py", "tests/rules/test_forms.py", "tests/rules/test_pots.py",
    "tests/rules/test_showdown.py", "tests/rules/test_blinds.py", "tests/rules/test_floor.py",
    "tests/rules/test_table.py", "tests/proofs/test_settlement.py",
    "tests/engine/test_play_by_book.py", "tests/engine/test_play.py", "tests/rulings/test_vectors.py",
    "tests/rulings/test_irregular.py",
)  # fmt: skip
SMALL = {"KIOSK_FUZZ_EXAMPLES": "8", "KIOSK_FUZZ_HANDS": "600", "KIOSK_WORLD": "3x3"}
LONGEST_S = 300
"""A mutant that makes a hand go on forever is killed too."""


class Mutant(NamedTuple):
    """A change of a line in a file of `engine/hand`: the text there, and its replacement."""

    file: str
    text: str
    becomes: str


MUTANTS = (
    # Whose turn it is
    Mutant("betting", "not hand.live[index] or hand.stacks[index] == 0", "not hand.live[index]"),
    Mutant("betting", "hand.acted[index] >= 0 and hand.bets[index] >= hand.price", "hand.bets[index] >= hand.price"),
    Mutant("betting", "hand.acted[index] >= 0 and hand.bets[index] >= hand.price", "hand.acted[index] >= 0"),
    Mutant("betting", "rival = rival or (live and other != index)", "rival = False"),
    Mutant("betting", "return rival and dead_bet", "return False"),
    # Who may raise
    Mutant("betting", "hand.bets[index] + hand.stacks[index] <= hand.price or", "hand.stacks[index] <= hand.price or"),
    Mutant("betting", "<= hand.price or not has_rival(hand, index)", "<= hand.price"),
    Mutant("betting", "return is_reopened(hand, index, book) and not", "return not"),
    Mutant("betting", "and not is_capped(hand, book)", ""),
    Mutant("betting", "faced = hand.price - answered", "faced = hand.price - hand.bets[index]"),
    Mutant("betting", "return faced > 0", "return faced >= 0"),
    Mutant("betting", '(2 if book.reopening.value == "half-raise-faced" else 1)', "1"),
    Mutant("betting", '(2 if book.reopening.value == "half-raise-faced" else 1)', "2"),
    Mutant("betting", "return faced >= max(answered, bet_unit(hand, book))", "return faced >= answered"),
    Mutant("betting", "return faced >= hand.increment", "return faced > hand.increment"),
    Mutant("betting", "return faced >= hand.increment", "return faced >= hand.deal.terms.big"),
    # The cap
    Mutant("betting", "CAPPED = 4", "CAPPED = 5"),
    Mutant("betting", "CAPPED = 4", "CAPPED = 3"),
    Mutant("betting", '"three-raises-in-limit" and book', '"three-raises-in-limit" or book'),
    Mutant("betting", "hand.live.count(True) == 2:", "len(hand.live) == 2:"),
    Mutant("betting", "return full_bets(hand, book)[1] >= CAPPED", "return len(hand.prices) >= CAPPED"),
    # How much
    Mutant("betting", "if hand.street < TURN:", "if hand.street <= TURN:"),
    Mutant("betting", "needed = (unit + 1) // 2", "needed = unit"),
    Mutant("betting", "(full if full < hand.price else hand.price) + unit", "hand.price + unit"),
    Mutant("betting", "return hand.price + max(hand.price, unit)", "return 2 * hand.price"),
    Mutant("betting", "return hand.price + max(hand.increment, unit)", "return hand.price + unit"),
    Mutant("betting", "return hand.price + max(hand.increment, unit)", "return hand.price + hand.increment"),
    Mutant("betting", "2 * hand.price - hand.bets[index] + hand.pot", "hand.price + hand.pot"),
    Mutant("betting", " + hand.pot + _missing_blinds(hand)", " + hand.pot"),
    Mutant("betting", "(deal.terms.small if deal.small and deal.small not in deal.seats else 0)", "0"),
    Mutant("betting", "if hand.street > 0:\n        return 0", "if False:\n        return 0"),
    Mutant("betting", 'fold=owed > 0 or book.fold_unbet.value == "binding"', "fold=True"),
    Mutant("betting", "call=min(owed, behind)", "call=owed"),
    Mutant("betting", "least = min(least_to(hand, book), most)", "least = least_to(hand, book)"),
    # Returned chips, and the end of a street
    Mutant("betting", "hand.aggressor < 0 and not hand.live[index]", "not hand.live[index]"),
    Mutant("betting", "first > second and not stays", "first > second"),
    Mutant("betting", "is_dead_blind and any(compress(hand.stacks, hand.live))", "is_dead_blind"),
    Mutant("betting", "if chips]) <= 1", "if chips]) < 1"),
    # The pots
    Mutant("pots", "(start + nominal, end + nominal)", "(start, end)"),
    Mutant("pots", "if any(antes) else []", "if all(antes) else []"),
    Mutant("pots", "if chips > 0})", "if chips > 1})"),
    Mutant("pots", "if put >= level]", "if put > level]"),
    Mutant("pots", "if live[index]]", "]"),
    Mutant("pots", "start <= floor and level <= end", "start < floor and level <= end"),
    Mutant("pots", "eligible or behind", "eligible or everyone"),
    Mutant("pots", "eligible or behind", "eligible or (pots[-1].eligible if pots else everyone)"),
    Mutant("pots", "if pots and layer.eligible == pots[-1].eligible:", "if False:"),
    Mutant("pots", "shares[turn if one_each else 0] += unit", "shares[turn] += unit"),
    Mutant("pots", "shares[turn if one_each else 0] += unit", "shares[0] += unit"),
    Mutant("pots", "shares[turn if one_each else 0] += unit", "shares[-turn if one_each else 0] += unit"),
    Mutant("pots", "shares[0] += crumbs", "shares[-1] += crumbs"),
    # The showdown
    Mutant("showdown", "if index >= first], *", "if index > first], *"),
    Mutant("showdown", "return max(hand.aggressor, 0)", "return 0"),
    Mutant("showdown", "return hand.caller + 1 if", "return hand.caller if"),
    Mutant("showdown", "return len(hand.tabled[index]) == 2", "return len(hand.tabled[index]) >= 1"),
    Mutant("showdown", "len(left) > 1 and not (", "not ("),
    Mutant("showdown", "not (hand.street == SHOWDOWN and all(", "not (all("),
    Mutant("showdown", "if hand.deal.antes_matched:", "if False:"),
    Mutant("showdown", "if True in hand.mucked:\n        return tuple", "if False:\n        return tuple"),
    Mutant("showdown", "if behind == 2:", "if behind == 1:"),
    Mutant("showdown", "(safe and index not in safe) or _keeps_claims(hand, index)", "True"),
    Mutant("showdown", "(safe and index not in safe) or _keeps_claims(hand, index)", "bool(safe)"),
    Mutant("showdown", "return not unclaimed(hand)", "return True"),
    Mutant("showdown", 'if book.pots_shown.value == "main-first" else reversed(each)', "if True else each"),
    Mutant("showdown", "if not hand.mucked[index]]", "]"),
    Mutant("showdown", "top = max(rankings[index].strength for index in contenders)",
           "top = max(ranking.strength for ranking in rankings.values())"),
    Mutant("showdown", "hand.deal.terms.chip, book", "1, book"),
    Mutant("showdown", 'book.odd_chips.value == "one-each")', "True)"),
    Mutant("showdown", "max(losers, key=", "min(losers, key="),
    Mutant("showdown", "if share > min(shares)]", "if share >= min(shares)]"),
)  # fmt: skip


def main(words: list[str]) -> int:
    """0 if every chosen mutant was killed."""
    chosen = [mutant for mutant in MUTANTS if not words or any(word in " ".join(mutant) for word in words)]
    survivors = 0
    with TemporaryDirectory() as folder:
        tree = copy_to(Path(folder))
        for number, mutant in enumerate(chosen, 1):
            result = judge(tree, mutant)
            survivors += result["killed_by"] is None
            print(json.dumps({"mutant": number, **mutant._asdict(), **result}), flush=True)
    return 1 if survivors else 0


def copy_to(tree: Path) -> Path:
    """The files for a mutant and its tests, in an empty folder."""
    for name in COPIED:
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tree / name)
    return tree


def judge(tree: Path, mutant: Mutant) -> dict[str, str | None]:
    """The test that notices the mutant, or None if no test does or if the text is not there exactly once."""
    file = tree / "engine" / "hand" / f"{mutant.file}.py"
    source = file.read_text("utf-8")
    if source.count(mutant.text) != 1:
        return {"killed_by": None, "why": f"the text is there {source.count(mutant.text)} times"}
    file.write_text(source.replace(mutant.text, mutant.becomes), "utf-8")
    try:
        return {"killed_by": first_failure(tree)}
    finally:
        file.write_text(source, "utf-8")


def first_failure(tree: Path) -> str | None:
    """The test that fails first in a tree, or None if all pass."""
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no", "-rfE", *TESTS]
    try:
        run = subprocess.run(
            command,
            cwd=tree,
            env={**os.environ, **SMALL},
            capture_output=True,
            text=True,
            timeout=LONGEST_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "time"
    if run.returncode == 0:
        return None
    failed = re.search(r"^(?:FAILED|ERROR) (?:tests/)?(.+?)(?: - .*)?$", run.stdout, re.MULTILINE)
    return failed[1] if failed else run.stdout[-300:]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
