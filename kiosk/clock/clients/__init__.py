"""The clients of the clock: the messages waiting for them, and limits on the work that they cause."""
