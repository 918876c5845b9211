"""The hands of a tournament over HTTP, and what a player's phone shows of them."""
