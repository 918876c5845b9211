"""Backups of the clock's database, made on another disk while the clock is running, and how to restore one."""
