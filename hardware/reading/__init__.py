"""Turns bytes into cards: frames, line patterns, codes and decks. No port, no clock."""
