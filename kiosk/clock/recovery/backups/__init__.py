"""Backups of the clock: how they are made, encrypted, left at the tables and checked."""
