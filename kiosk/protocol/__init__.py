"""The messages between tables and the clock, and what to send next. Uses neither sockets nor a disk."""
