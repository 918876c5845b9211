"""WebSockets and event streams: one session for each client, and its limits."""
