"""Orders about the tournament itself."""
