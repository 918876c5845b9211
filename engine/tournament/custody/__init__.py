"""Counts against the record: differences and where they began, bags, color-ups."""
