"""Backups of the clock's database on another disk while it runs, and how to restore one."""
