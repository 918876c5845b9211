"""Reads Open Hand History text into recorded hands, which `engine.history.phh.play` plays. Knows nothing about the
rules.

It reads hold'em in whole chips. Facts that OHH does not state are inferred: the smallest chip is the greatest common
divisor of all amounts, and the antes of several players are matched one by one.
"""

from math import gcd
from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from engine.bad_input import BadInput, at_place, json_kind_of, place_of, problem_and_path, why_bad
from engine.decoders import converted
from engine.events import BetsCorrected, ChipsForfeited, Event, HandRevived, PotAwarded
from engine.history.ohh.form import BET_TYPES
from engine.history.ohh.played import NotJson, PlayedAction, PlayedHand, PlayedRound, field_at, hands_in, in_order
from engine.history.ohh.spelling import (
    ACTS,
    LIMITS,
    Act,
    board_size,
    cards_of,
    chips_of,
    game_limit,
    id_of,
    letters,
    says_nothing,
    some_chips,
)
from engine.history.phh.form import BadHistory, Phh, phh_of
from engine.message import Message, message

Value = TypeVar("Value")

WRAPPER = "ohh"


class OhhHand(Phh, frozen=True):
    """A hand as PHH lines, with the location of each line in the OHH file and the number of chips that the line puts in
    according to that file."""

    places: tuple[Message, ...] = ()
    put_in: tuple[int | None, ...] = ()
    has_pots: bool = True
    unread: tuple[str, ...] = ()
    """Actions in the file that are not part of the hand."""

    def place(self, number: int) -> Message:
        return self.places[number - 1]

    def chips_put_in(self, number: int) -> int | None:
        return self.put_in[number - 1]

    def awaits(self, index: int) -> Message:
        return message("hand-awaits-seat", seat=self.seats[index] if self.seats else index + 1)

    def why_differs(self) -> Message:
        if not self.has_pots:
            return message("pots-missing")
        return message("pots-of-file-differ", stacks=self.finishing_stacks or ())


def read_ohh(text: str) -> dict[str, Phh | BadHistory]:
    """The hands in an `.ohh` file, numbered from 1. A hand that cannot be read is a `BadHistory`."""
    return {str(number): _read_hand(value) for number, value in enumerate(hands_in(text), 1)}


def _read_hand(value: object) -> Phh | BadHistory:
    if isinstance(value, NotJson):
        return BadHistory("not-json", why=value.why)
    try:
        return _Reader(_played(value)).hand()
    except msgspec.ValidationError as error:
        problem, path = problem_and_path(error, in_json=True)
        return BadHistory.of(at_place(place_of(path), problem))
    except BadHistory as bad:
        return bad
    except ValueError as error:
        return BadHistory.of(why_bad(error))


def _played(value: object) -> PlayedHand:
    if not isinstance(value, dict):
        raise BadInput("wrong-kind", wanted=message("kind-json-object"), given=json_kind_of(value))
    wrapper = next((name for name in value if letters(name) == WRAPPER), None)
    if wrapper is None and "dealer_seat" not in value:
        raise BadInput("field-missing", field=WRAPPER)
    return converted(value if wrapper is None else value[wrapper], PlayedHand)


