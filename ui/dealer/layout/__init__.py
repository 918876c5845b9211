"""The layout of the dealer's screen, in millimeters. All functions are pure."""
