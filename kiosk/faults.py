"""What goes wrong outside the rules: disk, cable, network. Knows nothing of which disk, cable or network."""


class Fault(Exception):
    """Something outside the program failed: `what` happened, in one line, and what to do (`fix`), in one more."""

    def __init__(self, what: str, fix: str) -> None:
        super().__init__(what, fix)
        self.what = what
        self.fix = fix

    def __str__(self) -> str:
        return f"{self.what}: {self.fix}"


class Unsound(Fault):
    """What is on a disk is not what was written there. Nothing has been changed since it was found."""