class _Reader:
    def __init__(self, hand: PlayedHand) -> None:
        self.file = hand
        self.players = in_order(hand)
        self.indices = {player.id: index for index, player in enumerate(self.players)}
        count = len(self.players)
        if count < 2 or len(self.indices) < count:
            raise BadHistory("players-two-or-more")
        named = [player.name for player in self.players]
        self.names = {name: index for index, name in enumerate(named) if name and named.count(name) == 1}
        """Some programs use the players' names instead of their ids."""
        self.stacks = [player.stack for player in self.players]
        self.small_blind = field_at(("small_blind_amount",), some_chips, hand.small_blind_amount)
        self.big_blind = field_at(("big_blind_amount",), some_chips, hand.big_blind_amount)
        self.board: list[str] = []
        self.unread: list[str] = []
        self.left = list(self.stacks)
        self.bets = [0] * count  # in front of the player on this street
        self.uncalled = [0] * count  # the uncalled chips from all streets
        self.added = 0
        """The greatest common divisor of all chips put in."""
        self.antes = [0] * count
        self.blinds = [0] * count
        self.out: set[int] = set()
        self.lines = [f"d dh p{number} ????" for number in range(1, count + 1)]
        self.killed: dict[str, str] = {}
        self.absent: dict[str, str] = {}
        self.floor: dict[str, str] = {}
        self.facts: dict[str, object] = {}
        self.places = [message("street-deal")] * count
        self.put_in: list[int | None] = [None] * count

    def hand(self) -> Phh | BadHistory:
        """The hand, or the reason why it cannot be played. May also raise `BadHistory`."""
        read = phh_of(self._fields())
        if isinstance(read, BadHistory):
            return read
        fields = {name: getattr(read, name) for name in read.__struct_fields__}
        return OhhHand(
            **fields,
            places=tuple(self.places),
            put_in=tuple(self.put_in),
            has_pots=read.finishing_stacks is not None,
            unread=tuple(self.unread),
        )

    def _fields(self) -> dict[str, object]:
        hand = self.file
        for street in hand.rounds:
            self._follow(street)
        if isinstance(hand.overruled, str):
            self._award(hand.overruled)
        order = -1 if len(self.players) == 2 else 1  # PHH lists them in reverse order heads-up
        return {
            **self._form(),
            "antes": self.antes[::order],
            "blinds_or_straddles": self.blinds[::order],
            "ante_trimming_status": _or(hand.ante_trimming_status, sum(map(bool, self.antes)) > 1),
            "starting_stacks": self.stacks,
            "actions": self.lines,
            "seats": [player.seat for player in self.players],
            "hand": hand.game_number if isinstance(hand.game_number, int | str) else "",
            "level": _or(hand.level, 1),
            "finishing_stacks": self._finishing(),
            # For a file without one, the smallest chip is the largest that can make every amount.
            "_smallest_chip": _or(hand.smallest_chip, gcd(*self.stacks, *self.left, *self._won(), self.added)) or 1,
            "_opener_seat": _or(hand.opener, 0),
            "_small_blind_seat": _or(hand.small_blind_seat, 0),
            "_small_blind": self.small_blind,
            "_killed": self.killed,
            "_absent": self.absent,
            "_floor": self.floor,
            "_facts": self.facts,
            "_book": _or(hand.book, ""),
        }

    def _form(self) -> dict[str, object]:
        hand = self.file
        by_name = game_limit(hand.game_type)
        if by_name is None:
            raise BadHistory("game-not-played", game=repr(hand.game_type))
        said = hand.bet_limit.get("bet_type") if isinstance(hand.bet_limit, dict) else hand.bet_limit
        limit = by_name or BET_TYPES["no-limit"]
        if not says_nothing(said):
            limit = LIMITS.get(letters(said).removesuffix("holdem").removesuffix("texas"), "")
            if not limit:
                allowed = ", ".join(BET_TYPES.values())
                raise BadHistory("bet-type-not-played", given=repr(str(said)), allowed=allowed)
            if by_name and by_name != limit:
                raise BadHistory("bet-types-differ", game=repr(hand.game_type), given=repr(str(said)))
        big = self.big_blind or max(self.blinds, default=0)
        if limit == BET_TYPES["fixed-limit"]:
            return {"variant": "FT", "small_bet": big, "big_bet": 2 * big}
        variant = "PT" if limit == BET_TYPES["pot-limit"] else "NT"
        return {"variant": variant, "min_bet": big}

    def _follow(self, street: PlayedRound) -> None:
        self.bets = [0] * len(self.players)
        name = str(street.street)
        self._lay(name, street.cards)
        for position, act in enumerate(street.actions or (), 1):
            number = str(position if act.action_number is None else act.action_number)
            place = message("street-action", street=name, number=number, action=repr(act.action))
            try:
                if self._act(act, place) and len(self.board) < board_size(name):
                    raise BadInput("street-without-cards")
            except ValueError as error:
                raise BadHistory.of(at_place(place, why_bad(error))) from None
        second, first = sorted(self.bets)[-2:]
        self.uncalled[self.bets.index(first)] += first - second

    def _lay(self, street: str, cards: object) -> None:
        """Read the cards of a street. These are only the new cards or, in files from some programs, the whole board."""
        place = message("street-cards", street=street)
        try:
            row = [card for card in cards_of(cards) if card != "??"]
        except BadInput as error:
            raise BadHistory.of(at_place(place, error.message)) from None
        if self.board and row[: len(self.board)] == self.board:
            row = row[len(self.board) :]
        if row:
            self.board += row
            self._line(f"d db {''.join(row)}", place)

    def _act(self, act: PlayedAction, place: Message) -> bool:
        """Read one action. Returns whether it needs the cards of its street, because a hand may be dead before they are
        dealt."""
        kind = ACTS.get(letters(act.action)) or _kind_unknown(act)
        if kind == "silent":
            return False
        if kind == "apart":
            if act.action not in self.unread:
                self.unread.append(act.action)
            return False
        if kind == "add" and act.player_id in (None, -1, ""):
            if some_chips(act.amount):
                raise BadInput("chips-from-nobody")
            return False
        index = self._index(act.player_id)
        match kind:
            case "add":
                self._add(act, index, place)
            case "deal":
                self.lines[index] = f"d dh p{index + 1} {_row(act)}"
                self.places[index] = place
            case "ante" | "small" | "big" | "straddle":
                self._post(kind, index, chips_of(act.amount))
            case "fold":
                self.out.add(index)
                self._say(act, index, "f", place)
            case "show" | "muck":
                if index not in self.out:
                    self._say(act, index, f"sm {_row(act)}" if kind == "show" else "sm", place)
            case _:
                self._bet(act, kind, index, place)
        return kind in ("check", "call", "bet", "raise", "all-in")

    def _bet(self, act: PlayedAction, kind: Act, index: int, place: Message) -> None:
        chips = 0 if kind == "check" else chips_of(act.amount) if kind != "all-in" else some_chips(act.amount)
        if kind == "all-in":
            chips = chips or self.left[index]
            kind = "raise" if self.bets[index] + chips > max(self.bets) else "call"
        self._put_in(index, chips)
        if kind in ("check", "call"):
            self._say(act, index, "cc", place, chips)
        else:
            self._say(act, index, f"cbr {self.bets[index]}", place)

    def _add(self, act: PlayedAction, index: int, place: Message) -> None:
        """Read an "Add to Pot" action. If it does not carry one of our events, the chips are forfeited to the pot."""
        reason = "added to the pot in the history"
        fact = act.fact
        if isinstance(fact, UnsetType):
            fact = ChipsForfeited(self.players[index].seat, chips_of(act.amount), reason)
        match fact:
            case BetsCorrected():
                self._put_in(index, sum(fact.chips))
            case HandRevived():
                self.out.discard(index)
            case _:
                self.left[index] -= fact.chips
        self._take(fact, place)

    def _award(self, why: str) -> None:
        """Read the floor's awards where they differ from the result of the hands."""
        for pot in self.file.pots or ():
            wins = pot.player_wins or ()
            seats = tuple(self.players[self._index(win.player_id)].seat for win in wins)
            shares = tuple(chips_of(win.win_amount) for win in wins)
            self._take(
                PotAwarded(chips_of(pot.number), chips_of(pot.amount), seats, shares, follows=True, floor=why),
                message("street-pots"),
            )

    def _take(self, fact: Event, place: Message) -> None:
        self._line("# as the floor has it", place)
        self.facts[str(len(self.lines))] = msgspec.to_builtins(fact)

    def _line(self, words: str, place: Message, chips: int | None = None) -> None:
        self.lines.append(words)
        self.places.append(place)
        self.put_in.append(chips)

    def _index(self, player_id: object) -> int:
        named = id_of(player_id)
        if named is None:
            raise BadInput("player-not-named")
        index = self.indices.get(named, self.names.get(str(player_id)))
        if index is None:
            raise BadInput("no-such-player", player=str(player_id))
        return index

    def _say(self, act: PlayedAction, index: int, words: str, place: Message, chips: int | None = None) -> None:
        self._line(f"p{index + 1} {words}", place, chips)
        number = str(len(self.lines))
        if act.killed is not UNSET:
            self.killed[number] = act.killed
            if act.absent is True:
                self.absent[f"p{index + 1}"] = act.killed
        if act.floor is not UNSET:
            self.floor[number] = act.floor

    def _put_in(self, index: int, chips: int) -> None:
        self.added = gcd(self.added, chips)
        self.left[index] -= chips
        self.bets[index] += chips

    def _post(self, kind: Act, index: int, chips: int) -> None:
        """Read an ante or a blind. A blind counts in full, because it sets the price to call."""
        if kind == "ante":
            self.antes[index] += chips
            self.left[index] -= chips
            self.added = gcd(self.added, chips)
            return
        straddle = 2 * max(self.blinds)
        whole = self.small_blind if kind == "small" else self.big_blind if kind == "big" else straddle
        self._put_in(index, chips)
        self.blinds[index] = chips if self.left[index] else max(chips, whole)

    def _won(self) -> list[int]:
        won = [0] * len(self.players)
        for number, pot in enumerate(self.file.pots or ()):
            if field_at(("pots", number, "rake"), some_chips, pot.rake):
                named = number if pot.number is None else pot.number
                raise BadHistory("pot-with-rake", pot=str(named), rake=str(pot.rake))
            for place, win in enumerate(pot.player_wins or ()):
                path = ("pots", number, "player_wins", place)
                if chips := field_at((*path, "win_amount"), chips_of, win.win_amount):
                    won[field_at((*path, "player_id"), self._index, win.player_id)] += chips
        return won

    def _finishing(self) -> list[int] | None:
        """The stacks after the pots are pushed and uncalled chips are returned; None if pots are missing."""
        stacks = [left + won for left, won in zip(self.left, self._won(), strict=True)]
        if sum(stacks) != sum(self.stacks):  # otherwise a dead hand's blind stays in the pot even if it is uncalled
            stacks = [chips + back for chips, back in zip(stacks, self.uncalled, strict=True)]
        return stacks if self.file.pots or sum(stacks) == sum(self.stacks) else None


def _kind_unknown(act: PlayedAction) -> Act:
    """Skip an action that the standard does not define and that puts no chips in. Raises `BadInput` for any other
    action."""
    if not letters(act.action) or some_chips(act.amount) or act.cards:
        raise BadInput("action-not-played")
    return "apart"


def _row(act: PlayedAction) -> str:
    return "".join(cards_of(act.cards)).ljust(4, "?")


def _or(value: Value | UnsetType, otherwise: Value) -> Value:
    return otherwise if isinstance(value, UnsetType) else value
