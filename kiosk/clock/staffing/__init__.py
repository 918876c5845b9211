"""Downs in a room: the dealers on shift, what the tables say, and the next push."""
