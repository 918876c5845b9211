"""One hash of everything that happened, in order. Two runs of a seed have the same hash."""

from hashlib import sha256


class Trace:
    """A run's trace. With `keep`, its lines are kept to be read."""

    def __init__(self, keep: bool = False) -> None:
        self.lines: list[str] | None = [] if keep else None
        self._hash = sha256()

    def say(self, at_s: float, *what: object) -> None:
        """Add an event."""
        line = f"{at_s:.6f} {' '.join(map(str, what))}"
        self._hash.update(line.encode() + b"\n")
        if self.lines is not None:
            self.lines.append(line)

    @property
    def digest(self) -> str:
        """The hash of everything so far."""
        return self._hash.hexdigest()
