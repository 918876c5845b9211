"""How often a key or PIN was wrong, for as long as the service runs."""


class Guesses:
    """Counts. A page that sends an old key again guesses nothing."""

    def __init__(self) -> None:
        self.keys = 0
        self.pins = 0
