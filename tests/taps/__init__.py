"""How many taps real hands take, what becomes of wrong ones, and a monkey."""
