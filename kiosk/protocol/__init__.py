"""The messages between tables and the clock, and what to send next. No sockets, no disk."""
