"""The hands in a tournament over HTTP, and the part of them that a player's phone shows."""
