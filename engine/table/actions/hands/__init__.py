"""Hands as a whole: dealing the next one, reporting one, ruling in it, and overruling it."""
