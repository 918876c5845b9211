"""Access control at the clock: staff, roles, devices and sign-in. Knows nothing about sockets or HTTP."""
