"""What the engine says of rulings and misdeals, in English: a code and its sentence."""

RULINGS: dict[str, str] = {}
