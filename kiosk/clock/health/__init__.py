"""Whether the clock is making progress, and which limits the machine sets."""
