"""Scanners that type like a keyboard: their input counts as a code and never as key presses."""
