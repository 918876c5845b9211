"""The page for a bet or raise, with the way to a ruling on it."""
