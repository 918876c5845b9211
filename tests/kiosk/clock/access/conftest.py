"""A clock of three tables and no event, and clients that send it requests."""

from tests.kit.room import clock, room

__all__ = ["clock", "room"]
