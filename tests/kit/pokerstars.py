"""A strict reader of hands in the PokerStars text format: every line has one known form, in the order of the site.

It plays the lines without our engine. A call must match the bet, and a raise must exceed it by the stated amount. A
player is all-in with the last chip and not before, and the pots must hold what was paid in.
"""

import re
from collections import Counter
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

CARD = "[2-9TJQKA][cdhs]"
CARDS = rf"\[{CARD}(?: {CARD})*\]"
HEADER = re.compile(
    r"PokerStars Hand #(\d+): Tournament #(\d+), Freeroll  Hold'em (?:No Limit|Pot Limit|Limit)"
    r" - Level ([IVXLC]+) \((\d+)/(\d+)\)"
    r" - (\d{4}/\d\d/\d\d \d{1,2}:\d\d:\d\d) UTC \[(\d{4}/\d\d/\d\d \d{1,2}:\d\d:\d\d) ET\]"
)
TABLE = re.compile(r"Table '(\d+ \d+)' (\d+)-max Seat #(\d+) is the button")
SEAT = re.compile(r"Seat (\d+): (.+) \((\d+) in chips\)")
POST = re.compile(r"(.+): posts (the ante|small blind|big blind|straddle) (\d+)( and is all-in)?")
ACT = re.compile(
    r"(.+): (?:(folds|checks)|(calls|bets) (\d+)|raises (?P<by>\d+) to (?P<to>\d+))(?P<all_in> and is all-in)?"
)
RETURNED = re.compile(r"Uncalled bet \((\d+)\) returned to (.+)")
STREET = re.compile(rf"\*\*\* (FLOP|TURN|RIVER) \*\*\* (?:({CARDS}) )?({CARDS})")
SHOWN = re.compile(rf"(.+): (?:shows ({CARDS}) \(([A-Za-z ,]+)\)|mucks hand|doesn't show hand)")
COLLECTED = re.compile(r"(.+) collected (\d+) from (pot|main pot|side pot(?:-\d)?)")
TOTAL = re.compile(r"Total pot (\d+)(?: Main pot (\d+)\.((?: Side pot(?:-\d)? \d+\.)+))? \| Rake 0")
BOARD = re.compile(rf"Board ({CARDS})")
RESULT = re.compile(
    r"Seat (\d+): (?P<name>.+?)(?P<button> \(button\))?(?: \((?:small|big) blind\))?"
    rf" (?:folded (?:before Flop(?: \(didn't bet\))?|on the (?:Flop|Turn|River))|mucked|collected \((?P<pot>\d+)\)"
    rf"|showed {CARDS} and (?:won \((?P<won>\d+)\)|lost) with [A-Za-z ,]+)"
)


class ReadHand(NamedTuple):
    """The parts of one hand. `players` maps names to seats, and `stacks` and `shown`, the hole
    cards, are by seat. The stacks are those at the end."""

    number: int
    button: int
    players: dict[str, int]
    stacks: dict[int, int]
    board: tuple[str, ...]
    pots: tuple[int, ...]
    shown: dict[int, tuple[str, ...]]


class _Play:
    """The chips as the lines say."""

    def __init__(self, stacks: dict[str, int], big: int) -> None:
        self.stacks = stacks
        self.big = big
        self.bets: Counter[str] = Counter()
        self.price = big
        self.paid = 0

    def put_in(self, name: str, chips: int, all_in: str | None) -> None:
        assert 0 < chips <= self.stacks[name], (name, chips)
        self.stacks[name] -= chips
        self.paid += chips
        assert bool(all_in) == (not self.stacks[name]), (name, self.stacks[name])

    def act(self, act: re.Match[str]) -> None:
        name = act[1]
        if act["to"]:
            to, by = int(act["to"]), int(act["by"])
            assert to == self.price + by, act[0]
            self._bet(name, to - self.bets[name], act["all_in"])
        elif act[3] == "bets":
            assert self.price == 0
            self._bet(name, int(act[4]), act["all_in"])
        elif act[3] == "calls":
            assert int(act[4]) == min(self.price - self.bets[name], self.stacks[name]), act[0]
            self._bet(name, int(act[4]), act["all_in"])
        elif act[2] == "checks":
            assert self.bets[name] == self.price or not self.stacks[name], act[0]

    def _bet(self, name: str, chips: int, all_in: str | None) -> None:
        self.put_in(name, chips, all_in)
        self.bets[name] += chips
        self.price = max(self.price, self.bets[name])


