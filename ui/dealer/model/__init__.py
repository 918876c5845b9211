"""The screen's inputs, and what a touch can mean, as values. Pure."""
