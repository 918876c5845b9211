"""The commands that print their results on the command line."""
