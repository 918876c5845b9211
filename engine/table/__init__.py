"""A table across its hands: seats, stacks, button, blinds owed, penalties, chip races."""
