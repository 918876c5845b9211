"""Recovery of a table's journal: from its second copy, from the clock, or by asking the director."""
