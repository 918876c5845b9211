"""A table's screen on a tablet: a real Xvnc, the real program, and Chromium with touch."""
