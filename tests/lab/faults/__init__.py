"""Simulated faults: runs the real table program and the real clock while their disks, clocks, card readers and network
fail in ways chosen by a seed.

The same seed always produces the same failures.
"""
