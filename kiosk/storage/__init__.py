"""Durable storage: the journal, its second copy, and the state derived from them. Knows nothing about poker."""
