"""The players: sitting down, buying chips, leaving, being away, penalties."""
