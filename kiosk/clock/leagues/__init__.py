"""The room's leagues: what is stored of them, and the results that they are worked out from."""
