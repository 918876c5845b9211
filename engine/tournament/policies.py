"""What the clock does with a kind of proposal by itself: values."""

from collections.abc import Mapping
from typing import Literal, get_args

Policy = Literal["ask", "accept", "never"]
"""Ask the director; accept it at once, as the director would; do not propose it."""

PolicyKind = Literal[
    "confirm-bust", "move-entry", "seat-entry", "seat-again", "book-unbooked", "send-purchases", "halt-table",
    "hand-for-hand", "redraw", "break-table", "close-table", "promote", "forfeit", "end-flight", "end",
]  # fmt: skip
"""The tag of the action that is proposed. What is left out says that something is wrong: that is always asked."""

KINDS: tuple[PolicyKind, ...] = get_args(PolicyKind)
Policies = Mapping[PolicyKind, Policy]
"""As the director set them; what is not in it is asked."""

BY_POLICY = "policy"
"""Who orders what the clock accepts by itself."""


def policy_of(policies: Policies, tag: str) -> Policy:
    """Of an action by its tag."""
    return next((policy for kind, policy in policies.items() if kind == tag), "ask")
