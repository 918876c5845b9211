"""`kiosk simulate`: whole tournaments in virtual time, with the real table program and clock, all from a seed."""
