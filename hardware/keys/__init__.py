"""Scanners that type: their input is a code and never a key press."""
