"""Card readers on serial lines, also across the network; reconnecting."""
