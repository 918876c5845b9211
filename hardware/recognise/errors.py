"""Why a file of a deck's learned faces cannot be used. Loads no net, so that whoever opens a reader can know it."""


class LearnedRefused(ValueError):
    """The file cannot be used; the text says in one line why."""


LEARN_AGAIN = "learn the deck again with kiosk deck learn"
"""What to do about it."""
