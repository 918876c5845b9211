"""The texts of the misdeal page."""

import msgspec


class MisdealWords(msgspec.Struct, frozen=True):
    """English. `kinds` has every kind of mishap that the engine knows; the steps are in the catalogue of its codes."""

    title: str = "What went wrong?"
    help: str = "Grey: cannot have happened now. {why}"
    groups: dict[str, str] = msgspec.field(
        default_factory=lambda: {"hole": "HOLE CARDS", "deck": "DECK", "board": "BOARD"}
    )
    kinds: dict[str, tuple[str, str]] = msgspec.field(
        default_factory=lambda: {
            "first-card-exposed": ("FIRST CARD", "of the deal, face up"),
            "second-card-exposed": ("SECOND CARD", "of the deal, face up"),
            "card-exposed": ("ONE CARD", "of a seat, face up"),
            "cards-exposed": ("TWO OR MORE", "cards face up"),
            "seat-missed": ("SEAT MISSED", "got no hand"),
            "too-few-cards": ("TOO FEW", "a seat is short of cards"),
            "extra-card": ("ONE TOO MANY", "a seat has three cards"),
            "extra-cards": ("MORE TOO MANY", "several extra cards"),
            "button-short": ("BUTTON SHORT", "of cards"),
            "wrong-seat": ("WRONG SEAT", "got the first card"),
            "not-entitled": ("NOT IN", "a seat got cards that is not in"),
            "boxed-card": ("BOXED CARD", "one lay face up in the deck"),
            "boxed-cards": ("BOXED CARDS", "two or more"),
            "foreign-card": ("FOREIGN CARD", "not of this deck"),
            "duplicate-card": ("DOUBLE CARD", "the same card twice"),
            "flop-too-many": ("FLOP OF FOUR", "too many cards"),
            "premature-flop": ("FLOP EARLY", "betting not complete"),
            "premature-turn": ("TURN EARLY", "betting not complete"),
            "premature-river": ("RIVER EARLY", "betting not complete"),
            "missing-burn": ("NO BURN", "before the last card"),
            "extra-burn": ("TWO BURNS", "before the last card"),
        }
    )
    remedies: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "misdeal": "MISDEAL", "repair": "PUT IT RIGHT", "play-on": "PLAY GOES ON", "floor": "CALL THE FLOOR",
        }
    )  # fmt: skip
    which_seat: str = "Which seat?"
    which_card: str = "Which card? It may stay unknown."
    step: str = "{number}. {text}"
    seat: str = "SEAT"
    card: str = "CARD"
    unknown: str = "unknown"
    declare: str = "DECLARE"
    another: str = "ANOTHER MISHAP"
    all_steps: str = "MORE, MISDEAL: all {count} steps"
    back: str = "BACK"
    clear: str = "CLEAR"
