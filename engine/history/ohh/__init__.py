"""Open Hand History: hands as other programs write them, read and written."""
