"""`kiosk room`: tournaments made and directed from the command line."""
