"""The room's leagues: their stored definitions, and the results from which standings are calculated."""
