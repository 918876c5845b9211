"""`kiosk bundle`: makes an archive for support, without secrets or names."""
