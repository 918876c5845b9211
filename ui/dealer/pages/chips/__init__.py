"""Pages about chips: counts, countdowns, colour-ups, hands reported without being played here."""
