"""Pages about chips: counts, countdowns, color-ups, and hands that were not played on the screen."""
