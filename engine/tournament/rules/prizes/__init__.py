"""Rules about money: the prize pool, the places paid, deals, flights and terms."""
