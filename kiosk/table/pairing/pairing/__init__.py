"""TODO kiosk/table/pairing."""
