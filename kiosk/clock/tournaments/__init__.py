"""One tournament as the clock runs it: its keeper and alarm, its tables, and what is published about it."""
