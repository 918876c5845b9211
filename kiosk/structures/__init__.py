"""Blind structures in other file formats, and structures made to measure."""
