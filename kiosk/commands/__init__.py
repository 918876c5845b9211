"""The commands that print their results in the terminal."""
