"""The texts of practice: what is told of a pretend hand, and what to do better."""

import msgspec


class PracticeWords(msgspec.Struct, frozen=True):
    """English."""

    acts: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "fold": "{who} folds",
            "check": "{who} checks",
            "call": "{who} calls {chips}",
            "bet": "{who} puts in {chips}",
            "raise-to": "{who} raises to {chips}",
            "all-in": "{who} is all-in: {chips}",
            "flop": "The flop is dealt: {cards}",
            "turn": "The turn is dealt: {cards}",
            "river": "The river is dealt: {cards}",
            "shows": "{who} shows {cards}",
            "muck": "{who} mucks",
            "push": "The hand is over: end it",
        }
    )
    before: str = "before: {act}"
    begin: str = "Deal the first hand to begin"
    progress: str = "hand {hand} of {hands}, taps: {taps}"
    next: str = "NEXT"
    ended_early: str = "This hand is not over: UNDO"
    past: str = "That hand is over: REDO"
    next_written: str = "This hand cannot be played here: {why}"

    review: str = "Hand {hand} of {hands}"
    perfect: str = "As a perfect operator taps it."
    fewer: str = "Right, with {taps} taps; {best} are enough."
    right: str = "Right, with {taps} taps."
    wrong: str = "The screen is not what happened."
    lag: str = "From chips to tap: {seconds} s."
    repaired_once: str = "You put one thing right."
    repaired: str = "You put {count} things right."
    go_on: str = "NEXT HAND"
    to_result: str = "RESULT"

    remarks: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "missed-call": "Missed: seat {seat} called {chips} ({street}).",
            "missed-bet": "Missed: seat {seat} put in {chips} ({street}).",
            "missed-fold": "Seat {seat} folded ({street}); the screen has it in.",
            "wrong-amount": "Seat {seat} put in {chips} ({street}), not {other}.",
            "wrong-seat": "Seat {seat} put nothing in ({street}).",
            "wrong-card": "There lies the {card}; the screen has another card.",
            "missed-card": "The {card} lies there; the screen has not seen it.",
            "wrong-end": "The chips went elsewhere than on the table.",
            "ended-early": "HAND OVER came before the hand was over.",
            "tapped-fold": "A fold was tapped: the next touch implies it.",
            "tapped-folds": "{count} folds were tapped: the next touch implies them.",
            "tapped-check": "A check was tapped: the next touch or card implies it.",
            "tapped-checks": "{count} checks were tapped: the next touch or card implies them.",
            "tapped-muck": "A muck was tapped: HAND OVER implies it.",
            "tapped-mucks": "{count} mucks were tapped: HAND OVER implies them.",
            "keyed": "{chips} for seat {seat} lay on the strip: one tap instead of keys.",
            "looked": "{count} more taps than needed: pages opened and closed, or keys taken back.",
            "slow": "Tap as the chips go in: it took {seconds} s.",
        }
    )

    result: str = "Your practice: {hands} hands"
    result_none: str = "No hand was played to its end."
    stars: str = "{stars} of 5 stars"
    taps: str = "{taps} taps; a perfect operator needs {best}."
    mistakes_none: str = "No hand ended wrong on the screen."
    mistakes_one: str = "One hand ended wrong on the screen."
    mistakes: str = "{count} hands ended wrong on the screen."
    bars: str = "Each hand: the perfect operator's taps, what you tapped more, wrong hands marked."
    done: str = "DONE"
