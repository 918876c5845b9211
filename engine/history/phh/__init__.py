"""Poker Hand History: the open file form of hands, read, played again and written."""
