"""Levels: structures, the level clock, and what moves it."""
