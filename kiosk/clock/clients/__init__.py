"""The clients of the clock: their waiting messages, and limits on their work."""
