"""Access control at the clock: staff, roles, devices, sign-in. Knows no sockets and no HTTP."""
