"""The orders of `kiosk room`: the arguments of each command, and the actions that it requests."""
