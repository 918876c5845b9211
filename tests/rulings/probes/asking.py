"""Writes a question to a file, asks `kiosk ruling`, and returns the answer as one line."""

import json
from pathlib import Path

import pytest

from kiosk.cli import main

HANDS = {
    "opens": ("NT", ["p3 cc", "p1 cc", "p2 cc", "d db 2h7dKs"], 1),
    "on the turn": ("NT", ["p3 cc", "p1 cc", "p2 cc", "d db 2h7dKs", "p1 cc", "p2 cc", "p3 cc", "d db 4c"], 1),
    "faces 400": ("NT", ["p3 cc", "p1 cc", "p2 cc", "d db 2h7dKs", "p1 cbr 400"], 2),
    "faces the blind": ("NT", [], 3),
    "has the option": ("NT", ["p3 cc", "p1 cc"], 2),
    "is raised to 600": ("NT", ["p3 cbr 600", "p1 f"], 2),
    "faces 1200 over 400": ("NT", ["p3 cc", "p1 cc", "p2 cc", "d db 2h7dKs", "p1 cbr 400", "p2 cbr 1200"], 3),
    "alone against 1200": (
        "NT", ["p3 cc", "p1 cc", "p2 cc", "d db 2h7dKs", "p1 cbr 400", "p2 cbr 1200", "p3 f"], 1,
    ),
    "faces 800 over 400": ("NT", ["p3 cc", "p1 cc", "p2 cc", "d db 2h7dKs", "p1 cbr 400", "p2 cbr 800"], 3),
    "faces three raises": (
        "NT",
        ["p3 cc", "p1 cc", "p2 cc", "d db 2h7dKs", "p1 cbr 400", "p2 cbr 800", "p3 cbr 1600", "p1 cbr 3200"],
        2,
    ),
    "opens in pot-limit": ("PT", ["p3 cc", "p1 cc", "p2 cc", "d db 2h7dKs"], 1),
    "faces 400 in pot-limit": ("PT", ["p3 cc", "p1 cc", "p2 cc", "d db 2h7dKs", "p1 cbr 400"], 2),
    "opens in limit": ("FT", ["p3 cc", "p1 cc", "p2 cc", "d db 2h7dKs"], 1),
    "faces 200 in limit": ("FT", ["p3 cc", "p1 cc", "p2 cc", "d db 2h7dKs", "p1 cbr 200"], 2),
}  # fmt: skip
"""Blinds 100 and 200, three players with 10,000 each: the form, the play so far, and the player in question."""
LIMPED = ["p3 cc", "p1 cc", "p2 cc"]
BLIND_OPENS = ("intramural", "astate-2009")
"""By these books the big blind acts first preflop."""


def asked(path: Path, capsys: pytest.CaptureFixture[str], book: str, situation: str, motion: str) -> str:
    """`"raise 800, 200 back"` with `, floor` if the floor is called; `"asked"` if the words mean nothing certain.

    `motion` is the words in quotes, then the chips: `'"raise" 500 500'`.
    """
    form, actions, player = HANDS[situation]
    if book in BLIND_OPENS and actions[:3] == LIMPED:
        actions = ["p2 cc", "p3 cc", "p1 cc", *actions[3:]]
    said, chips = motion.rpartition('"')[0].strip('"'), motion.rpartition('"')[2].split()
    path.write_text(
        f'book = "{book}"\n[hand]\nvariant = "{form}"\nantes = [0, 0, 0]\nblinds_or_straddles = [100, 200, 0]\n'
        f"min_bet = 200\nsmall_bet = 200\nbig_bet = 400\nstarting_stacks = [10_000, 10_000, 10_000]\n"
        f"actions = {json.dumps(actions)}\n[motion]\nplayer = {player}\nsaid = {json.dumps(said)}\n"
        f"chips = [{', '.join(chips)}]\n"
    )
    code = main(["ruling", str(path), "--json"])
    out, err = capsys.readouterr()
    if code:
        assert (code, out, err.count("\n")) == (2, "", 1)
        return "asked"
    ruling = json.loads(out)
    parts = [
        f"{ruling['act'] or 'nothing'} {ruling['to']}",
        *([f"{ruling['returned']} back"] if ruling["returned"] else []),
    ]
    return ", ".join([*parts, *(["floor"] if ruling["floor"] else [])])


def rows(table: str) -> list[tuple[str, str]]:
    """`'"call" 500 = call 400, 100 back'` by line: the motion and the answer."""
    lines = (line.partition(" = ") for line in table.strip().splitlines())
    return [(motion.strip(), answer.strip()) for motion, _, answer in lines]
