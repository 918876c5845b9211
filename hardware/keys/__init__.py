"""Scanners that type. Their input is a code and never a key press."""
