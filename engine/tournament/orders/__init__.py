"""The orders that can be given to a tournament: each with its rule, and with the events that follow from it."""
