"""The central clock, on real parts: a process, a file, sockets, and tables that play."""
