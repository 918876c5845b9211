"""QR codes on a table's screen."""

import numpy as np
import zxingcpp


def qr_modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The rows of the code's modules, true where a module is dark, without the quiet zone."""
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode)
    rows = np.array(code.to_image(scale=1, add_quiet_zones=False)) < 128
    return tuple(tuple(row) for row in rows.tolist())
