"""Corpus hands that a live table can play from only its seats and blinds, and a dealer's records of each."""

from pathlib import Path

import msgspec

from engine.actions import BOARD, Action, Bet, Call, Check, Fold, Muck, Push, RaiseTo, SeeCard
from engine.cards import Card, parse_cards
from engine.events import BetMade, Called, Checked, Folded, HandStarted, Raised
from engine.game.game import Game
from engine.public import public
from tests.kit.corpus import Record, no_limit, records

SMALL, BIG = 50, 100
WANTED = {"odd_chip": 9, "split_pot": 12, "two_or_more_side_pots": 14, "heads_up": 5, "": 20}
"""How many hands of each tag, chosen in this order; "" takes the first that are left."""

_ACTS = (Folded, Checked, Called, BetMade, Raised)


class HandScript(msgspec.Struct, frozen=True):
    """One hand: the table it starts from and what happens there. Seats are 1 to n. Seat 1 has the button, as at a table
    that a room seats without a draw; in the corpus it is the last player, so each player sits one seat further on.
    """

    id: str
    tags: tuple[str, ...]
    stacks: tuple[int, ...]
    finishing: tuple[int, ...]
    acts: tuple[str, ...]
    """The PHH actions, in order, with the seats' numbers."""
    board: tuple[Card, ...]
    tabled: dict[int, tuple[Card, ...]]


def scripts(shared: Path) -> list[HandScript]:
    """At least fifty different hands at 50/100 without antes, many of them with side pots and ties."""
    names = ("hands_synthetic", "hands_real")
    every = [_script(hand) for name in names for hand in no_limit(records(shared, name)) if _is_playable(hand)]
    chosen: dict[str, HandScript] = {}
    for tag, count in WANTED.items():
        fitting = [script for script in every if script.id not in chosen and (not tag or tag in script.tags)]
        chosen |= {script.id: script for script in fitting[:count]}
    return list(chosen.values())


def _is_playable(hand: Record) -> bool:
    unlawful = any(tag.startswith("tda") or tag == "source_splits_half_chip" for tag in hand["tags"])
    mucked_all_in = "all_in_showdown" in hand["tags"] and any(move.endswith(" sm") for move in hand["actions"])
    plain = not any(hand["antes"]) and hand["button_player"] == hand["n"]
    blinds = hand["blinds_or_straddles"]
    return plain and not unlawful and not mucked_all_in and blinds == [SMALL, BIG, *[0] * (len(blinds) - 2)]


def _script(hand: Record) -> HandScript:
    words = [move.split() for move in hand["actions"]]
    seats = {f"p{player}": player % hand["n"] + 1 for player in range(1, hand["n"] + 1)}
    return HandScript(
        id=hand["id"],
        tags=tuple(hand["tags"]),
        stacks=_from_button(hand["starting_stacks"]),
        finishing=_from_button(hand["finishing_stacks"]),
        acts=tuple(f"p{seats[who]} {' '.join(move)}" for who, *move in words if move[0] in ("f", "cc", "cbr")),
        board=parse_cards(hand["board"]),
        tabled={seats[move[0]]: parse_cards(move[2]) for move in words if move[1] == "sm" and len(move) == 3},
    )


def _from_button(stacks: list[int]) -> tuple[int, ...]:
    return (stacks[-1], *stacks[:-1])


def next_move(script: HandScript, game: Game) -> Action | None:
    """The dealer's next record, derived only from the table, so that a restart continues from the table's state.

    None when the hand is over.
    """
    table = public(game)
    if not table.playing:
        return None
    if table.legal.push:
        return Push()
    if table.legal.due:
        return _card(script, table.legal.due[0], game)
    return _act(script.acts[_acts_done(game)], game)


def _card(script: HandScript, seat: int, game: Game) -> Action:
    table = public(game)
    if seat == BOARD:
        return SeeCard(script.board[len(table.board)], BOARD)
    if seat not in script.tabled:
        return Muck(seat)
    return SeeCard(script.tabled[seat][len(table.seats[seat - 1].cards)], seat)


def _act(act: str, game: Game) -> Action:
    legal = public(game).legal
    who, what, *to = act.split()
    seat = int(who[1:])
    match what:
        case "f":
            return Fold(seat)
        case "cc":
            return Check(seat) if legal.check else Call(seat)
    return Bet(seat, int(to[0])) if legal.opens else RaiseTo(seat, int(to[0]))


def _acts_done(game: Game) -> int:
    """The number of acts of this hand that are still in force. Undone acts are not among the steps."""
    steps = [step.event for step in game.undo_stack]
    start = max(index for index, event in enumerate(steps) if isinstance(event, HandStarted))
    return sum(isinstance(event, _ACTS) for event in steps[start:])
