"""`kiosk bundle`: an archive for support, without secrets and names."""
