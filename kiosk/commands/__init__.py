"""Commands that answer on the command line."""
