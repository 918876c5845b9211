"""Features of a room besides its tournaments, one folder each. None of them knows about HTTP."""
