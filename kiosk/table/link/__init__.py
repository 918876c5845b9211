"""A table's link to the clock: it never stops a table, and reconnects after any error."""
