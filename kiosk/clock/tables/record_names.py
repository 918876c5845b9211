"""Short names for what a table recorded, as the audit shows them to the director. The words are in the catalogs."""

from collections.abc import Iterator
from typing import Any, get_args

from engine.actions import TableAction
from engine.events import AnyEvent
from engine.message import Message

AS_EVENT = {
    "fold": "folded", "check": "checked", "call": "called", "raise-to": "raised", "kill-hand": "hand-killed",
    "forfeit-chips": "chips-forfeited", "correct-bets": "bets-corrected", "muck": "hand-mucked",
    "declare": "mishap-declared", "overrule": "overruled", "mark-away": "away-marked", "call-clock": "clock-called",
    "penalize": "player-penalized", "disqualify": "player-disqualified", "set-mode": "mode-set",
    "tell-hand": "hand-told", "count-stacks": "stacks-counted", "report-count": "count-reported",
    "open-race": "race-opened", "name-race-winners": "race-winners-named",
    "close-race": "chips-raced", "close-street": "street-closed", "amend": "amended",
    "start-hand": "hand-started", "undo": "taken-back", "open-table": "table-opened", "take-seat": "seat-taken",
    "take-seats": "seat-taken",
    "buy-chips": "chips-bought", "leave-seat": "seat-left", "plan-leave": "leave-planned",
    "place-button": "button-placed", "draw-button": "button-drawn", "set-level": "level-set", "stop-play": "stop-set",
    "sign-in": "dealer-signed-in", "sign-out": "dealer-signed-out", "call-floor": "floor-called",
    "meet-floor": "floor-came", "withdraw-call": "floor-call-withdrawn", "note-pin": "pin-entered",
    "change-deck": "deck-changed",
}  # fmt: skip
"""The actions that share a name in the catalog with the event that they cause. Each is mapped to its event, because the
tags differ."""


def _tags(union: Any) -> Iterator[str]:
    return (str(kind.__struct_config__.tag) for kind in get_args(union))


EVENTS: dict[str, Message] = {tag: Message(f"recorded-{tag}") for tag in _tags(AnyEvent) if tag != "asked"}
ACTIONS: dict[str, Message] = {tag: Message(f"recorded-{AS_EVENT.get(tag, tag)}") for tag in _tags(TableAction)}
