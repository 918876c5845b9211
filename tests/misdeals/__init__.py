"""Mishaps in dealing, corrections by the floor, and penalties."""
