"""Features of a room besides its tournaments, one folder each. None of it knows about HTTP."""
