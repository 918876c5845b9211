"""What the engine says of hands, tables and tournaments, in German: a code and its sentence."""

PLAY: dict[str, str] = {
    "seat-folded": "Platz {seat} hat gefoldet",
    "seat-not-in-hand": "Platz {seat} ist nicht in dieser Hand",
    "seat-all-in": "Platz {seat} ist All-in",
    "no-betting": "jetzt keine Einsätze: die Runde ist beendet",
    "card-on-table": "{card} liegt schon auf dem Tisch",
}
