"""One running tournament: its orders, its timers, and the orders that it gives itself."""
