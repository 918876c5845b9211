"""TODO kiosk/table/recovery."""
