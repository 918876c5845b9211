"""How the weights were made: drawn cards, drawn tables, two small nets. Not installed; docs/card-reading.md has more.

Needs torch and Pillow besides what the product needs, librsvg's `rsvg-convert`, and the fonts of `fonts.py`.
"""
