"""What the engine says of hands, tables and tournaments, in Spanish: a code and its sentence."""

PLAY: dict[str, str] = {
    "seat-folded": "el asiento {seat} se ha retirado",
    "seat-not-in-hand": "el asiento {seat} no está en esta mano",
    "seat-all-in": "el asiento {seat} está all-in",
    "no-betting": "ahora no se apuesta: la ronda está cerrada",
    "card-on-table": "{card} ya está en la mesa",
}
