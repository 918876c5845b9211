"""The formats of an event: flights, redraws and shootouts."""
