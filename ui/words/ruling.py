"""The texts of the pages on which a ruling is asked for and applied."""

import msgspec


class RulingWords(msgspec.Struct, frozen=True):
    """English. What the engine answers is in the catalogue of its codes; clauses stay as their document has them."""

    title: str = "Ruling: {who}"
    ask: str = "What happened? Tap the chips and what was said."
    to_call: str = "{chips} to call"
    no_bet: str = "no bet to this seat"
    early_call: str = "out of turn, {chips} to call"
    early_free: str = "out of turn, no bet"
    said: str = "said: {words}"
    in_silence: str = "nothing said"
    before: str = "motions before: {chips}"
    lay: str = "{chips} lay there before, {left} of it still"

    acts: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "fold": "FOLD", "check": "CHECK", "call": "CALL {chips}", "bet": "BET {chips}", "raise": "RAISE TO {chips}",
            "all-in": "ALL-IN {chips}", "": "NOTHING BINDS",
        }
    )  # fmt: skip
    held: str = "WAITS: {act}"
    still: str = "Seat {seat} waits: {act}"
    back: str = "{chips} go back"
    floor: str = "THE FLOOR DECIDES"
    then: str = "then: {ways}"

    nothing: str = "SILENT"
    verbs: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "call": "CALL", "check": "CHECK", "fold": "FOLD", "bet": "BET", "raise": "RAISE", "all-in": "ALL-IN",
        }
    )  # fmt: skip
    spoken: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "": "{chips}", "bet": "bet {chips}", "raise": "raise to {chips}", "more": "{chips} more",
            "if": "it depends on something else",
        }
    )  # fmt: skip
    chip: str = "chip of {chips}"
    amount: str = "AMOUNT"
    next_motion: str = "NEW MOTION"
    next_motion_small: str = "chips again"
    chips_first: str = "CHIPS FIRST"
    chips_first_small: str = "then words"
    heaps: dict[str, tuple[str, str]] = msgspec.field(
        default_factory=lambda: {
            "chips": ("CHIPS:", "put in now"),
            "prior": ("CHIPS:", "lay there before"),
            "pulled": ("CHIPS:", "taken back"),
        }
    )
    early_button: str = "EARLY"
    early_small: str = "out of turn"
    splashed: str = "SPLASHED"
    splashed_small: str = "chips not countable"
    seat: str = "SEAT"
    more: str = "MORE"
    more_small: str = "cards, late"
    clear: str = "CLEAR"
    apply: str = "APPLY"
    remember: str = "REMEMBER"
    remember_small: str = "until the turn comes"
    nothing_to_do: str = "NOTHING TO APPLY"
    no_answer: str = "no answer yet"

    seat_title: str = "Which seat?"
    seat_help: str = "Seats passed over have folded or checked; EARLY says that they had still to act."
    amount_title: str = "Which amount was said?"
    alone: str = "SAID {chips}"
    said_bet: str = "BET {chips}"
    said_raise: str = "RAISE TO {chips}"
    said_more: str = "{chips} MORE"
    key_amount: str = "key the amount"
    back_button: str = "BACK"

    more_title: str = "More that can have happened"
    conditional: str = "IF ..."
    conditional_small: str = "said on a condition"
    shown: str = "CARDS SHOWN"
    shown_small: str = "to all or to one"
    behind: str = "CHIPS BEHIND"
    behind_small: str = "found after an all-in"
    late: str = "TOO SMALL"
    late_small: str = "a bet, found late"
    skipped: str = "SKIPPED"
    skipped_small: str = "a seat was passed over"
    add: str = "ADD TO BETS"
    add_small: str = "floor corrects"
    forfeit: str = "FORFEIT"
    forfeit_small: str = "chips stay in the pot"

    shown_title: str = "Cards seen: {who}"
    who_saw: str = "Seen by the whole table"
    seen_button: str = "SEEN BY"
    cards_button: str = "CARDS"
    saw_title: str = "Who saw the cards of {who}?"
    saw_help: str = "None picked: the whole table."
    seen_by: str = "Seen by seats {seats}"
    behind_title: str = "Behind {who}"
    late_title: str = "Which bet was too small?"
    late_none: str = "No bet or raise of this street was below its minimum."
    late_bet: str = "SEAT {seat}: {chips}"
    skipped_title: str = "Which seat was passed over?"
    skipped_none: str = "No seat was passed over on this street."
    undo_first: str = "Take back with UNDO what was done after it."
    add_title: str = "Add to bets"
    forfeit_title: str = "{who} forfeits"
    each: str = "{chips} each"
    in_pot: str = "{chips}"
    reason: str = "the bet was too small"
    left_behind: str = "chips left behind"

    held_title: str = "{who} acted out of turn"
    held_binds: str = "It binds now."
    held_free: str = "It does not bind: every choice is open."
    another: str = "ANOTHER RULING"

    by_clause: str = "By {clause}."
    call_floor: str = "Call the floor."
    to_choose: str = "To choose: {ways}."
