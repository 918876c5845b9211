"""The players who sit, arrive and leave, as the clock assigns them or as the dealer seats them."""
