"""The texts of what the table asks the dealer, and of what HAND OVER would do."""

import msgspec


class AskingWords(msgspec.Struct, frozen=True):
    """English."""

    who_called: str = "Who called {chips}?"
    who_won: str = "Who won the {chips}?"
    tap_seats: str = "tap the seats, then OK"
    sure: str = "OK"
    nobody_yet: str = "tap who it was"
    nobody: str = "NOBODY"
    called_nobody: str = "all others folded"
    called_one: str = "seat {seats} called"
    called_more: str = "seats {seats} called"
    won_one: str = "seat {seats} won"
    won_more: str = "seats {seats} split"
    maybe: str = "CALLED?"
    maybe_won: str = "WON?"
    picked: str = "CALLED"
    picked_won: str = "WON"

    over: str = "HAND OVER"
    over_fold: str = "seat {seat} wins {chips}"
    over_muck: str = "unread hands muck"
    over_ask: str = "who won?"
    over_not_yet: str = "not yet"
    push_next: str = "PUSH & NEXT"
    push: str = "PUSH"
    deal: str = "DEAL"
    deal_again: str = "DEAL AGAIN"

    passed: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "fold": "passed: FOLD", "check": "passed: CHECK", "call": "passed: CALL", "muck": "passed: MUCK",
        }
    )  # fmt: skip
    did: dict[str, str] = msgspec.field(
        default_factory=lambda: {"check": "CHECKED", "call": "CALLED", "bet": "BET", "raise": "RAISED"}
    )

    redo: str = "REDO"
    nothing_to_redo: str = "nothing"
    floor: str = "FLOOR"
    floor_small: str = "call"
    floor_called: str = "FLOOR CALLED"
    floor_waits: str = "waiting"
    undo_floor: str = "floor only: {what}"
    floor_here: str = "FLOOR HERE?"
    push_only: str = "PUSH ONLY"
    push_only_small: str = "no new hand"
    push_only_help: str = "HAND OVER, and the next hand waits."
