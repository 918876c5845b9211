"""Orders about how players go out and what they win."""
