"""`kiosk simulate`: whole tournaments from a seed, with the real table program and the real clock, in virtual
time."""
