"""Poker Hand History, an open file format for hands: reads, replays and writes it."""
