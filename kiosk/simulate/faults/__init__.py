"""Everything that may fail, in one process by one seed: the real table program and the real clock, over disks, clocks,
card readers and a network that fail as a plan says. The same seed fails the same way."""
