"""`kiosk simulate`: whole tournaments by seed, over the real table program and the real clock, in virtual time."""
