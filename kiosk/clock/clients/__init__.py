"""What the clock keeps for its clients: their waiting messages, and limits on their work."""
