"""Simulated faults: the real table program and the real clock over disks, clocks, card readers and a network that
fail by a seed. The same seed fails the same way."""
