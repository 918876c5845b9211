"""Card readers on serial lines, also across the network, with automatic reconnection."""
