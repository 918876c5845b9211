"""What `kiosk ruling` answers, situation by situation; every expected answer was read from the document itself."""
