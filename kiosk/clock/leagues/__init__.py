"""The room's leagues: their stored definitions, and the results that standings are calculated from."""
