"""Fixtures for the clock's tests."""

from tests.kit.clock import clock

__all__ = ["clock"]
