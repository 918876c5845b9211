"""What the engine says of hands, tables and tournaments, in English: a code and its sentence."""

PLAY: dict[str, str] = {
    "seat-folded": "seat {seat} has folded",
    "seat-not-in-hand": "seat {seat} is not in this hand",
    "seat-all-in": "seat {seat} is all-in",
    "no-hand-in-play": "no hand is in play",
    "flop": "flop",
    "turn": "turn",
    "river": "river",
}
