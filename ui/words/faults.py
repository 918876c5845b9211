"""The two sentences of a fault: what happened, and what to do."""

import msgspec


class FaultWords(msgspec.Struct, frozen=True):
    """Both sentences of a fault."""

    what: str
    fix: str

    def __str__(self) -> str:
        return f"{self.what}: {self.fix}"
