"""QR codes for the pages. Anyone may request one: each is drawn once, one at a time, and not in the loop's thread."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from io import BytesIO

import segno
from fastapi import Response
from starlette.exceptions import HTTPException

LONGEST = 300
"""The maximum number of characters. The clock's own addresses are a third as long. A longer address makes a code too
dense for a phone's camera, and drawing it takes a hundred milliseconds."""
_drawing = ThreadPoolExecutor(1, "qr")


@lru_cache(maxsize=64)
def drawn_qr(text: str) -> str:
    """The code as SVG, on a white background with its quiet zone, without a fixed size."""
    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", border=3, xmldecl=False, svgns=True, light="white")
    return drawn.getvalue().decode()


async def qr_answer(address: str) -> Response:
    """The QR code of an address, or status 404 for an address that is not the clock's."""
    if len(address) > LONGEST:
        raise HTTPException(404)
    drawn = await asyncio.get_running_loop().run_in_executor(_drawing, drawn_qr, address)
    return Response(drawn, media_type="image/svg+xml")
