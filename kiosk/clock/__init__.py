"""The central clock: a service for a machine without a screen or readers."""
