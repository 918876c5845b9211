"""The layout of the screen, in millimetres. Pure."""
