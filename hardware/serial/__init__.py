"""Card readers on serial lines, including lines across the network. They reconnect automatically."""
