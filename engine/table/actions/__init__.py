"""The actions at a table: each with its rule, and with the events that follow from it."""
