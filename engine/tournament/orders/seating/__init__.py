"""Orders about tables and seats."""
