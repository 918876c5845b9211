"""Orders about entries and what they buy."""
