"""What the engine says of hands, tables and tournaments, in English: a code and its sentence."""

PLAY: dict[str, str] = {
    "seat-folded": "seat {seat} has folded",
}
