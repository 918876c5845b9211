"""How the weights were made: drawn cards, drawn tables, two small nets. Not installed; see docs/lab/card-reading.md.

Needs torch and Pillow in addition to what the product needs, librsvg's `rsvg-convert`, and the fonts of `fonts.py`.
"""
