"""The picture of a room while it plays."""
