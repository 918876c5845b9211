"""The custody of chips: differences between counts and the record, where they began, bags, and color-ups."""
