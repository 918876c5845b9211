"""The messages between tables and the clock, and the rules for what to send next. This package uses neither sockets nor
a disk."""
