"""The broadcast: the view of a table for its audience, with the room's delay and without untabled hands."""
