"""The director's page: what of it the command line says, too."""

import msgspec


class DirectorWords(msgspec.Struct, frozen=True):
    """Of one language."""

    acts: dict[str, str]
    """By the kind of an event, what was done."""
    clock_acts: dict[str, str]
    """The same of the clock, whose own undo the page has."""
