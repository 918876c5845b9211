"""Card readers on serial lines, also across the network. They reconnect by themselves."""
