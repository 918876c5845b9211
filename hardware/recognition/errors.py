"""The error for unusable registered decks. It is in a module of its own so that importing it does not load a net."""

from engine.bad_input import BadInput


class LearnedRefused(BadInput):
    """The registered deck cannot be used."""
