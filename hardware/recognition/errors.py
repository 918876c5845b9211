"""The error for registered decks that cannot be used. It is a separate module so that importing it does not load a
net."""

from engine.bad_input import BadInput


class LearnedRefused(BadInput):
    """The registered deck cannot be used."""
