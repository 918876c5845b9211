"""Reads PHH hand histories, which are TOML text, into recorded hands. Knows the format, not the game.

The format is the Poker Hand History standard: `.phh` holds one hand, `.phhs` holds one TOML table for each hand. This
module supports no-limit and fixed-limit hold'em, as well as pot-limit, for which the standard has no name.
"""

import re
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.bad_input import BadInput, at_place, not_toml, place_of, toml_of, unfit
from engine.books.rulebook import RuleBook, in_limit
from engine.decoders import converted
from engine.events import AnyEvent
from engine.message import Message, message

BETS = {"NT": ("min_bet",), "PT": ("min_bet",), "FT": ("small_bet", "big_bet")}
"""The supported variants, each with the fields for its bets. `PT`, pot-limit hold'em, is our extension."""
CHIPS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "min_bet", "small_bet", "big_bet")
WHOLE = re.compile(r"([0-9]+)(\.0*)?")


OUR_FIELDS = {
    "button": "_button_seat", "small_seat": "_small_blind_seat", "big_seat": "_big_blind_seat",
    "opener": "_opener_seat",
    **{name: f"_{name}" for name in ("smallest_chip", "small_blind", "killed", "absent", "floor", "facts", "book")},
    "betting": "_betting",
}  # fmt: skip
"""Extension fields, whose names in a file begin with an underscore."""


class BadHistory(BadInput):
    """A history that cannot be read or played. It names the field or the action."""


class Phh(msgspec.Struct, frozen=True, rename=OUR_FIELDS):
    """The fields of one PHH hand that the engine uses; unknown fields are ignored, as the standard requires. Actions
    are keyed by number, from 1. `killed` is the floor's reason for killing the hand that this fold stands for. `floor`
    is its reason for letting the action count. `facts` are events without an action in the standard. `opener` acts
    first before the flop if it is not the usual seat. `absent` is why a player's hand was dead from the start. `book`
    is a rule book's id, and `betting` is "pot-limit" if the variant does not say so."""

    variant: str
    antes: tuple[int, ...]
    blinds_or_straddles: tuple[int, ...]
    starting_stacks: tuple[int, ...]
    actions: tuple[str, ...]
    min_bet: int = 0
    small_bet: int = 0
    big_bet: int = 0
    finishing_stacks: tuple[int, ...] | None = None
    ante_trimming_status: bool = False
    seats: tuple[int, ...] | None = None
    hand: int | str = 1
    level: int = 1
    smallest_chip: int = 1
    killed: dict[str, str] = {}
    absent: dict[str, str] = {}
    floor: dict[str, str] = {}
    facts: dict[str, AnyEvent] = {}
    button: int = 0
    """The seat of the button, which may be an empty seat. The small blind's seat may also be empty."""
    small_seat: int = 0
    big_seat: int = 0
    small_blind: int = 0
    opener: int = 0
    book: str = ""
    betting: str = ""

    def place(self, number: int) -> Message:
        """The message that identifies a line in `actions`, numbered from 1. It gives the seat if known, because the
        line names a player, while the rules refer to seats."""
        text = self.actions[number - 1]
        players = {named(index): seat for index, seat in enumerate(self.seats or ())}
        if seat := players.get(text.partition(" ")[0]):
            return message("history-action-seat", number=str(number), action=repr(text), seat=seat)
        return message("history-action", number=str(number), action=repr(text))

    def chips_put_in(self, number: int) -> int | None:  # a format that states the chips overrides this
        """The chips that a check or call puts in according to the file. Always None, because PHH writes calls without
        an amount."""
        return None

    def awaits(self, index: int) -> Message:
        """The message saying that the hand does not end because it is waiting for this player."""
        if self.seats:
            return message("hand-awaits-player-seat", player=named(index), seat=self.seats[index])
        return message("hand-awaits-player", player=named(index))

    def why_differs(self) -> Message:
        """The message that says how the result differs from the file."""
        return message("stacks-differ", stacks=self.finishing_stacks or ())


