"""What the engine says of hands, tables and tournaments, in Spanish: a code and its sentence."""

PLAY: dict[str, str] = {
    "seat-folded": "el asiento {seat} se ha retirado",
}
