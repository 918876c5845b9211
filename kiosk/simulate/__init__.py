"""`kiosk simulate`: plays whole tournaments in virtual time, with the real table program and the real clock. Everything
random comes from a seed."""
