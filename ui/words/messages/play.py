"""What the engine says of hands, tables and tournaments, in English: a code and its sentence."""

PLAY: dict[str, str] = {
    "seat-folded": "seat {seat} has folded",
    "seat-not-in-hand": "seat {seat} is not in this hand",
    "seat-all-in": "seat {seat} is all-in",
    "no-betting": "no betting now: the street is closed",
    "card-on-table": "the {card} lies on the table already",
}