def read_hand(text: str) -> ReadHand:
    """The hand in a text, which must end with one line ending. A line in no known form, or out of place, fails."""
    lines = text.splitlines()
    assert text == "\n".join(lines) + "\n"
    header = _header(lines.pop(0))
    table = _match(TABLE, lines.pop(0))
    seats = [(int(seat[1]), seat[2], int(seat[3])) for seat in _while(SEAT, lines)]
    players = {name: seat for seat, name, _ in seats}
    assert len(players) == len(seats) == len({seat for seat, _, _ in seats}) <= int(table[2])
    assert seats == sorted(seats)
    play = _Play({name: chips for _, name, chips in seats}, int(header[4 if "Hold'em Limit" in header[0] else 5]))
    _posts(lines, play)
    folded, board = _streets(lines, play)
    showdown = lines[0] == "*** SHOW DOWN ***" and bool(lines.pop(0))
    assert showdown == (len(players) - len(folded) > 1)
    shown, collected = _showdown(lines)
    pots, won = _pots(collected)
    assert lines.pop(0) == "*** SUMMARY ***"
    total = _match(TOTAL, lines.pop(0))
    sides = [int(chips) for chips in re.findall(r"(\d+)\.", total[3] or "")]
    assert sum(pots.values()) == int(total[1]) == play.paid
    assert not sides or int(total[2]) + sum(sides) == play.paid
    if board:
        assert _cards(_match(BOARD, lines.pop(0))[1]) == board
    results = [_match(RESULT, line) for line in lines]
    assert [(int(result[1]), result["name"]) for result in results] == [(seat, name) for seat, name, _ in seats]
    assert {int(result[1]) for result in results if result["button"]} == {int(table[3])} & set(players.values())
    assert [int(result["pot"] or result["won"] or 0) for result in results] == [won[name] for name in players]
    return ReadHand(
        int(header[1]),
        int(table[3]),
        players,
        {players[name]: chips + won[name] for name, chips in play.stacks.items()},
        board,
        (int(total[2]), *sides) if sides else (int(total[1]),),
        {players[show[1]]: _cards(show[2]) for show in shown if show[2]},
    )


def _header(line: str) -> re.Match[str]:
    header = _match(HEADER, line)
    utc, eastern = (datetime.strptime(header[part], "%Y/%m/%d %H:%M:%S") for part in (6, 7))
    there = utc.replace(tzinfo=ZoneInfo("UTC")).astimezone(ZoneInfo("America/New_York"))
    assert there.replace(tzinfo=None) == eastern
    return header


def _posts(lines: list[str], play: _Play) -> None:
    kinds = ["the ante", "small blind", "big blind", "straddle"]
    posts = _while(POST, lines)
    assert [post[2] for post in posts] == sorted((post[2] for post in posts), key=kinds.index)
    all_in_antes = [post for post in posts if post[2] == "the ante" and post[4]]
    assert [post[2] for post in posts].count("big blind") == 1 or all_in_antes
    for post in posts:
        play.put_in(post[1], int(post[3]), post[4])
        if post[2] != "the ante":
            play.bets[post[1]] += int(post[3])
            play.price = max(play.price, play.bets[post[1]])
    assert lines.pop(0) == "*** HOLE CARDS ***"


def _streets(lines: list[str], play: _Play) -> tuple[list[str], tuple[str, ...]]:
    """Take the streets. Returns the names of those who folded, and the board."""
    folded = _acts(lines, play)
    board: tuple[str, ...] = ()
    for name, size in (("FLOP", 3), ("TURN", 4), ("RIVER", 5)):
        if lines[0].startswith(f"*** {name} ***"):
            street = _match(STREET, lines.pop(0))
            assert _cards(street[2]) == board
            board += _cards(street[3])
            assert len(set(board)) == len(board) == size
            play.bets, play.price = Counter(), 0
            folded += _acts(lines, play)
    assert len(set(folded)) == len(folded)
    return folded, board


def _showdown(lines: list[str]) -> tuple[list[re.Match[str]], list[re.Match[str]]]:
    """Take the hands shown and the pots collected. The site pushes a side pot before the next hand is shown."""
    shown: list[re.Match[str]] = []
    collected: list[re.Match[str]] = []
    while (shows := _while(SHOWN, lines)) + (pushes := _while(COLLECTED, lines)):
        shown += shows
        collected += pushes
    return shown, collected


def _acts(lines: list[str], play: _Play) -> list[str]:
    """Take the actions of a street. Returns the names of those who folded."""
    folded = []
    while lines and (match := ACT.fullmatch(lines[0]) or RETURNED.fullmatch(lines[0])):
        lines.pop(0)
        if match.re is RETURNED:
            play.stacks[match[2]] += int(match[1])
            play.paid -= int(match[1])
        else:
            play.act(match)
            folded += [match[1]] if match[2] == "folds" else []
    return folded


def _pots(collected: list[re.Match[str]]) -> tuple[Counter[str], Counter[str]]:
    """The chips collected from each pot, and by each player."""
    pots: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for line in collected:
        pots[line[3]] += int(line[2])
        won[line[1]] += int(line[2])
    return pots, won


def _match(pattern: re.Pattern[str], line: str) -> re.Match[str]:
    match = pattern.fullmatch(line)
    assert match, line
    return match


def _while(pattern: re.Pattern[str], lines: list[str]) -> list[re.Match[str]]:
    found = []
    while lines and (match := pattern.fullmatch(lines[0])):
        found.append(match)
        lines.pop(0)
    return found


def _cards(text: str | None) -> tuple[str, ...]:
    return tuple(text[1:-1].split()) if text else ()
