"""The health of a reader or a camera as commands print it: the state and the remedy."""

from engine.message import message
from hardware.readers import kind_of
from hardware.reading.reading import Health
from ui.words import Words


def health_line(health: Health, words: Words) -> str:
    problem = problem_of(health)
    return ": ".join(filter(None, (words.readers.short[problem], remedy(problem, health.address, words))))


def problem_of(health: Health) -> str:
    return "" if health.connected else health.problem or "lost"


def remedy(problem: str, url: str, words: Words) -> str:
    """The remedy for a problem, for a user at a terminal. Empty if there is no problem."""
    if problem == "denied":
        return words.say(message("add-to-group", group=kind_of(url).group))
    return words.readers.remedies[problem] if problem else ""
