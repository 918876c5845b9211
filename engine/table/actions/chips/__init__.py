"""Counting the stacks, and taking small chips out of play."""
