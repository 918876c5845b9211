"""Dealers' downs in a room: the dealers on shift, the tables' records, and the next push."""
