"""The broadcast: a table as its audience sees it, with the room's delay and without untabled hands."""
