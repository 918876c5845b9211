"""TODO kiosk/table/seating."""
