"""What the engine says of rulings and misdeals, in German: a code and its sentence."""

RULINGS: dict[str, str] = {}
