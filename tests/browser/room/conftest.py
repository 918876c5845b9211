"""A clock with three tables and no event, and a director's program, beside the pages."""

from tests.kit.room import clock, room

__all__ = ["clock", "room"]
