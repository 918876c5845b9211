"""The answers of `kiosk ruling`, situation by situation; every expected answer was read from the document itself."""
