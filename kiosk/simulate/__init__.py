"""`kiosk simulate`: plays whole tournaments from a seed, with the real table program and the real clock, in virtual
time."""
