"""The screen's inputs and the meaning of a touch, as values. All functions are pure."""
