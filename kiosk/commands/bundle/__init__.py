"""`kiosk bundle`: creates an archive for support, without secrets or names."""
