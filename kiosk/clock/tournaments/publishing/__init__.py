"""Sends a tournament to displays, tables and the pages of its directors."""
