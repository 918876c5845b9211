"""The texts of the hand's list and of the pages that put it right."""

import msgspec


class RepairWords(msgspec.Struct, frozen=True):
    """English. `lines` has one sentence for each kind of fact."""

    list: str = "HAND"
    list_small: str = "repair"
    title: str = "Hand {hand}: tap the line that is wrong"
    nothing: str = "nothing has happened yet"
    earlier: str = "EARLIER"
    later: str = "LATER"
    page: str = "{page} of {pages}"
    inferred: str = "passed over"
    streets: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "preflop": "preflop", "flop": "flop", "turn": "turn", "river": "river", "showdown": "showdown",
        }
    )  # fmt: skip
    lines: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "folded": "{seat} folded",
            "checked": "{seat} checked",
            "called": "{seat} called {chips}",
            "bet": "{seat} bet {to}",
            "raised": "{seat} raised to {to}",
            "board-dealt": "board {card}",
            "card-tabled": "{seat} showed {card}",
            "hand-mucked": "{seat} mucked",
        }
    )
    still_in: str = "{who}: still in?"
    what_was_it: str = "What was it?"
    noted: str = "noted: {line} ({street})"
    noted_inferred: str = "passed over, so: {line} ({street})"
    folded: str = "FOLDED"
    checked: str = "CHECKED"
    called: str = "CALLED"
    amount: str = "OTHER AMOUNT"
    bet_or_raised: str = "BET / RAISED"
    other_seat: str = "OTHER SEAT"
    other_seat_small: str = "did this"
    drop: str = "DID NOT HAPPEN"
    drop_card: str = "READ AGAIN"
    drop_card_small: str = "take it off"
    other_card: str = "OTHER CARD"
    insert: str = "MISSED BEFORE"
    insert_small: str = "put something in"
    whose: str = "Which seat did it?"
    before_this: str = "Before this line: which seat?"
    before_what: str = "{who}, before this line:"
    no_line: str = "nothing of this seat can be changed in this hand"
