"""Forms of an event: flights, redraws, shoot-outs."""
