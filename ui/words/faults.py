"""What a fault says: what happened, and what to do."""

import msgspec


class FaultWords(msgspec.Struct, frozen=True):
    """Both sentences."""

    what: str
    fix: str

    def __str__(self) -> str:
        return f"{self.what}: {self.fix}"
