"""Turns bytes into cards, by means of frames, line patterns, codes and decks. Uses no port and no clock."""
