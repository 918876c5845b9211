"""Turns bytes and images into "this card, at this place". Knows about cards, but not about pots, tables or screens."""
