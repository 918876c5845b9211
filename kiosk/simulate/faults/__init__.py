"""Simulated faults: the real table program and the real clock, with disks, clocks, card readers and a network that fail
by a seed.

The same seed always fails in the same way.
"""
