"""The reasons why a request is denied: the caller is not signed in, has the wrong role, or has to wait."""

from typing import Literal

from engine.message import Message

Why = Literal["unknown", "not-allowed", "wait"]


class Denied(Exception):
    """Access was denied and nothing was done. `wait_s` is how many seconds to wait before trying again, or 0 if waiting
    would not help."""

    def __init__(self, why: Why, message: Message, wait_s: int = 0) -> None:
        super().__init__(why, message)
        self.why = why
        self.message = message
        self.wait_s = wait_s
