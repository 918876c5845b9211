"""What the engine says of rulings and misdeals, in Spanish: a code and its sentence."""

RULINGS: dict[str, str] = {}
