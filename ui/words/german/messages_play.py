"""What the engine says of hands, tables and tournaments, in German: a code and its sentence."""

PLAY: dict[str, str] = {
    "seat-folded": "Platz {seat} hat gefoldet",
}
