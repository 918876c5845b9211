"""Bytes and pictures in, "this card, here" out. Knows cards, but nothing of pots, tables or screens."""
