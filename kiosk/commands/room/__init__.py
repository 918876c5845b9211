"""`kiosk room`: creates and directs tournaments from the command line."""
