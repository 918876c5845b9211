"""What happened, in order, as one hash: two runs of a seed have the same."""

from hashlib import sha256


class Trace:
    """Written while a run goes on; `lines` are kept where somebody wants to read them."""

    def __init__(self, keep: bool = False) -> None:
        self.lines: list[str] | None = [] if keep else None
        self._hash = sha256()

    def say(self, at_s: float, *what: object) -> None:
        """Something happened."""
        line = f"{at_s:.6f} {' '.join(map(str, what))}"
        self._hash.update(line.encode() + b"\n")
        if self.lines is not None:
            self.lines.append(line)

    @property
    def digest(self) -> str:
        """Of everything until now."""
        return self._hash.hexdigest()
