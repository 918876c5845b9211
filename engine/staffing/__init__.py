"""Downs: which dealer deals where since when, who is owed a break, and the next push."""
