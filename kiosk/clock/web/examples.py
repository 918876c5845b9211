"""The longest examples in the description of the API: the orders of a short evening, which set the scene for the other
examples."""

from typing import Any

from kiosk.clock.web.operations import ID, Example, happens, refused


def _order(mark: int, do: str, said: str = "", **fields: Any) -> Example:
    """An order, and the mark after it. `said` replaces the order's kind as the example's name."""
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
