"""Copies of the clock's database on another disk, while it runs, and the way back from one."""
