"""The fallback ladder: how much a table records of its hands, so that a broken reader or screen never stops the game.
While hands are only reported, stacks stay as last counted.
"""

from engine.terms import Mode

LADDER: tuple[Mode, ...] = ("readers", "pad", "winners", "counts")
"""The modes, from the top of the ladder down."""
REPORTED = ("winners", "counts")
"""Modes in which the chips of a hand are not tracked."""
