"""Hands as a whole: dealing the next hand, reporting a hand, applying a ruling, and overriding the course of play."""
