"""What the engine says of hands, tables and tournaments, in Spanish: a code and its sentence."""

PLAY: dict[str, str] = {
    "seat-folded": "el asiento {seat} se ha retirado",
    "seat-not-in-hand": "el asiento {seat} no está en esta mano",
    "seat-all-in": "el asiento {seat} está all-in",
    "no-hand-in-play": "no hay ninguna mano en juego",
    "flop": "flop",
    "turn": "turn",
    "river": "river",
}
