"""The central tournament clock: a service that runs on a machine with no screen and no readers."""
