"""`kiosk bundle`: what a supporter needs of a machine, without secrets and names."""
