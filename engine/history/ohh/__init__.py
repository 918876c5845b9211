"""Open Hand History: reads hands as other programs write them, and writes hands."""
