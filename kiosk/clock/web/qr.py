"""QR codes of the pages."""

from io import BytesIO

import segno


def drawn_qr(text: str) -> str:
    """The code as SVG, on white with its quiet zone, without a size of its own."""
    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", border=3, xmldecl=False, svgns=True, light="white")
    return drawn.getvalue().decode()
