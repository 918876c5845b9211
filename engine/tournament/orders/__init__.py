"""The orders that can be given to a tournament, each with its rule and the events that follow from it."""
