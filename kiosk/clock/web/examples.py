"""The examples in the API's document, and the longest of them: the orders of a short evening. Those of other operations
are at the operations.

A test sends them to a clock and expects these answers. The orders come first, and set the scene for the others.
"""

from typing import Any, NamedTuple

from engine.message import Message
from ui.words.languages import words_in

ID = "0123456789abcdef"
"""The id that is shown in place of one that the clock assigns."""

PARAMETERS = {
    "tournament": ID, "sitting": 1, "table": 1, "entry": 1, "form": "ohh", "kind": "seat-cards", "league": "spring",
    "name": "demo",
}  # fmt: skip
"""The values of path parameters."""


class Example(NamedTuple):
    """A request to an operation, and its answer. None means that there is no body, or that the answer is too long to
    show. The `key` is an Idempotency-Key. `after` is the example that it must follow, as `operation:name`, if that is
    not the one before it.
    """

    name: str
    body: Any = None
    status: int = 200
    answer: Any = None
    dry_run: bool = False
    key: str = ""
    after: str = ""


def refused(code: str, **fields: Any) -> dict[str, Any]:
    """The answer to a refused request."""
    return {"why": words_in("en").say(Message(code, fields)), "code": code, "fields": fields, "clause": ""}


def happens(kind: str, said: str, mark: int = 0) -> dict[str, Any]:
    """The answer to a dry run."""
    return {"mark": mark, "would": [{"kind": kind, "said": said}]}


def _order(mark: int, do: str, said: str = "", **fields: Any) -> Example:
    """An order, and the mark after it. `said` replaces the kind of the order as the example's name."""
    answer = {"mark": mark, "act": None, "repeated": False}
    return Example(said or do, {"action": {"do": do, **fields}}, answer=answer)


_MAKE = {
    "name": "Club night", "structure": "demo", "buy_in": 2000, "fee": 300, "currency": "EUR", "late_levels": 2,
    "re_entries": 1, "rebuys": 1, "rebuy_chips": 5000, "rebuy_cost": 2000,
}  # fmt: skip
MAKING = (
    Example("make", _MAKE, answer={"id": ID, "mark": 3}),
    Example("only-say-what-would-be-made", _MAKE, dry_run=True,
            answer={"mark": 0, "would": [{"kind": "tournament-created", "said": "tournament created"},
                                        {"kind": "draw-prepared", "said": "draw seed committed"}]}),
    Example("no-such-payouts", {"name": "Club night", "payouts": "nobody's"}, 400),
)  # fmt: skip
_BO = {"action": {"do": "add-entry", "player": "bo", "name": "Bo"}, "seen": 7}
_CY = {"action": {"do": "add-entry", "player": "cy", "name": "Cy"}, "seen": 9}
ORDERS = (
    _order(5, "open-table", table=1, seat_count=9, typed=True),
    _order(7, "add-entry", player="ana", name="Ana"),
    Example("only-say-what-would-happen", _BO, dry_run=True,
            answer=happens("entry-added", "player entered", mark=7)),
    Example("once", _BO, key="bo-1", answer={"mark": 9, "act": 4, "repeated": False}),
    Example("once-again", _BO, key="bo-1", answer={"mark": 9, "act": 4, "repeated": True}),
    Example("same-key-for-another", _CY, 422, refused("key-used", key="bo-1"), key="bo-1"),
    Example("on-what-has-changed", _BO, 412, refused("clock-changed")),
    Example("bought-in-already", {"action": {"do": "add-entry", "player": "bo", "name": "Bo"}}, 409,
            refused("player-is-in", name="Bo")),
    Example("no-such-order", {"action": {"do": "nothing"}}, 400),
    _order(11, "add-entry", said="third-entry", player="cy", name="Cy"),
    _order(13, "void-entry", entry=3),
    _order(15, "undo", act=6),
    _order(17, "turn-away", name="Dan", reason="too late"),
    _order(19, "schedule", starts_ms=4102444800000),
    _order(21, "draw-seats"),
    _order(23, "check-in", entry=1),
    _order(25, "start"),
    _order(27, "pause"),
    _order(29, "add-time", delta_ms=60_000),
    _order(31, "next"),
    _order(33, "previous"),
    _order(35, "undo-clock"),
    _order(37, "jump", entry=1),
    _order(39, "start", said="start-again"),
    _order(41, "add-entry", said="late-entry", player="eve", name="Eve"),
    _order(43, "seat-entry", entry=4),
    _order(45, "rebuy", entry=1),
    _order(47, "type-table", sitting=1, hands=9, button=1, counts=[
        {"entry": 1, "chips": 20_000}, {"entry": 2, "chips": 5_000}, {"entry": 3, "chips": 0},
        {"entry": 4, "chips": 0},
    ]),
    _order(49, "confirm-bust", entry=3),
    _order(51, "jump", said="past-late-entries", entry=4),
    _order(53, "make-deal", shares=[{"entry": 1, "amount": 8_000}, {"entry": 2, "amount": 2_000}]),
    _order(55, "type-table", said="last-hand", sitting=1, hands=12, button=2, counts=[
        {"entry": 1, "chips": 25_000}, {"entry": 2, "chips": 0},
    ]),
    _order(57, "confirm-bust", said="last-bust", entry=2),
    _order(59, "end"),
)  # fmt: skip
