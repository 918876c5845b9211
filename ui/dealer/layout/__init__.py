"""The layout of the screen, in millimeters. Pure."""
