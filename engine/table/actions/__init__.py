"""The actions at a table, each with its rule and the events that follow from it."""
