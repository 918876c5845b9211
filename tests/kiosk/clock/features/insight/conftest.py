"""A clock of three tables and no event, and a director's program."""

from tests.kit.room import clock, room

__all__ = ["clock", "room"]
