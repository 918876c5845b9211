"""A clock of three tables and nothing of an event, and who asks it something."""

from tests.kit.room import clock, room

__all__ = ["clock", "room"]
