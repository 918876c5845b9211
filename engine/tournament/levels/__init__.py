"""Levels: structures, the level clock, and everything that changes it."""
