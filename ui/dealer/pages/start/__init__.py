"""Pages of a table before its first hand: what it waits for, and seating without a clock."""
