"""The rules say no: one sentence for the dealer, and the clause that says it."""


class Refused(Exception):
    """An action that may not be done now. Nothing has changed.

    `why` is a sentence to show; `clause` names the rule ("TDA 2024 rule 43"), or is empty where no rule is needed
    ("seat 4 has folded").
    """

    def __init__(self, why: str, clause: str = "") -> None:
        super().__init__(why, clause)
        self.why = why
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.why} ({self.clause})" if self.clause else self.why
