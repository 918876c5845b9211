"""What a room looks like while it plays."""
