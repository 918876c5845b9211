"""Bytes to cards: frames, line patterns, codes and decks. No port, no clock."""
