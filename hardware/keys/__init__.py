"""Scanners that type: what they send is a code and never a key press."""
