"""A room's features besides its tournaments, one folder each. None of them knows about HTTP."""
