"""Backups of the clock in a folder, and rebuilding a clock from one, as commands."""
