"""Errors outside the rules: disk, cable, network."""


class Fault(Exception):
    """Something outside the program failed: `what` happened, in one line, and what to do (`fix`), in one more."""

    def __init__(self, what: str, fix: str) -> None:
        super().__init__(what, fix)
        self.what = what
        self.fix = fix

    def __str__(self) -> str:
        return f"{self.what}: {self.fix}"


class Unsound(Fault):
    """The bytes on a disk are not what was written. Nothing was changed since this was found."""
