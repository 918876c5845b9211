"""Bytes and pictures in, "this card, here" out. Knows cards, and nothing of pots, tables or screens."""
