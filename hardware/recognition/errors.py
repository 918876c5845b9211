"""The error for unusable registered decks, in a module of its own because importing it loads no net."""

from engine.bad_input import BadInput


class LearnedRefused(BadInput):
    """The registered deck cannot be used."""
