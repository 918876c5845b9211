"""Open Hand History text to recorded hands, as `engine.history.phh_play` plays them. Knows no rules.

Hold'em in whole chips. What OHH does not state is inferred: the smallest chip is the greatest common divisor of all
amounts, and the antes of several players are matched one by one.
"""

import re
from math import gcd
from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from engine.bad_input import BadInput, at_place, not_json, place_of, problem_and_path, why_bad
from engine.decoders import json_decoded
from engine.events import BetsCorrected, ChipsForfeited, Event, HandRevived, PotAwarded
from engine.history.ohh_form import BET_TYPES, Amount, Ohh, OhhAction, Player, Round, Wrapper
from engine.history.phh import BadHistory, Phh, phh_of

Value = TypeVar("Value")

IGNORED = ("Sits Down", "Stands Up")
RING = 64
"""More seats than any table has."""


def read_ohh(text: str) -> dict[str, Phh | BadHistory]:
    """The hands of an `.ohh` text by running number from 1; one that cannot be read is a `BadHistory` in its place."""
    parts = [part for part in re.split(r"\n[ \t\r]*\n", text) if part.strip()]
    return {str(number): _read_hand(part) for number, part in enumerate(parts, 1)}


def _read_hand(text: str) -> Phh | BadHistory:
    try:
        hand = json_decoded(text, Wrapper).ohh
        return phh_of(_Reader(hand).fields())
    except msgspec.ValidationError as error:
        problem, path = problem_and_path(error)
        return BadHistory.of(at_place(place_of(path[1:]), problem))
    except (msgspec.DecodeError, RecursionError) as error:
        return BadHistory("not-json", why=not_json(error))
    except BadHistory as bad:
        return bad
    except ValueError as error:
        return BadHistory.of(why_bad(error))


