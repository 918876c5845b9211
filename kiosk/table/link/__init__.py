"""A table's link to the clock: it never stops the table, and reconnects after any error."""
