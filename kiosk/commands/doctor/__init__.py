"""`kiosk doctor`: checks this machine, and says how to fix what does not work."""
