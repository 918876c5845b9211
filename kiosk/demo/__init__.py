"""`kiosk demo`: a whole room on one machine, with or without a screen."""
