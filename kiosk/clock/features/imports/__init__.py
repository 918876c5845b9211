"""Reads lists of players from other programs, checks them and enters the players."""
