"""The table's program with its window: how it starts, what it loads, and what ends it."""
