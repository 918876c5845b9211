"""Pages that a table shows before its first hand: what it is waiting for, and seating without a clock."""
