"""Formats of an event: flights, redraws, shoot-outs."""
