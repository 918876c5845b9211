"""A phone as a table's camera: Chromium plays a film in place of its camera."""
