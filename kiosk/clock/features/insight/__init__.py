"""Insights for the people who run the room, drawn from the tables' records."""