class _Reader:
    """Converts one hand's actions to PHH lines, counting the chips of each player."""

    def __init__(self, hand: Ohh) -> None:
        self.hand = hand
        self.players = _in_order(hand)
        self.indices = {player.id: index for index, player in enumerate(self.players)}
        count = len(self.players)
        if count < 2 or len(self.indices) < count:
            raise BadHistory("players-two-or-more")
        self.stacks = [_chips(player.starting_stack) for player in self.players]
        self.left = list(self.stacks)
        self.bets = [0] * count  # in front this street
        self.uncalled = [0] * count  # the uncalled chips of all streets
        self.antes = [0] * count
        self.blinds = [0] * count
        self.out: set[int] = set()
        self.lines = [f"d dh p{number} ????" for number in range(1, count + 1)]
        self.killed: dict[str, str] = {}
        self.absent: dict[str, str] = {}
        self.floor: dict[str, str] = {}
        self.facts: dict[str, object] = {}

    def fields(self) -> dict[str, object]:
        """The hand as PHH fields. Raises `BadHistory`."""
        hand = self.hand
        for street in hand.rounds:
            self._follow(street)
        if isinstance(hand.overruled, str):
            self._award(hand.overruled)
        order = -1 if len(self.players) == 2 else 1  # heads-up, PHH lists them in reverse
        return {
            **self._form(),
            "antes": self.antes[::order],
            "blinds_or_straddles": self.blinds[::order],
            "ante_trimming_status": _or(hand.ante_trimming_status, sum(map(bool, self.antes)) > 1),
            "starting_stacks": self.stacks,
            "actions": self.lines,
            "seats": [player.seat for player in self.players],
            "hand": hand.game_number,
            "level": _or(hand.level, 1),
            "finishing_stacks": self._finishing(),
            "_smallest_chip": _or(hand.smallest_chip, self._unit()) or 1,
            "_opener_seat": _or(hand.opener, 0),
            "_small_blind_seat": _or(hand.small_blind_seat, 0),
            "_small_blind": _chips(hand.small_blind_amount) if hand.small_blind_amount else 0,
            "_killed": self.killed,
            "_absent": self.absent,
            "_floor": self.floor,
            "_facts": self.facts,
            "_book": _or(hand.book, ""),
        }

    def _form(self) -> dict[str, object]:
        hand = self.hand
        if hand.game_type != "Holdem":
            raise BadHistory("game-not-played", game=repr(hand.game_type))
        big = _chips(hand.big_blind_amount) if hand.big_blind_amount else max(self.blinds, default=0)
        if hand.bet_limit.bet_type == BET_TYPES["fixed-limit"]:
            return {"variant": "FT", "small_bet": big, "big_bet": 2 * big}
        variant = "PT" if hand.bet_limit.bet_type == BET_TYPES["pot-limit"] else "NT"
        return {"variant": variant, "min_bet": big}

    def _follow(self, street: Round) -> None:
        """Read one street. Raises `BadHistory` naming the action that cannot be read."""
        self.bets = [0] * len(self.players)
        if street.cards:
            self.lines.append(f"d db {''.join(street.cards)}")
        for act in street.actions:
            try:
                self._act(act)
            except ValueError as error:
                raise BadHistory(
                    "street-action",
                    street=street.street,
                    number=str(act.action_number),
                    action=repr(act.action),
                    why=why_bad(error),
                ) from None
        second, first = sorted(self.bets)[-2:]
        self.uncalled[self.bets.index(first)] += first - second

    def _act(self, act: OhhAction) -> None:
        if act.action in IGNORED:
            return
        index = self._index(act.player_id)
        if act.action == "Add to Pot":
            self._add(act, index)
            return
        chips = _chips(act.amount)
        match act.action:
            case "Dealt Cards":
                self.lines[index] = f"d dh p{index + 1} {_row(act)}"
            case "Post Ante":
                self.antes[index] += chips
                self.left[index] -= chips
            case "Post SB" | "Post BB" | "Straddle":
                self._post(act.action, index, chips)
            case "Fold":
                self.out.add(index)
                self._say(act, index, "f")
            case "Check" | "Call":
                self._put_in(index, chips)
                self._say(act, index, "cc")
            case "Bet" | "Raise":
                self._put_in(index, chips)
                self._say(act, index, f"cbr {self.bets[index]}")
            case "Shows Cards" | "Mucks Cards":
                if index not in self.out:
                    self._say(act, index, f"sm {_row(act)}" if act.action == "Shows Cards" else "sm")
            case _:
                raise BadInput("action-not-played")

    def _add(self, act: OhhAction, index: int) -> None:
        """Read an "Add to Pot"; without an event of ours the chips are surrendered to the pot."""
        reason = "added to the pot in the history"
        fact = act.fact
        if isinstance(fact, UnsetType):
            fact = ChipsForfeited(self.players[index].seat, _chips(act.amount), reason)
        match fact:
            case BetsCorrected():
                self._put_in(index, sum(fact.chips))
            case HandRevived():
                self.out.discard(index)
            case _:
                self.left[index] -= fact.chips
        self._tell(fact)

    def _award(self, why: str) -> None:
        """Read awards by the floor, different from those of the hands."""
        for pot in self.hand.pots:
            seats = tuple(self.players[self._index(win.player_id)].seat for win in pot.player_wins)
            shares = tuple(_chips(win.win_amount) for win in pot.player_wins)
            self._tell(PotAwarded(pot.number, _chips(pot.amount), seats, shares, follows=True, floor=why))

    def _tell(self, fact: Event) -> None:
        self.lines.append("# as the floor has it")
        self.facts[str(len(self.lines))] = msgspec.to_builtins(fact)

    def _index(self, player_id: int) -> int:
        if player_id not in self.indices:
            raise BadInput("no-such-player", player=str(player_id))
        return self.indices[player_id]

    def _say(self, act: OhhAction, index: int, words: str) -> None:
        self.lines.append(f"p{index + 1} {words}")
        number = str(len(self.lines))
        if act.killed is not UNSET:
            self.killed[number] = act.killed
            if act.absent is True:
                self.absent[f"p{index + 1}"] = act.killed
        if act.floor is not UNSET:
            self.floor[number] = act.floor

    def _put_in(self, index: int, chips: int) -> None:
        self.left[index] -= chips
        self.bets[index] += chips

    def _post(self, name: str, index: int, chips: int) -> None:
        """Read a blind; of a player with less, the full blind: it sets the price."""
        whole = {"Post SB": self.hand.small_blind_amount, "Post BB": self.hand.big_blind_amount,
                 "Straddle": 2 * max(self.blinds)}[name]  # fmt: skip
        self._put_in(index, chips)
        self.blinds[index] = chips if self.left[index] else max(chips, _chips(whole or 0))

    def _unit(self) -> int:
        """The smallest chip, where the file does not name it: what all its amounts are made of."""
        acts = (
            _chips(act.amount) for street in self.hand.rounds for act in street.actions if act.action not in IGNORED
        )
        return gcd(*self.stacks, *self.left, *self._won(), *acts)

    def _won(self) -> list[int]:
        won = [0] * len(self.players)
        for pot in self.hand.pots:
            if pot.rake:
                raise BadHistory("pot-with-rake", pot=str(pot.number), rake=str(pot.rake))
            for win in pot.player_wins:
                won[self._index(win.player_id)] += _chips(win.win_amount)
        return won

    def _finishing(self) -> list[int]:
        """The stacks after the pots are pushed and uncalled chips are returned."""
        stacks = [left + won for left, won in zip(self.left, self._won(), strict=True)]
        if sum(stacks) == sum(self.stacks):
            return stacks  # a dead hand's blind stays in the pot although uncalled
        return [chips + back for chips, back in zip(stacks, self.uncalled, strict=True)]


def _in_order(hand: Ohh) -> list[Player]:
    """The players dealt in, clockwise from left of the button, which is last."""
    dealt = [player for player in hand.players if player.is_sitting_out is not True]
    return sorted(dealt, key=lambda player: (player.seat - hand.dealer_seat - 1) % RING)


def _chips(amount: Amount) -> int:
    """Whole chips. Raises `BadInput` for a fraction or a negative amount."""
    if amount < 0 or amount != int(amount):
        raise BadInput("chips-not-whole", amount=str(amount))
    return int(amount)


def _row(act: OhhAction) -> str:
    """The cards of a hand, with `??` for unknown ones."""
    return "".join(_or(act.cards, ())).ljust(4, "?")


def _or(value: Value | UnsetType, otherwise: Value) -> Value:
    return otherwise if isinstance(value, UnsetType) else value
