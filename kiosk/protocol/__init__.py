"""The messages between tables and the clock, and the decisions about what to send next. Uses neither sockets nor a
disk."""
