"""A clock of three tables and nothing of an event, and a director's program."""

from tests.kit.room import clock, room

__all__ = ["clock", "room"]
