"""Insight from the tables' records for the people who run the room."""
