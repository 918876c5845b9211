"""The players in a hand from an OHH file."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from engine.bad_input import BadInput, at_place, json_kind_of, place_of
from engine.history.ohh.played import PlayedHand
from engine.history.ohh.spelling import ACTS, chips_of, id_of, is_yes, letters, seat_of
from engine.history.phh.form import BadHistory
from engine.message import message

Value = TypeVar("Value")

RING = 64
"""A number of seats that is larger than any table has."""


class SeatedPlayer(NamedTuple):
    """A player in the hand."""

    id: int | str
    seat: int
    stack: int
    name: str


def in_order(hand: PlayedHand) -> list[SeatedPlayer]:
    """The players dealt in, clockwise from the left of the button. The button comes last.

    In a tournament, a player who is sitting out still posts and is folded, so a player with any action is in the hand.
    A player with neither an action nor chips is not, because some programs list all players of the tournament.
    """
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
    """A player who is in the hand. Raises `BadHistory`."""
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
    """The value of a field, converted by `read`. Raises a `BadHistory` that gives the field's place."""
    try:
        return read(value)
    except BadInput as error:
        raise BadHistory.of(at_place(place_of(path), error.message)) from error
