"""Blind structures: reads other programs' file formats, and makes structures on request."""
