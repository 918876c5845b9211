"""The error for unusable learned decks. It is a separate module so that importing it does not load a net."""

from engine.bad_input import BadInput


class LearnedRefused(BadInput):
    """The learned deck cannot be used."""
