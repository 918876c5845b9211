"""`kiosk doctor`: checks this machine and says how to fix any problem."""
