"""The error for an action that the rules do not allow: a code, its fields and the clause."""

from engine.message import Message, Value


class Refused(Exception):
    """The action is not allowed, and nothing has changed. `code` and `fields` are the message to show. `clause` names
    the rule ("TDA 2024 rule 43"), if one is involved."""

    def __init__(self, code: str, clause: str = "", **fields: Value) -> None:
        super().__init__(code, clause, fields)
        self.code = code
        self.clause = clause
        self.fields = fields

    @property
    def message(self) -> Message:
        """The message to show, without the clause."""
        return Message(self.code, self.fields)

    def __str__(self) -> str:
        return f"{self.message} ({self.clause})" if self.clause else str(self.message)