def read_phh(text: str) -> dict[str, Phh | BadHistory]:
    """The hands in a `.phh` or `.phhs` file, by name ("" for a single hand), or a `BadHistory` for one that cannot be
    read. Raises `BadHistory` if the text is not TOML at all."""
    try:
        document = toml_of(text, len(text))  # an evening's hands take up megabytes
    except (ValueError, RecursionError) as error:  # numbers with thousands of digits, or lists nested a thousand deep
        raise BadHistory("not-toml", why=not_toml(error)) from error
    if "variant" in document or not all(isinstance(part, dict) for part in document.values()) or not document:
        return {"": phh_of(document)}
    return {name: phh_of(part) for name, part in document.items()}


def phh_of(fields: dict[str, Any]) -> Phh | BadHistory:
    """A hand built from the fields of one PHH table; a `BadHistory` if they are not valid."""
    variant = fields.get("variant", "NT")
    if variant not in tuple(BETS):
        return BadHistory("variant-not-played", variant=repr(variant))
    chips = {name: _whole(fields[name]) for name in CHIPS if name in fields}
    if problem := next(filter(None, (_fraction(name, value) for name, value in chips.items())), None):
        return BadHistory.of(problem)
    try:
        phh = converted({**fields, **chips}, Phh)
    except msgspec.ValidationError as error:
        return BadHistory.of(unfit(error, Phh))
    missing = [message("field-missing", field=bet) for bet in BETS[phh.variant] if bet not in fields]
    wrong = missing[0] if missing else _problem(phh)
    return BadHistory.of(wrong) if wrong else phh


def _whole(value: Any) -> Any:
    """Convert chips written as 200.0 to whole numbers. The later conversion rejects fractions."""
    if isinstance(value, list):
        return [_whole(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _fraction(name: str, value: Any) -> Message | None:
    """The problem with a fraction of a chip, or with an unknown stack (`inf`)."""
    for index, chips in enumerate(value if isinstance(value, list) else [value]):
        if isinstance(chips, float):
            place = place_of((name, index) if isinstance(value, list) else (name,))
            return at_place(place, message("chips-not-whole", amount=str(chips)))
    return None


def named(index: int) -> str:
    """The PHH name of a player, counted from 0."""
    return f"p{index + 1}"


def whole_chips(amount: str) -> int:
    """The number of chips in an action. Raises `BadInput`."""
    whole = WHOLE.fullmatch(amount)
    if whole is None:
        raise BadInput("chips-not-whole", amount=repr(amount))
    return int(whole[1])


def _problem(phh: Phh) -> Message | None:
    count = len(phh.starting_stacks)
    rows = {"antes": phh.antes, "blinds_or_straddles": phh.blinds_or_straddles,
            "finishing_stacks": phh.finishing_stacks, "seats": phh.seats}  # fmt: skip
    wrong = [name for name, row in rows.items() if row is not None and len(row) != count]
    if wrong:
        return message("row-of-other-length", field=wrong[0], numbers=len(rows[wrong[0]] or ()), players=count)
    checks = (
        (message("hand-of-two-players"), count >= 2),
        (message("starting-stacks-positive"), min(phh.starting_stacks, default=1) > 0),
        (message("posted-not-negative"), min((*phh.antes, *phh.blinds_or_straddles), default=0) >= 0),
        (message("smallest-bet-positive"), phh.smallest_chip > 0 < least_bet(phh)),
        (message("big-bet-twice-small"), phh.variant != "FT" or phh.big_bet == 2 * phh.small_bet),
        (message("two-in-one-seat"), phh.seats is None or len(set(phh.seats)) == count),
        (message("seats-from-one"), min(phh.seats or (1,)) > 0),
    )
    return next((problem for problem, holds in checks if not holds), None)


def least_bet(phh: Phh) -> int:
    return phh.small_bet if phh.variant == "FT" else phh.min_bet


def book_for(phh: Phh, book: RuleBook) -> RuleBook:
    """The book, switched to fixed-limit or pot-limit if that is what the history uses."""
    if phh.variant == "FT":
        return in_limit(book)
    if book.betting.value == "no-limit" and (phh.variant == "PT" or phh.betting == "pot-limit"):
        return replace(book, betting=replace(book.betting, value="pot-limit"))
    return book
