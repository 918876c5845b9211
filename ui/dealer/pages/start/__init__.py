"""Pages of a table that nobody has opened: what it waits for, and how it is seated without a clock."""
