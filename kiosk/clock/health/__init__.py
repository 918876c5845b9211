"""Whether the clock makes progress, and what the machine allows it."""
