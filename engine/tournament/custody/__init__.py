"""Chips counted against the record: what differs and where it came about, bags, colour-ups."""
