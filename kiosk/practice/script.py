"""Reads practice hands from a file: one hand per line, with its actions in order. The words: `f` fold, `k` check, `c`
call, `b900` bet, `r900` raise to, `a` all-in. `QhJd2c` are cards on the board, `4:AsKs` is shown by seat 4, and `m4`
means that seat 4 mucks. `9s=9h` is a nine of spades that is read as the nine of hearts, and `9s=` is one that is not
read. `#` begins a comment. The push at the end is implied."""

import re
from pathlib import Path

from engine.actions import BOARD, Action, Bet, Call, Check, Fold, Muck, Push, RaiseTo, SeeCard
from engine.bad_input import BadInput, why_bad
from engine.cards import Card, parse_cards
from engine.game.game import Game
from engine.public import public
from engine.refused import Refused
from kiosk.faults import Fault
from kiosk.practice.exercises import ScriptedAct, do
from kiosk.storage.plain import check_plain

AMOUNT = re.compile(r"([br])(\d+)")
SHOWN = re.compile(r"(?:(\d+):)?((?:[2-9TJQKA][shdc])+)")
OTHERWISE = re.compile(r"([2-9TJQKA][shdc])=([2-9TJQKA][shdc])?")
MUCKED = re.compile(r"m(\d+)")


def read_hands(path: Path) -> tuple[str, ...]:
    """The hands in a script, one line each. Raises `Fault` for a file that is unreadable or has no hands."""
    check_plain([path])
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Fault("script-unreadable", path=str(path), error=why_bad(error)) from error
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    if not any(lines):
        raise Fault("script-empty", path=str(path))
    return tuple(line for line in lines if line)


def parse_hand(line: str, game: Game) -> tuple[ScriptedAct, ...]:
    """The hand in a line, starting from `game` just after the deal. Raises `Fault` if it cannot be played."""
    acts: list[ScriptedAct] = []
    for number, word in enumerate(line.split(), 1):
        try:
            for act in _acts(word, game):
                game = do(game, act.does)
                acts.append(act)
        except Refused as refused:
            raise Fault("script-word", line=line, number=number, word=word, why=refused.message) from refused
        except ValueError as error:
            raise Fault("script-word", line=line, number=number, word=word, why=why_bad(error)) from error
    try:
        do(game, Push())
    except Refused as refused:
        raise Fault("script-without-end", line=line, why=refused.message) from refused
    return (*acts, ScriptedAct(Push()))


def _acts(word: str, game: Game) -> list[ScriptedAct]:
    """The actions that one word stands for. Raises `ValueError` for an unknown word."""
    if found := OTHERWISE.fullmatch(word):
        read = Card(found[2]) if found[2] else None
        return [ScriptedAct(SeeCard(Card(found[1]), BOARD), read)]
    if found := SHOWN.fullmatch(word):
        return [ScriptedAct(SeeCard(card, int(found[1] or BOARD)), card) for card in parse_cards(found[2])]
    return [ScriptedAct(_action(word, game))]


def _action(word: str, game: Game) -> Action:
    legal = public(game).legal
    plain: dict[str, Action] = {
        "f": Fold(legal.seat),
        "k": Check(legal.seat),
        "c": Call(legal.seat),
        "a": Bet(legal.seat, legal.most) if legal.opens else RaiseTo(legal.seat, legal.most),
    }
    if word in plain:
        return plain[word]
    if found := AMOUNT.fullmatch(word):
        return Bet(legal.seat, int(found[2])) if found[1] == "b" else RaiseTo(legal.seat, int(found[2]))
    if found := MUCKED.fullmatch(word):
        return Muck(int(found[1]))
    raise BadInput("not-a-script-word")
