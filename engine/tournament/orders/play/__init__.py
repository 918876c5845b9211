"""Orders about the clock and the pace of play."""
