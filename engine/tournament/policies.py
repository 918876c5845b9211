"""Policies: what the clock does on its own with each kind of proposal. Contains only values."""

from collections.abc import Mapping
from typing import Literal, get_args

Policy = Literal["ask", "accept", "never"]
"""The way to handle a proposal: ask the director; accept it automatically; or do not propose it."""

PolicyKind = Literal[
    "confirm-bust", "move-entry", "seat-entry", "seat-again", "book-unbooked", "send-purchases", "halt-table",
    "hand-for-hand", "redraw", "break-table", "close-table", "promote", "forfeit", "end-flight", "end",
]  # fmt: skip
"""The tag of the proposed action. The kinds not listed here are signs of a problem, so the director is always asked
about them."""

KINDS: tuple[PolicyKind, ...] = get_args(PolicyKind)
Policies = Mapping[PolicyKind, Policy]
"""The policies that the director set. For any other kind, the director is asked."""

BY_POLICY = "policy"
"""The author of orders for proposals that the clock accepts automatically."""


def policy_of(policies: Policies, tag: str) -> Policy:
    """The policy for an action, given by its tag."""
    return next((policy for kind, policy in policies.items() if kind == tag), "ask")
