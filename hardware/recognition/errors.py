"""The error for unusable registered decks. It is a separate module so that importing it does not load a net."""

from engine.bad_input import BadInput


class LearnedRefused(BadInput):
    """The registered deck cannot be used."""
