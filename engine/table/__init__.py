"""A table from hand to hand: seats, stacks, the button, blinds owed, penalties and chip races."""
