"""A table between and through its hands: seats, stacks, button, blinds owed, penalties, races."""
