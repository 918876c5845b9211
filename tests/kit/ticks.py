"""Time that a test controls."""


class Ticks:
    """A clock that does not run until the test advances it."""

    def __init__(self) -> None:
        self.ms = 0

    def __call__(self) -> int:
        return self.ms
