"""Insight for the people who run the room, gained from the tables' records."""
