"""What the engine says of hands, tables and tournaments, in German: a code and its sentence."""

PLAY: dict[str, str] = {
    "seat-folded": "Platz {seat} hat gefoldet",
    "seat-not-in-hand": "Platz {seat} ist nicht in dieser Hand",
    "seat-all-in": "Platz {seat} ist All-in",
    "no-hand-in-play": "es läuft keine Hand",
    "flop": "Flop",
    "turn": "Turn",
    "river": "River",
}
