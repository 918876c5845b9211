"""`kiosk setup`: asks a few questions and writes a machine's first settings."""
