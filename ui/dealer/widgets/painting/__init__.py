"""Draws everything that is not a widget: text, boxes, cards, chips and small pictures."""
