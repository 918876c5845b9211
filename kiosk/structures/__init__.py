"""Blind structures in other programs' file formats, and structures made to order."""
