"""The Open Hand History fields that are needed to play a hand, and its players. All other fields are ignored.

Other programs omit, leave empty or misname the fields that they do not know. `engine.history.ohh.form` is the format
that we write.
"""

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from engine.bad_input import BadInput, at_place, json_kind_of, place_of
from engine.history.ohh.form import ACTION_FIELDS, OUR_FIELDS, OhhFact
from engine.history.ohh.spelling import ACTS, chips_of, id_of, is_yes, letters, seat_of
from engine.history.phh.form import BadHistory
from engine.message import Message, message

NEXT_HAND = re.compile(r"\n[ \t\r]*\n|\n(?=[ \t]*\{[ \t]*\"ohh\")")
"""The point where reading resumes after a hand that is not JSON: after a blank line, or where the next hand begins."""
BETWEEN = re.compile(r"[\s,\ufeff]*")
JSON = re.compile(r"[\s\ufeff]*(?:\{|\[\s*\{)")
RING = 64
"""A number larger than the number of seats at any table."""
Value = TypeVar("Value")


class PlayedAction(msgspec.Struct, frozen=True, gc=False, rename=ACTION_FIELDS):
    """One action. Which fields it needs depends on `action`, so they are checked when the action is read."""

    action: str
    action_number: Any = None
    player_id: Any = None
    amount: Any = None
    cards: Any = None
    killed: str | UnsetType = UNSET
    absent: bool | UnsetType = UNSET
    floor: str | UnsetType = UNSET
    fact: OhhFact | UnsetType = UNSET


class PlayedRound(msgspec.Struct, frozen=True, gc=False):
    street: Any = ""
    actions: tuple[PlayedAction, ...] | None = None
    cards: Any = None


class PlayedWin(msgspec.Struct, frozen=True, gc=False):
    player_id: Any = None
    win_amount: Any = None


class PlayedPot(msgspec.Struct, frozen=True, gc=False):
    """A pot. Its number and amount count only if the floor awarded it."""

    number: Any = None
    amount: Any = None
    rake: Any = None
    player_wins: tuple[PlayedWin, ...] | None = None


class PlayedHand(msgspec.Struct, frozen=True, gc=False, kw_only=True, rename=OUR_FIELDS):
    """One hand, with the players as the file lists them. A player who is sitting out may lack any field."""

    dealer_seat: Any
    players: tuple[dict[str, Any], ...]
    rounds: tuple[PlayedRound, ...]
    pots: tuple[PlayedPot, ...] | None = None
    game_number: Any = ""
    game_type: Any = "Holdem"
    bet_limit: Any = None
    small_blind_amount: Any = None
    big_blind_amount: Any = None
    smallest_chip: int | UnsetType = UNSET
    ante_trimming_status: bool | UnsetType = UNSET
    level: int | UnsetType = UNSET
    opener: int | UnsetType = UNSET
    small_blind_seat: int | UnsetType = UNSET
    overruled: str | UnsetType = UNSET
    book: str | UnsetType = UNSET


class NotJson(NamedTuple):
    """A part of a file that cannot be read as JSON, and the reason."""

    why: Message


def is_json(text: str) -> bool:
    """Whether text begins the way JSON does. TOML text never begins that way."""
    return JSON.match(text) is not None


def hands_in(text: str) -> list[object]:
    """The decoded value of each hand, or a `NotJson` for a hand that cannot be read. The standard separates hands by a
    blank line. Other programs write one hand per line, or a list of all hands, which may be inside an object."""
    found: list[object] = []
    decoder = json.JSONDecoder()
    at = _skip(text, 0)
    while at < len(text):
        try:
            value, at = decoder.raw_decode(text, at)
            found += _hands_of(value)
        except (ValueError, RecursionError) as error:
            further = NEXT_HAND.search(text, at)
            end, at = further.span() if further else (len(text.rstrip()), len(text))
            found.append(NotJson(_why(error, end)))
        at = _skip(text, at)
    return found


def _hands_of(value: object) -> list[object]:
    if isinstance(value, dict) and len(value) == 1 and isinstance(inner := next(iter(value.values())), list):
        value = inner
    return value if isinstance(value, list) else [value]


def _skip(text: str, at: int) -> int:
    between = BETWEEN.match(text, at)
    return between.end() if between else at


def _why(error: Exception, end: int) -> Message:
    if not isinstance(error, json.JSONDecodeError):
        return message("text-too-deep")  # lists nested a thousand deep, or numbers with thousands of digits
    if error.pos >= end or error.msg.startswith("Unterminated"):
        return message("json-ends")
    return message("toml-wrong", where=message("line-column", line=str(error.lineno), column=str(error.colno)))


class SeatedPlayer(NamedTuple):
    id: int | str
    seat: int
    stack: int
    name: str


def in_order(hand: PlayedHand) -> list[SeatedPlayer]:
    """The players dealt in, clockwise from the left of the button. In a tournament, a player who is sitting out still
    posts and is folded, so a player with any action is in the hand. A player with neither an action nor chips is not,
    because some programs list all players of the tournament."""
    acting = {
        id_of(act.player_id)
        for street in hand.rounds
        for act in street.actions or ()
        if ACTS.get(letters(act.action)) != "silent"
    }
    button = field_at(("dealer_seat",), seat_of, hand.dealer_seat)
    dealt = [
        _player(number, fields)
        for number, fields in enumerate(hand.players)
        if id_of(fields.get("id")) in acting
        or fields.get("name") in acting
        or not (is_yes(fields.get("is_sitting_out")) or fields.get("starting_stack") in (0, "0", None))
    ]
    return sorted(dealt, key=lambda player: (player.seat - button - 1) % RING)


def _player(number: int, fields: dict[str, Any]) -> SeatedPlayer:
    path = ("players", number)
    if missing := next((name for name in ("id", "seat", "starting_stack") if name not in fields), ""):
        raise BadHistory.of(at_place(place_of(path), message("field-missing", field=missing)))
    named = field_at((*path, "id"), id_of, fields["id"])
    if named is None:
        kinds = message("kind-or", one=message("kind-int"), other=message("kind-str"))
        wrong = message("wrong-kind", wanted=kinds, given=json_kind_of(fields["id"]))
        raise BadHistory.of(at_place(place_of((*path, "id")), wrong))
    seat = field_at((*path, "seat"), seat_of, fields["seat"])
    stack = field_at((*path, "starting_stack"), chips_of, fields["starting_stack"])
    return SeatedPlayer(named, seat, stack, str(fields.get("name") or ""))


def field_at(path: tuple[str | int, ...], read: Callable[[object], Value], value: object) -> Value:
    """The value of a field, converted by `read`. Raises a `BadHistory` that says where the field is."""
    try:
        return read(value)
    except BadInput as error:
        raise BadHistory.of(at_place(place_of(path), error.message)) from error
