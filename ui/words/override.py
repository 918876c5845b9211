"""The texts of the page on which the floor overrules."""

import msgspec


class OverrideWords(msgspec.Struct, frozen=True):
    """English. `kinds` has every order that the floor can give."""

    title: str = "The floor overrules"
    kinds: dict[str, tuple[str, str]] = msgspec.field(
        default_factory=lambda: {
            "award-pots": ("AWARD POTS", "end the hand so"),
            "make-live": ("MAKE LIVE", "a dead hand plays on"),
            "make-dead": ("MAKE DEAD", "chips stay in the pot"),
            "move-chips": ("MOVE CHIPS", "seat to pot or back"),
            "void-hand": ("VOID HAND", "all back, deal again"),
            "set-stacks": ("SET STACKS", "between hands"),
            "move-button": ("MOVE BUTTON", "between hands"),
            "lift-penalty": ("LIFT PENALTY", "a seat misses no more"),
        }
    )
    in_hand: str = "while a hand is played"
    between: str = "when this hand is over"
    no_penalty: str = "nobody has one"
    none_dead: str = "no hand is dead"
    betting_on: str = "the betting goes on"
    seat_title: str = "{order}: which seat?"
    key_chips: str = "key the chips"
    into_pot: str = "INTO THE POT"
    from_pot: str = "BACK FROM IT"
    stack: str = "{who}: {chips}"
    has: str = "{who} has {chips}"
    set_stack: str = "SET"
    done: str = "NEXT"
    pot: str = "{pot}: {chips}. Who gets it?"
    pot_to: str = "{pot}: seats {seats}"

    sure: str = "{order}: why?"
    change: str = "{who}: {before} to {after}"
    pot_change: str = "Pot: {before} to {after}"
    live_now: str = "{who}: live"
    dead_now: str = "{who}: dead"
    button_now: str = "Button: {who}"
    penalty_gone: str = "{who}: no penalty"
    hand_over: str = "The hand is over."
    more_changes: str = "and {count} seats more"
    total: str = "Chips on the table: {before} to {after}"
    reasons: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "dealer": "dealer's error", "misread": "hand misread", "count": "chips miscounted", "tap": "wrong tap",
            "returned": "player was there", "decision": "floor decision",
        }
    )  # fmt: skip
    other: str = "OTHER ..."
    write: str = "Why? Write it."
    space: str = "SPACE"
    erase: str = "DELETE"
    apply: str = "APPLY"
    back: str = "BACK"
    clear: str = "CLEAR"
