"""The messages between tables and the clock, and the rules for what to send next. No sockets, no disk."""
