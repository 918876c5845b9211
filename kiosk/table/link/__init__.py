"""A table's link to the clock: it never stops a table, and whatever is raised, it connects again."""
