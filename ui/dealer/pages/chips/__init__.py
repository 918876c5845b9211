"""Pages about chips: counts, countdowns, colour-ups, hands that are only told."""
