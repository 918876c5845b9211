"""What the clock's tests may ask for."""

from tests.kit.clock import clock

__all__ = ["clock"]
