"""How many taps real hands take, the results of wrong taps, and a monkey test."""
