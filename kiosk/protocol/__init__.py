"""What tables and the clock say to each other, and what is sent next. No sockets, no disk."""
