"""The programs that made the weights: they draw cards and tables, and train two small nets. They are not installed; see
docs/lab/card-reading.md.

In addition to what the product needs, they need torch, Pillow, librsvg's `rsvg-convert`, and the fonts listed in
`fonts.py`.
"""
