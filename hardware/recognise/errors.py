"""The error for unusable learned decks. Apart from them, so that importing it loads no net."""


class LearnedRefused(ValueError):
    """The learned deck cannot be used; the text says why, in one line."""
